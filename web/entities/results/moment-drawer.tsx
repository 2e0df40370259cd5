// The one drawer of moments: the people of a number, each with the moment in their recording. They play one by one, or
// all in a row.

import { useQuery } from '@tanstack/react-query';
import { Filter, Play, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { TestId } from '#contract/ids.ts';
import type { Moment } from '#contract/moments.ts';
import type { RecordingAddress } from '#contract/paths.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import type { Test } from '#contract/tests.ts';
import type { TranscriptCounts } from '#contract/transcripts.ts';
import { peopleCount } from '#insight/numbers/words.ts';
import { useMayNote } from '#web/entities/account/rights.ts';
import { clipAround, type Stretch, titleOfOne } from '#web/entities/clip/clip-around.ts';
import { useSaveClip } from '#web/entities/clip/moment-clip.ts';
import { AddToReport } from '#web/entities/finding/add-to-report.tsx';
import { numberEvidence } from '#web/entities/finding/number-text.ts';
import { usePlayerKeys } from '#web/entities/recording/key-help.tsx';
import type { Player } from '#web/entities/recording/player.ts';
import { videoActions } from '#web/entities/recording/player-keys.ts';
import { useCaptionSwitch, useCaptions } from '#web/entities/transcript/captions.tsx';
import { transcriptCountsQuery } from '#web/entities/transcript/transcript.query.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Key } from '#web/ui/key.tsx';
import { filterOf, filterQuery, recordingHref } from './filter.ts';
import { MomentFrame } from './moment-frames.tsx';
import { MomentList } from './moment-list.tsx';
import { clipOf, MomentPlayer } from './moment-player.tsx';
import { useMomentsPlayer } from './moments-player.ts';
import type { MomentsRequest } from './open-moments.ts';
import { type MomentsPage, momentKey } from './results.query.ts';
import { useResultFilter } from './use-filter.ts';
import { type TasksTest, useTask } from './use-task.ts';

/** Fields of a test for a recording's address. */
export type MomentsTest = Pick<Test, '_id' | 'uniqueId' | 'company' | 'name'>;

interface MomentDrawerProps {
  test: MomentsTest & TasksTest;
  request: MomentsRequest;
  /** A press on ▶ opened it, so the first person plays at once and the others follow. */
  plays: boolean;
  onClose: () => void;
}

export function MomentDrawer({ test, request, plays, onClose }: MomentDrawerProps) {
  const { filter } = useResultFilter();
  const moments = useMomentsPlayer({ testId: test._id, request, plays });
  const { list, items, player, at, current, playing, wasPressed, choose, next } = moments;
  // The server words the heading; a search of words has its own.
  const { title = list.isError ? 'Moments' : 'Loading …', subtitle: counted = '' } =
    list.data?.pages[0] ?? {};
  const subtitle = useSubtitle(test._id, request) ?? counted;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A pressed control of the player goes with the recording before: the keys need the focus in here.
    const lost = playing !== null && document.activeElement === document.body;
    if (wasPressed && lost) heading.current?.focus({ preventScroll: true });
  }, [playing, wasPressed]);
  const within = { ...filter, ...filterOf(request.query) };
  const hrefOf = (moment: Moment, atMs: number) =>
    recordingHref(addressIn(test, moment), { filter: within, atMs });
  const captions = useCaptions(test._id, current?.sessionId ?? null);
  const captionSwitch = useCaptionSwitch(captions);
  const clip = useClipOfMoment({ testId: test._id, player, current, title });
  const keys = usePlayerKeys({
    ...(current && videoActions(player)),
    nextPerson: next,
    previousPerson: () => choose(items[at - 1]),
    ...(current && clip.actions),
    captions: captionSwitch.toggle,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    keys.onKeyDown(event);
    if (event.key !== 'Escape' || event.defaultPrevented || isOfDialog(event)) return;
    event.preventDefault();
    onClose();
  };
  return (
    <MomentFrame
      subtitle={subtitle}
      heading={heading}
      onClose={onClose}
      onKeyDown={onKeyDown}
      title={title}
      player={
        current ? (
          <MomentPlayer
            key={momentKey(current)}
            player={player}
            moment={current}
            plays={wasPressed}
            address={addressIn(test, current)}
            href={hrefOf(current, current.atMs)}
            keys={keys}
            captions={
              captions && captionSwitch.toggle
                ? {
                    ...captions,
                    isShown: captionSwitch.isShown,
                    onToggle: captionSwitch.toggle,
                  }
                : null
            }
            onClip={clip.saveAround}
          />
        ) : (
          // The frame has its final size while the people are loaded.
          moments.isStarting && (
            <div data-scheme="dark" className="bg-sunken max-md:aspect-video md:grow" />
          )
        )
      }
    >
      {clip.fromMs !== null && (
        <p role="status" className="border-line border-b px-4 py-2 text-sm tabular-nums">
          The clip begins at {formatDuration(clip.fromMs)}. <Key>O</Key> ends it, <Key>Esc</Key>{' '}
          cancels it.
        </p>
      )}
      <ListControls
        request={request}
        playsAll={moments.playsAll}
        onPlayAll={items.some(({ withoutVideo }) => !withoutVideo) ? moments.togglePlayAll : null}
      />
      <MomentList
        list={list}
        items={items}
        screen={list.data?.pages[0]?.screen ?? null}
        playing={playing}
        of={request.query.of}
        onChoose={choose}
      />
      <ListFooter test={test} request={request} moments={moments} />
      {keys.help}
    </MomentFrame>
  );
}

interface ClipOptions {
  testId: TestId;
  player: Player;
  current: Moment | undefined;
  /** Title of the list. */
  title: string;
}

/** Clips of the person who plays: around the moment by one press, or between two ends by keys. */
function useClipOfMoment({ testId, player, current, title }: ClipOptions) {
  const save = useSaveClip(testId);
  const mayNote = useMayNote();
  const [begin, setBegin] = useState<{ key: string; atMs: number } | null>(null);
  if (current === undefined || !mayNote) return { fromMs: null, actions: {}, saveAround: null };
  const { sessionId, number, atMs, durationMs } = current;
  const key = momentKey(current);
  const fromMs = begin?.key === key ? begin.atMs : null;
  const now = () => Math.round(player.getSnapshot().atMs);
  const saveStretch = (stretch: Stretch) =>
    save({ sessionId, stretch, title: titleOfOne(title, { number, atMs: stretch.fromMs }) });
  return {
    /** Begin of the clip, or null while none is set for this person. */
    fromMs,
    actions: {
      clipIn: () => setBegin({ key, atMs: now() }),
      clipOut: () => {
        saveStretch({ fromMs: fromMs ?? Math.round(clipOf(current).fromMs), toMs: now() });
        setBegin(null);
      },
      cancelClip: () => {
        setBegin(null);
        return fromMs !== null;
      },
    },
    saveAround: () => saveStretch(clipAround(atMs, durationMs)),
  };
}

interface ListFooterProps {
  test: MomentsTest & TasksTest;
  request: MomentsRequest;
  moments: ReturnType<typeof useMomentsPlayer>;
}

/** Below the list: keys of previous and next person, the way into the report, and how many people there are. */
function ListFooter({ test, request, moments }: ListFooterProps) {
  const filter = useFilterOfTask(test, request);
  const { list, items, at, choose, next } = moments;
  const [first] = list.data?.pages ?? [];
  return (
    <footer className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-4 py-2.5 text-muted text-sm">
      <KeyHint letter="N" text="next" onPress={next} />
      <KeyHint letter="P" text="previous" onPress={() => choose(items[at - 1])} />
      {request.query.of !== 'said' && first && (
        <AddToReport
          testId={test._id}
          what={first.title}
          evidence={numberEvidence({ ...request, number: request.number ?? 'people', filter })}
        />
      )}
      <span className="ml-auto tabular-nums">
        {first && countText(first, { at, of: request.query.of })}
      </span>
    </footer>
  );
}

/** The page's filter. With several tasks it names the one that the page shows, also where the address does not. */
function useFilterOfTask(test: TasksTest, { query }: MomentsRequest): ResultFilter {
  const { filter } = useResultFilter();
  const { tasks, parts } = useTask(test);
  const [first] = tasks;
  if (!first || parts.length === 1) return filter;
  return { ...filter, step: filter.step ?? filterOf(query).step ?? first.number };
}

interface ListControlsProps {
  request: MomentsRequest;
  playsAll: boolean;
  /** Starts or ends the row, or null while there is no one to play. */
  onPlayAll: (() => void) | null;
}

/** Above the list: plays everyone in a row, and makes these people the filter of the page. */
function ListControls({ request, playsAll, onPlayAll }: ListControlsProps) {
  const { filter, setFilter } = useResultFilter();
  const own = request.query.of === 'people' ? filterOf(request.query) : {};
  const change = { ...filter, ...own };
  const canFilter = JSON.stringify(filterQuery(change)) !== JSON.stringify(filterQuery(filter));
  if (onPlayAll === null) return null;
  const Icon = playsAll ? Square : Play;
  return (
    <div className="flex flex-wrap gap-2 border-line border-b px-4 py-2.5">
      <Button
        size="sm"
        variant="accent"
        icon={<Icon aria-hidden className="size-4 fill-current" />}
        onClick={onPlayAll}
      >
        {playsAll ? 'Stop after this person' : 'Play all'}
      </Button>
      {canFilter && (
        <Button
          size="sm"
          variant="secondary"
          icon={<Filter aria-hidden className="size-4" />}
          onClick={() => setFilter(own)}
        >
          Filter results by these people
        </Button>
      )}
    </div>
  );
}

/**
 * Returns '3 of 14'. A person may say a word several times, so a search of words counts only
 * people.
 */
function countText(
  { total, morePeople }: MomentsPage,
  { at, of }: { at: number; of: MomentsRequest['query']['of'] },
): string {
  if (of !== 'said') return `${at < 0 ? '' : `${at + 1} of `}${total}`;
  const people = peopleCount(total);
  return morePeople ? `At least ${people}` : people;
}

/** Pressed in a dialog that the drawer has opened, where people write. */
function isOfDialog({ target, currentTarget }: KeyboardEvent): boolean {
  const dialog = target instanceof Element ? target.closest('dialog') : null;
  return dialog !== null && dialog !== currentTarget.closest('dialog');
}

function addressIn(test: MomentsTest, { userTimestamp }: Moment): RecordingAddress {
  const { _id: testId, uniqueId, company, name: testName } = test;
  return { uniqueId, testId, company, testName, userTimestamp };
}

function KeyHint(props: { letter: string; text: string; onPress: () => void }) {
  const { letter, text, onPress } = props;
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex h-control-sm items-center gap-1.5 rounded-md hover:text-text"
    >
      <Key>{letter}</Key>
      {text}
    </button>
  );
}

/**
 * Returns the share of the test that can be searched for a search of words; undefined for a number.
 */
function useSubtitle(testId: TestId, { query }: MomentsRequest): string | undefined {
  const isOfTranscripts = query.of === 'said';
  const { data: counts } = useQuery({ ...transcriptCountsQuery(testId), enabled: isOfTranscripts });
  return isOfTranscripts && counts ? coverageText(counts) : undefined;
}

function coverageText({ states: { ready = 0 }, recordings }: TranscriptCounts): string {
  return `${ready} of ${recordings} recordings ${ready === 1 ? 'has' : 'have'} a transcript`;
}
