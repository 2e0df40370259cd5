// Who of the moment drawer's people plays: one after a press, or all in a row.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TestId } from '#contract/ids.ts';
import { Player } from '#web/entities/recording/player.ts';
import { useStore } from '#web/lib/use-store.ts';
import { clipOf } from './moment-player.tsx';
import { type MomentsRequest, usePlaying } from './open-moments.ts';
import { type ListedMoment, momentKey, momentsQuery } from './results.query.ts';
import { useResultFilter } from './use-filter.ts';

interface PlayerOptions {
  testId: TestId;
  request: MomentsRequest;
  /** A press on ▶ opened the drawer, so the first person plays at once and the others follow. */
  plays: boolean;
}

export function useMomentsPlayer({ testId, request, plays }: PlayerOptions) {
  const { filter } = useResultFilter();
  const list = useInfiniteQuery(momentsQuery(testId, filter, request.query));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const [playing, setPlaying] = usePlaying();
  const [player] = useState(() => new Player());
  const [wasPressed, setPressed] = useState(false);
  const [playsAll, setPlaysAll] = useState(plays);
  const at = items.findIndex((moment) => momentKey(moment) === playing);

  /** @returns whether there is such a person */
  const show = (moment: ListedMoment | undefined): boolean => {
    if (moment === undefined) return false;
    setPressed(true);
    if (momentKey(moment) === playing) player.playFrom(clipOf(moment).fromMs);
    else setPlaying(momentKey(moment));
    return true;
  };
  const showNext = async (accepts: (moment: ListedMoment) => boolean): Promise<boolean> => {
    let found = items.slice(at + 1).find(accepts);
    let { hasNextPage } = list;
    while (!found && hasNextPage) {
      const { data, isError, hasNextPage: isMore } = await list.fetchNextPage();
      found = data?.pages
        .flatMap((page) => page.items)
        .slice(at + 1)
        .find(accepts);
      hasNextPage = isMore && !isError;
    }
    return show(found);
  };
  const playNext = () =>
    void showNext(hasVideo).then((isShown) => {
      if (!isShown) setPlaysAll(false);
    });
  usePlayInRow({
    player,
    isOn: playsAll,
    isSkipped: items[at]?.withoutVideo === true,
    // A press on ▶ begins the row as soon as the people are loaded.
    onBegin: playing === null && items.length > 0 ? playNext : null,
    onEnd: playNext,
  });
  // The same people may be open already when ▶ is pressed.
  useEffect(() => {
    if (plays) setPlaysAll(true);
  }, [plays]);
  return {
    list,
    items,
    player,
    at,
    current: items[at],
    playing,
    /** The moment was chosen by a press; one that a reload finds waits. */
    wasPressed,
    playsAll,
    /** The first person is about to play. */
    isStarting: playsAll && at < 0 && (list.isPending || items.length > 0),
    /** Shows a person; the row ends. */
    choose: (moment: ListedMoment | undefined) => {
      setPlaysAll(false);
      show(moment);
    },
    next: () => {
      setPlaysAll(false);
      void showNext(() => true);
    },
    togglePlayAll: () => {
      const hasEnded = at >= 0 && player.getSnapshot().ended;
      if (!playsAll && hasEnded) show(items.slice(at + 1).find(hasVideo) ?? items.find(hasVideo));
      else if (!playsAll && at >= 0) player.play();
      setPlaysAll(!playsAll);
    },
  };
}

/** The row passes over sessions of clicks and answers alone, which have nothing to play. */
function hasVideo({ withoutVideo }: ListedMoment): boolean {
  return !withoutVideo;
}

interface RowOptions {
  player: Player;
  isOn: boolean;
  /** The person in view has nothing to play. */
  isSkipped: boolean;
  /** Shows the first person, or null if one is shown or none is loaded. */
  onBegin: (() => void) | null;
  /** A person's moment has played to its end. */
  onEnd: () => void;
}

/** Plays one person after the other. */
function usePlayInRow({ player, isOn, isSkipped, onBegin, onEnd }: RowOptions): void {
  const hasPlayed = useStore(player, ({ ended, phase }) => ended && phase === 'ready');
  const hasEnded = hasPlayed || (isOn && isSkipped);
  const canBegin = isOn && onBegin !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the row can begin.
  useEffect(() => {
    if (canBegin) onBegin?.();
  }, [canBegin]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end.
  useEffect(() => {
    if (isOn && hasEnded) onEnd();
  }, [hasEnded]);
}
