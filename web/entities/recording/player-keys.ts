// The one set of keys of all players, with their help texts. A player has the keys whose actions it offers. They work
// while the focus is in the player or beside it (WCAG 2.2, 2.1.4: no single-character keys for the whole page).
import type { Player } from './player.ts';

/** Steps as in other players: five seconds for arrows, ten for J and L. */
const ARROW_MS = 5000;
const JUMP_MS = 10_000;
/** One picture at 30 a second; screen recordings rarely have more. */
const FRAME_MS = 1000 / 30;

/** Rows of the help: what the keys do, and the action of each. Actions of a row are offered together. */
const rows = [
  ['Play or pause', { Space: 'toggle', K: 'toggle' }],
  ['Back or forward 5 seconds', { '←': 'back', '→': 'forward' }],
  ['Back or forward 10 seconds', { J: 'jumpBack', L: 'jumpForward' }],
  ['Back or forward one picture', { ',': 'frameBack', '.': 'frameForward' }],
  ['To the start or the end', { Home: 'start', End: 'end' }],
  ['Previous or next person', { P: 'previousPerson', N: 'nextPerson' }],
  ['Previous or next click', { 'Shift P': 'previousClick', 'Shift N': 'nextClick' }],
  ['Add a note here', { T: 'note' }],
  ['Begin or end a clip here', { I: 'clipIn', O: 'clipOut' }],
  ['Cancel the clip', { Esc: 'cancelClip' }],
  ['Captions on or off', { C: 'captions' }],
  ['Sound on or off', { M: 'mute' }],
  ['Full screen', { F: 'fullScreen' }],
  ['This help', { '?': 'help' }],
] as const satisfies readonly (readonly [string, Readonly<Record<string, string>>])[];

type ValuesOf<Table> = Table extends unknown ? Table[keyof Table] : never;
type Action = ValuesOf<(typeof rows)[number][1]>;

/** Actions that a player offers now. `cancelClip` returns whether there was a clip to cancel. */
export type KeyActions = { [Name in Action]?: (() => unknown) | undefined };

/** Names of keys in the help that browsers name otherwise. */
const browserNames: Readonly<Record<string, string>> = {
  Space: ' ',
  Esc: 'Escape',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
};

const actionOfKey = new Map<string, Action>(
  rows.flatMap(([, keys]) =>
    Object.entries(keys).map(([name, action]): [string, Action] => [
      (browserNames[name] ?? name).toLowerCase(),
      action,
    ]),
  ),
);

/** Returns the rows of the help that a player offers. */
export function keyHelp(actions: KeyActions): { keys: string[]; text: string }[] {
  return rows
    .filter(([, keys]) => Object.values(keys).every((action) => actions[action] !== undefined))
    .map(([text, keys]) => ({ keys: Object.keys(keys), text }));
}

/** Returns the actions that move the position by steps. */
export function seekActions(seekBy: (distanceMs: number) => void): KeyActions {
  return {
    back: () => seekBy(-ARROW_MS),
    forward: () => seekBy(ARROW_MS),
    jumpBack: () => seekBy(-JUMP_MS),
    jumpForward: () => seekBy(JUMP_MS),
  };
}

/** Returns the actions of a video. */
export function videoActions(player: Player): KeyActions {
  const step = (distanceMs: number) => () => {
    player.pause();
    player.seekBy(distanceMs);
  };
  return {
    ...seekActions((distanceMs) => player.seekBy(distanceMs)),
    toggle: () => player.toggle(),
    frameBack: step(-FRAME_MS),
    frameForward: step(FRAME_MS),
    start: () => player.seek(0),
    end: () => player.seek(player.getSnapshot().durationMs),
    mute: () => player.toggleMute(),
  };
}

/** Fields of the event, which is the browser's or React's. */
type KeyPress = Pick<
  KeyboardEvent,
  | 'key'
  | 'shiftKey'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'defaultPrevented'
  | 'target'
  | 'currentTarget'
  | 'preventDefault'
>;

/** Acts on a key press inside a player's region, unless the control in focus needs the key itself. */
export function pressKey(event: KeyPress, actions: KeyActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isNeededByControl(event)) return;
  const key = event.key.toLowerCase();
  const action =
    (event.shiftKey && actionOfKey.get(`shift ${key}`)) || actionOfKey.get(key) || undefined;
  const act = action && actions[action];
  if (act === undefined) return;
  // Escape without a clip to cancel closes what is around the player.
  if (act() === false && action === 'cancelClip') return;
  event.preventDefault();
}

function isNeededByControl({ key, target, currentTarget }: KeyPress): boolean {
  if (target === null || !(target instanceof Element)) return false;
  const around = currentTarget instanceof Element ? currentTarget.closest('dialog') : null;
  // A dialog that the region has opened, where people write.
  if (target.closest('dialog') !== around) return true;
  if (target.closest('select, textarea, input:not([type=range])')) return true;
  if (key === ' ') return target.closest('button, a, summary') !== null;
  // A slider of another value than the time, and words of a transcript, which arrows step through.
  const steps = key.startsWith('Arrow') || key === 'Home' || key === 'End';
  return steps && target.closest('input:not([data-timeline]), [data-words]') !== null;
}
