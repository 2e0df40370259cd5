// The keys of all players: each has one meaning, and the help lists what a player offers.
import { expect, it } from 'vitest';
import { type KeyActions, keyHelp, pressKey } from './player-keys.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

/** Presses a key. @returns what was done, and whether the browser does nothing more */
function press(key: string, more: Partial<typeof none> = {}, actions: KeyActions = all()) {
  done.length = 0;
  let isPrevented = false;
  pressKey(
    {
      ...none,
      ...more,
      key,
      defaultPrevented: false,
      target: null,
      currentTarget: null,
      preventDefault: () => {
        isPrevented = true;
      },
    },
    actions,
  );
  return { done: [...done], isPrevented };
}

const done: string[] = [];

/** Every action that a player can offer. */
function all(): KeyActions {
  return new Proxy({}, { get: (_, name) => () => done.push(String(name)) });
}

it.each([
  [' ', {}, 'toggle'],
  ['k', {}, 'toggle'],
  ['n', {}, 'nextPerson'],
  ['p', {}, 'previousPerson'],
  ['N', { shiftKey: true }, 'nextClick'],
  ['P', { shiftKey: true }, 'previousClick'],
  ['i', {}, 'clipIn'],
  ['o', {}, 'clipOut'],
  ['c', {}, 'captions'],
  ['ArrowLeft', {}, 'back'],
  ['?', { shiftKey: true }, 'help'],
])('%j %j: %s', (key, modifiers, action) => {
  expect(press(key, modifiers)).toEqual({ done: [action], isPrevented: true });
});

it('leaves keys with modifiers, other keys, and those of actions that a player lacks', () => {
  const nothing = { done: [], isPrevented: false };
  expect(press('n', { ctrlKey: true })).toEqual(nothing);
  expect(press('q')).toEqual(nothing);
  expect(press('c', {}, { toggle: () => done.push('toggle') })).toEqual(nothing);
});

it('Escape goes on where there is no clip to cancel', () => {
  expect(press('Escape', {}, { cancelClip: () => false }).isPrevented).toBe(false);
  expect(press('Escape', {}, { cancelClip: () => true }).isPrevented).toBe(true);
});

it('the help lists the keys of a player alone, each once', () => {
  expect(keyHelp({ toggle: () => undefined, captions: undefined })).toEqual([
    { keys: ['Space', 'K'], text: 'Play or pause' },
  ]);
  const keys = keyHelp(all()).flatMap((row) => row.keys);
  expect(new Set(keys).size).toBe(keys.length);
});
