// Preview of the position under the pointer or the focus: a still of the recording (or the screen's image), the time,
// and the click if there is one.
import { useEffect } from 'react';
import type { StillSheet } from '#contract/stills.ts';
import type { Player } from '#web/entities/recording/player.ts';
import { type FoundStill, Still, stillAt } from '#web/entities/recording/still-picture.tsx';
import { formatDuration } from '#web/lib/format-time.ts';
import { useStore } from '#web/lib/use-store.ts';
import { type Chapter, chapterAt, clickName } from './moments.ts';
import { itemName, type NoteOrClip } from './notes-and-clips.ts';

interface TimelineHintProps {
  chapters: readonly Chapter[];
  stills: readonly StillSheet[];
  notesAndClips: readonly NoteOrClip[];
  /** Snapped to a near mark. */
  atMs: number;
  durationMs: number;
}

export function TimelineHint({
  chapters,
  stills,
  notesAndClips,
  atMs,
  durationMs,
}: TimelineHintProps) {
  const chapter = chapters[chapterAt(chapters, atMs)];
  const click = chapter?.clicks.find((candidate) => candidate.atMs === atMs);
  const item = notesAndClips.find((candidate) => candidate.atMs === atMs);
  const still = stillAt(stills, atMs);
  const percent = durationMs > 0 ? (atMs / durationMs) * 100 : 0;
  return (
    <div
      aria-hidden
      data-timeline-hint
      className="pointer-events-none absolute bottom-full z-10 mb-1 grid w-48 overflow-hidden rounded-md border border-line bg-raised text-center shadow-lg"
      // The preview stays within the bar: half of its 12rem must not exceed either side.
      style={{ left: `clamp(0px, calc(${percent}% - 6rem), calc(100% - 12rem))` }}
    >
      {still !== null && <FoundPicture sheets={stills} found={still} />}
      {still === null && chapter?.imageUrl && (
        <img src={chapter.imageUrl} alt="" className="h-27 w-full object-cover object-top" />
      )}
      <span className="px-2 py-1.5 text-xs tabular-nums">
        <b className="font-semibold">{formatDuration(atMs)}</b>
        {click && <span className="ml-1.5">{clickName(click)}</span>}
        {!click && chapter?.screenName && (
          <span className="ml-1.5 text-muted">{chapter.screenName}</span>
        )}
        {item && (
          <span dir="auto" className="mt-0.5 line-clamp-3 [overflow-wrap:anywhere]">
            {itemName(item)}
          </span>
        )}
      </span>
    </div>
  );
}

/** Keyboard users see it at the playhead while they move it. It is hidden during playback. */
export function PlayheadHint({
  player,
  ...rest
}: Omit<TimelineHintProps, 'atMs'> & { player: Player }) {
  const atMs = useStore(player, (state) => (state.playing ? null : state.atMs));
  return atMs === null ? null : <TimelineHint {...rest} atMs={atMs} />;
}

/** One still of a recording, cut out of its sheet; neighbouring sheets are loaded ahead. */
function FoundPicture({ sheets, found }: { sheets: readonly StillSheet[]; found: FoundStill }) {
  const sheet = sheets[found.sheet];
  const next = sheets[found.sheet + 1]?.url;
  const previous = sheets[found.sheet - 1]?.url;
  useEffect(() => {
    for (const url of [next, previous]) fetchAhead(url);
  }, [next, previous]);
  if (sheet === undefined) return null;
  return (
    <div className="grid justify-center bg-sunken">
      {/* The height fits a phone's portrait screen; the width follows from the shape. */}
      <Still
        still={{ ...sheet, index: found.place }}
        className={sheet.width < sheet.height ? 'h-40' : 'w-48'}
      />
    </div>
  );
}

/** Loads an image into the browser's cache, where it stays for a day. */
function fetchAhead(url: string | undefined): void {
  if (url !== undefined) new Image().src = url;
}
