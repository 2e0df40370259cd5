// Keys of the player, and their help texts. They work while the focus is in the player or beside it (WCAG 2.2, 2.1.4:
// no single-character keys for the whole page).

import type { Player } from '#web/entities/recording/player.ts';
import type { Drafts } from './drafts.ts';
import { neighbourMark } from './moments.ts';

/** Objects that the keys act on. */
export interface KeyTarget {
  player: Player;
  /** The note and the clip that are being written, or null without permission. */
  drafts: Drafts | null;
  /** Times of the clicks, in order. */
  marksMs: readonly number[];
  toggleFullScreen: () => void;
  /** Opens the recording of the previous or next person within the filter; does nothing if there is none. */
  openNeighbour: (direction: 'previous' | 'next') => void;
  toggleHelp: () => void;
  captioned: boolean;
  /** Turns captions on or off, or null if there are none. */
  toggleCaptions: (() => void) | null;
}

/** Seek steps as in other players: five seconds for arrows, ten for J and L. */
const ARROW_MS = 5000;
const JUMP_MS = 10_000;
/** One picture at 30 a second; screen recordings rarely have more. */
const FRAME_MS = 1000 / 30;

const actions: Record<string, (target: KeyTarget) => void> = {
  ' ': ({ player }) => player.toggle(),
  k: ({ player }) => player.toggle(),
  j: ({ player }) => player.seekBy(-JUMP_MS),
  l: ({ player }) => player.seekBy(JUMP_MS),
  arrowleft: ({ player }) => player.seekBy(-ARROW_MS),
  arrowright: ({ player }) => player.seekBy(ARROW_MS),
  ',': (target) => step(target, -FRAME_MS),
  '.': (target) => step(target, FRAME_MS),
  home: ({ player }) => player.seek(0),
  end: ({ player }) => player.seek(player.getSnapshot().durationMs),
  'shift+n': ({ openNeighbour }) => openNeighbour('next'),
  'shift+p': ({ openNeighbour }) => openNeighbour('previous'),
  n: (target) => toMark(target, 'next'),
  p: (target) => toMark(target, 'previous'),
  t: ({ player, drafts }) => drafts?.writeNote(player.getSnapshot().atMs),
  i: ({ player, drafts }) => drafts?.setFrom(player.getSnapshot().atMs),
  o: ({ player, drafts }) => drafts?.setTo(player.getSnapshot().atMs),
  m: ({ player }) => player.toggleMute(),
  c: ({ toggleCaptions }) => toggleCaptions?.(),
  f: ({ toggleFullScreen }) => toggleFullScreen(),
  '?': ({ toggleHelp }) => toggleHelp(),
};

export const keyHelp: readonly { keys: readonly string[]; text: string; writes?: true }[] = [
  { keys: ['Space', 'K'], text: 'Play or pause' },
  { keys: ['←', '→'], text: 'Back or forward 5 seconds' },
  { keys: ['J', 'L'], text: 'Back or forward 10 seconds' },
  { keys: [',', '.'], text: 'Back or forward one picture' },
  { keys: ['P', 'N'], text: 'Previous or next click' },
  { keys: ['Shift P', 'Shift N'], text: 'Previous or next person' },
  { keys: ['T'], text: 'Add a note here', writes: true },
  { keys: ['I', 'O'], text: 'Begin or end a clip here', writes: true },
  { keys: ['Esc'], text: 'Cancel the clip', writes: true },
  { keys: ['Home', 'End'], text: 'To the start or the end' },
  { keys: ['M'], text: 'Sound on or off' },
  { keys: ['C'], text: 'Captions on or off, where there is a transcript' },
  { keys: ['F'], text: 'Full screen' },
  { keys: ['?'], text: 'This help' },
];

export function toMark({ player, marksMs }: KeyTarget, direction: 'next' | 'previous'): void {
  const markMs = neighbourMark(marksMs, player.getSnapshot().atMs, direction);
  if (markMs !== null) player.seek(markMs);
}

function step({ player }: KeyTarget, distanceMs: number): void {
  player.pause();
  player.seekBy(distanceMs);
}

/** Acts on a key press inside the player's region, unless the control in focus needs the key itself. */
export function pressKey(event: KeyboardEvent, target: KeyTarget): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const control = event.target instanceof Element ? event.target : null;
  if (control?.closest('dialog, select, textarea, input:not([data-timeline])')) return;
  // Arrows in the transcript seek from word to word.
  if (event.key.startsWith('Arrow') && control?.closest('[data-words]')) return;
  if (event.key === ' ' && control?.closest('button, a, summary')) return;
  if (event.key === 'Escape' && target.drafts?.cancelClip()) event.preventDefault();
  const key = event.key.toLowerCase();
  const action = (event.shiftKey && actions[`shift+${key}`]) || actions[key];
  if (action === undefined) return;
  event.preventDefault();
  action(target);
}
