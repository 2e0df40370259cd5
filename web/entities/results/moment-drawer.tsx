// The one drawer of moments: the people of a number, each with the moment in their recording. They play one by one, or
// all in a row.

import { useQuery } from '@tanstack/react-query';
import { Filter, Play, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { TestId } from '#contract/ids.ts';
import type { Moment } from '#contract/moments.ts';
import type { RecordingAddress } from '#contract/paths.ts';
import type { Test } from '#contract/tests.ts';
import type { TranscriptCounts } from '#contract/transcripts.ts';
import { peopleCount } from '#insight/numbers/words.ts';
import { useMayNote } from '#web/entities/account/rights.ts';
import { titleOfOne } from '#web/entities/clip/clip-around.ts';
import { pressKey } from '#web/entities/clip/clip-player.tsx';
import { useMomentClip } from '#web/entities/clip/moment-clip.ts';
import { AddToReport } from '#web/entities/finding/add-to-report.tsx';
import { numberEvidence } from '#web/entities/finding/number-text.ts';
import { transcriptCountsQuery } from '#web/entities/transcript/transcript.query.ts';
import { Button } from '#web/ui/button.tsx';
import { filterOf, filterQuery, recordingHref } from './filter.ts';
import { MomentFrame } from './moment-frames.tsx';
import { MomentList } from './moment-list.tsx';
import { MomentPlayer } from './moment-player.tsx';
import { useMomentsPlayer } from './moments-player.ts';
import type { MomentsRequest } from './open-moments.ts';
import { type MomentsPage, momentKey } from './results.query.ts';
import { useResultFilter } from './use-filter.ts';

/** Fields of a test for a recording's address. */
export type MomentsTest = Pick<Test, '_id' | 'uniqueId' | 'company' | 'name'>;

interface MomentDrawerProps {
  test: MomentsTest;
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
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A pressed control of the player goes with the recording before: the keys need the focus in here.
    const lost = playing !== null && document.activeElement === document.body;
    if (wasPressed && lost) heading.current?.focus({ preventScroll: true });
  }, [playing, wasPressed]);
  const within = { ...filter, ...filterOf(request.query) };
  const hrefOf = (moment: Moment, atMs: number) =>
    recordingHref(addressIn(test, moment), { filter: within, atMs });
  const makeClip = useMomentClip(test._id);
  const mayNote = useMayNote();
  const keepClip = (moment: Moment) => makeClip({ ...moment, title: titleOfOne(title) });
  const actions: Record<string, () => void> = {
    n: next,
    p: () => choose(items[at - 1]),
    c: () => mayNote && current && keepClip(current),
    o: () => current && navigate(hrefOf(current, player.getSnapshot().atMs)),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isOfDialog(event)) return;
    const action = actions[event.key.toLowerCase()];
    if (event.key === 'Escape') onClose();
    else if (action) action();
    else if (current) pressKey(event, player);
    if (action || event.key === 'Escape') event.preventDefault();
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
            onClip={mayNote ? () => keepClip(current) : null}
          />
        ) : (
          // The frame has its final size while the people are loaded.
          moments.isStarting && (
            <div data-scheme="dark" className="bg-sunken max-md:aspect-video md:grow" />
          )
        )
      }
    >
      <ListControls
        request={request}
        playsAll={moments.playsAll}
        onPlayAll={items.length > 0 ? moments.togglePlayAll : null}
      />
      <MomentList
        list={list}
        items={items}
        playing={playing}
        of={request.query.of}
        onChoose={choose}
      />
      <ListFooter test={test} request={request} moments={moments} />
    </MomentFrame>
  );
}

interface ListFooterProps {
  test: MomentsTest;
  request: MomentsRequest;
  moments: ReturnType<typeof useMomentsPlayer>;
}

/** Below the list: keys of previous and next person, the way into the report, and how many people there are. */
function ListFooter({ test, request, moments }: ListFooterProps) {
  const { filter } = useResultFilter();
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
      <kbd className="min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 text-center font-mono text-xs">
        {letter}
      </kbd>
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
