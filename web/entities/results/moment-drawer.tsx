// The one drawer of moments: the people of a number, each with the moment in their recording. It is
// beside the page if there is room, otherwise it opens over it from below.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ExternalLink, Scissors, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Link, useNavigate } from 'react-router';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { TestId } from '#contract/ids.ts';
import { MOMENT_AFTER_MS, MOMENT_BEFORE_MS, type Moment } from '#contract/moments.ts';
import type { RecordingAddress } from '#contract/paths.ts';
import { recordings } from '#contract/recordings.api.ts';
import type { Test } from '#contract/tests.ts';
import type { TranscriptCounts } from '#contract/transcripts.ts';
import { useMayNote } from '#web/entities/account/rights.ts';
import { titleOfOne } from '#web/entities/clip/clip-around.ts';
import { ClipPlayer } from '#web/entities/clip/clip-player.tsx';
import { useMomentClip } from '#web/entities/clip/moment-clip.ts';
import { AddToReport } from '#web/entities/finding/add-to-report.tsx';
import { numberEvidence } from '#web/entities/finding/number-text.ts';
import { Player, type Span } from '#web/entities/recording/player.ts';
import { transcriptCountsQuery } from '#web/entities/transcript/transcript.query.ts';
import { callAddress } from '#web/lib/call-address.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import { filterOf, recordingHref } from './filter.ts';
import { MomentList } from './moment-list.tsx';
import { type MomentsRequest, usePlaying } from './open-moments.ts';
import { type ListedMoment, type MomentsPage, momentKey, momentsQuery } from './results.query.ts';
import { useResultFilter } from './use-filter.ts';

/** Fields of a test for a recording's address. */
export type MomentsTest = Pick<Test, '_id' | 'uniqueId' | 'company' | 'name'>;

interface MomentDrawerProps {
  test: MomentsTest;
  request: MomentsRequest;
  onClose: () => void;
}

export function MomentDrawer({ test, request, onClose }: MomentDrawerProps) {
  const isWide = useMedia('(width >= 75rem)');
  const Frame = isWide ? BesideFrame : SheetFrame;
  const { filter } = useResultFilter();
  const subtitle = useSubtitle(test._id, request);
  const list = useInfiniteQuery(momentsQuery(test._id, filter, request.query));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const [playing, setPlaying] = usePlaying();
  const [player] = useState(() => new Player());
  const [wasPressed, setPressed] = useState(false);
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A pressed control of the player goes with the recording before: the keys need the focus in here.
    const lost = playing !== null && document.activeElement === document.body;
    if (wasPressed && lost) heading.current?.focus({ preventScroll: true });
  }, [playing, wasPressed]);
  const at = items.findIndex((moment) => momentKey(moment) === playing);
  const current = items[at];
  const within = { ...filter, ...filterOf(request.query) };
  const hrefOf = (moment: Moment, atMs: number) =>
    recordingHref(addressIn(test, moment), { filter: within, atMs });

  const choose = (moment: ListedMoment | undefined) => {
    if (moment === undefined) return;
    setPressed(true);
    if (momentKey(moment) === playing) player.playFrom(clipOf(moment).fromMs);
    else setPlaying(momentKey(moment));
  };
  const next = async () => {
    if (at + 1 < items.length || !list.hasNextPage) return choose(items[at + 1]);
    const { data } = await list.fetchNextPage();
    choose(data?.pages.flatMap((page) => page.items)[at + 1]);
  };
  const makeClip = useMomentClip(test._id);
  const mayNote = useMayNote();
  const keepClip = (moment: Moment) => makeClip({ ...moment, title: titleOfOne(request.title) });
  const actions: Record<string, () => void> = {
    n: () => void next(),
    p: () => choose(items[at - 1]),
    c: () => mayNote && current && keepClip(current),
    o: () => current && navigate(hrefOf(current, player.getSnapshot().atMs)),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isOfDialog(event)) return;
    const action = actions[event.key.toLowerCase()];
    if (event.key === 'Escape') onClose();
    else action?.();
    if (action || event.key === 'Escape') event.preventDefault();
  };
  return (
    <Frame
      subtitle={subtitle}
      heading={heading}
      onClose={onClose}
      onKeyDown={onKeyDown}
      title={request.title}
    >
      {current && (
        <MomentPlayer
          key={momentKey(current)}
          player={player}
          moment={current}
          plays={wasPressed}
          address={addressIn(test, current)}
          href={hrefOf(current, current.atMs)}
          onClip={mayNote ? () => keepClip(current) : null}
        />
      )}
      <MomentList
        list={list}
        items={items}
        playing={playing}
        of={request.query.of}
        onChoose={choose}
      />
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-4 py-2.5 text-muted text-sm">
        <KeyHint letter="N" text="next" onPress={() => void next()} />
        <KeyHint letter="P" text="previous" onPress={() => choose(items[at - 1])} />
        {request.query.of !== 'said' && (
          <AddToReport
            testId={test._id}
            what={request.title}
            evidence={numberEvidence({ ...request, number: request.number ?? 'people', filter })}
          />
        )}
        <span className="ml-auto tabular-nums">
          {list.data?.pages[0] && countText(list.data.pages[0], { at, of: request.query.of })}
        </span>
      </footer>
    </Frame>
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
  const people = total === 1 ? '1 person' : `${total} people`;
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

interface FrameProps extends HeadingProps {
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** A part of the page: the keys work while the focus is in it (WCAG 2.2, 2.1.4). */
function BesideFrame({ heading, onKeyDown, children, ...frameProps }: FrameProps) {
  useEffect(() => {
    const opener = document.activeElement;
    // Nothing was pressed: a reload found it open.
    if (
      !(opener instanceof HTMLElement || opener instanceof SVGElement) ||
      opener === document.body
    )
      return;
    heading.current?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement === document.body) opener.focus({ preventScroll: true });
    };
  }, [heading]);
  return (
    <aside
      aria-labelledby="moments"
      onKeyDown={onKeyDown}
      className="sticky top-18 flex max-h-[calc(100dvh-5.5rem)] flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-md print:hidden"
    >
      <Heading heading={heading} {...frameProps} />
      {children}
    </aside>
  );
}

/**
 * A dialog from below. The browser traps the focus in it and returns it, if the dialog closes while
 * still in the page.
 */
function SheetFrame({ onClose, onKeyDown, children, ...frameProps }: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="moments"
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
      className="mx-auto mt-auto mb-0 max-h-[88dvh] w-full max-w-2xl rounded-t-xl border border-line border-b-0 bg-surface p-0 shadow-lg"
    >
      <div className="flex max-h-[88dvh] flex-col overflow-hidden">
        <Heading onClose={onClose} {...frameProps} />
        {children}
      </div>
    </dialog>
  );
}

/**
 * Returns the subject of the number; for a search of words, the share of the test that can be
 * searched.
 */
function useSubtitle(testId: TestId, { query, subtitle }: MomentsRequest): string | undefined {
  const isSaid = query.of === 'said';
  const { data: counts } = useQuery({ ...transcriptCountsQuery(testId), enabled: isSaid });
  return isSaid ? counts && coverageText(counts) : subtitle;
}

function coverageText({ states: { ready = 0 }, recordings }: TranscriptCounts): string {
  return `${ready} of ${recordings} recordings ${ready === 1 ? 'has' : 'have'} a transcript`;
}

interface HeadingProps {
  title: string;
  subtitle: string | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
}

function Heading({ title, subtitle, heading, onClose }: HeadingProps) {
  return (
    <header className="flex items-start gap-2 border-line border-b py-2 pr-2 pl-4">
      <div className="min-w-0 grow py-1.5">
        <h2 ref={heading} id="moments" tabIndex={-1} className="text-base">
          <Name>{title}</Name>
        </h2>
        {subtitle && (
          <p className="text-muted text-sm">
            <Name>{subtitle}</Name>
          </p>
        )}
      </div>
      <IconButton
        label="Close (Escape)"
        icon={<X aria-hidden className="size-5" />}
        onClick={onClose}
      />
    </header>
  );
}

/**
 * Returns whether the window fits a media query, and renders again when that changes. @param query such as `(width >=
 * 75rem)`
 */
function useMedia(query: string): boolean {
  const media = useMemo(() => {
    const list = matchMedia(query);
    return {
      subscribe: (listener: () => void) => {
        list.addEventListener('change', listener);
        return () => list.removeEventListener('change', listener);
      },
      matches: () => list.matches,
    };
  }, [query]);
  return useSyncExternalStore(media.subscribe, media.matches);
}

// The small player of the moment drawer: from 3 s before a moment to 7 s after it.

interface MomentPlayerProps {
  player: Player;
  moment: Moment;
  address: RecordingAddress;
  /** The recording's page at the moment. */
  href: string;
  /** Keeps the moment as a clip. */
  /** Creates a clip; null for people without the right. */
  onClip: (() => void) | null;
  /** It was chosen by a press; one that a reload finds waits. */
  plays: boolean;
}

/** Use it with the session as its key: another recording is another element. */
function MomentPlayer({ player, moment, address, href, plays, onClip }: MomentPlayerProps) {
  // The source of the first rendering, because a longer one of a running recording would restart
  // the video.
  const [src] = useState(() => sourceOf(moment, address));
  return (
    <ClipPlayer
      player={player}
      src={src}
      plays={plays}
      span={clipOf(moment)}
      markMs={moment.atMs}
      label={`Recording of ${isolateName(moment.participantName)}`}
    >
      {onClip && (
        <IconButton
          label="Save as clip (C)"
          icon={<Scissors aria-hidden className="size-4" />}
          onClick={onClip}
        />
      )}
      <Link
        to={href}
        className="grid size-control shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
        title="Open recording (O)"
      >
        <ExternalLink aria-hidden className="size-4" />
        <span className="sr-only">Open recording (O)</span>
      </Link>
    </ClipPlayer>
  );
}

/** Returns the played stretch of a recording, in milliseconds since its start. */
function clipOf({ atMs, durationMs }: Pick<Moment, 'atMs' | 'durationMs'>): Span {
  const fromMs = Math.max(0, Math.min(atMs, durationMs ?? atMs) - MOMENT_BEFORE_MS);
  return { fromMs, toMs: Math.min(atMs + MOMENT_AFTER_MS, durationMs ?? Number.POSITIVE_INFINITY) };
}

/**
 * A running recording's video has another address for each length, because browsers cache a file's
 * size.
 */
function sourceOf({ outcome, durationMs }: Moment, address: RecordingAddress): string {
  const url = callAddress(recordings.video, { params: address });
  return outcome === 'running' && durationMs !== null ? `${url}?arrived=${durationMs}` : url;
}
