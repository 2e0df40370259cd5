// Notes and clips on the timeline, in a lane of their own under the track: a diamond for a note, a bar for a clip, and the
// stretch whose ends are being set.
import type { CSSProperties } from 'react';
import type { Player } from '#web/entities/recording/player.ts';
import { useStore } from '#web/lib/use-store.ts';
import type { Drafts } from './drafts.ts';
import type { NoteOrClip } from './notes-and-clips.ts';

/** Marks of the timeline, also used in its legend. */
export const noteMark =
  'size-2.5 rotate-45 rounded-[2px] bg-text ring-1 ring-surface forced-color-adjust-none';
export const clipMark =
  'h-1.5 rounded-full bg-accent/70 ring-1 ring-surface forced-color-adjust-none';

interface TimelineNotesProps {
  notesAndClips: readonly NoteOrClip[];
  durationMs: number;
}

export function TimelineNotes({ notesAndClips, durationMs }: TimelineNotesProps) {
  if (durationMs <= 0) return null;
  return (
    <div aria-hidden className="absolute inset-0">
      {notesAndClips.map((one) =>
        one.kind === 'clip' ? (
          <span
            key={one.clip.id}
            data-clip
            className={`absolute top-12 min-w-1.5 ${clipMark}`}
            style={stretch(one.clip.fromMs, one.clip.toMs, durationMs)}
          />
        ) : (
          <span
            key={one.note.id}
            data-note
            className={`absolute top-12.75 z-1 -translate-1/2 ${noteMark}`}
            style={{ left: percent(one.note.atMs, durationMs) }}
          />
        ),
      )}
    </div>
  );
}

interface DraftStretchProps {
  drafts: Drafts;
  player: Player;
  durationMs: number;
}

/** A stretch with only one end reaches to the player's position. */
export function DraftStretch({ drafts, player, durationMs }: DraftStretchProps) {
  const clip = useStore(drafts, (state) => state.clip);
  if (clip === null || durationMs <= 0) return null;
  const { fromMs, toMs } = clip;
  if (fromMs !== null && toMs !== null)
    return <Stretch fromMs={fromMs} toMs={toMs} durationMs={durationMs} />;
  return <OpenStretch endMs={fromMs ?? toMs ?? 0} player={player} durationMs={durationMs} />;
}

function OpenStretch({
  endMs,
  player,
  durationMs,
}: Omit<DraftStretchProps, 'drafts'> & { endMs: number }) {
  const atMs = useStore(player, (state) => state.atMs);
  return (
    <Stretch fromMs={Math.min(endMs, atMs)} toMs={Math.max(endMs, atMs)} durationMs={durationMs} />
  );
}

function Stretch({
  fromMs,
  toMs,
  durationMs,
}: {
  fromMs: number;
  toMs: number;
  durationMs: number;
}) {
  return (
    <span
      aria-hidden
      data-draft-clip
      className="absolute top-6 h-5 min-w-0.5 border-accent border-x-2 bg-accent/25 forced-color-adjust-none"
      style={stretch(fromMs, toMs, durationMs)}
    />
  );
}

export function stretch(fromMs: number, toMs: number, durationMs: number): CSSProperties {
  return { left: percent(fromMs, durationMs), width: percent(toMs - fromMs, durationMs) };
}

/** Returns a part of the recording as a length of the timeline. */
export function percent(partMs: number, durationMs: number): string {
  return `${Math.min(100, (partMs / durationMs) * 100)}%`;
}
