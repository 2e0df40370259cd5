// A creator's clicks through a prototype as a route: the same screens that a participant's path would have.
import { expect, it } from 'vitest';
import type { PrototypeMessage } from '#contract/events.ts';
import { walkedRoute } from './route-dialog.tsx';

const loaded: PrototypeMessage = { type: 'INITIAL_LOAD', data: {} };
const present = (presentedNodeId: string, isStoredInHistory = true): PrototypeMessage => ({
  type: 'PRESENTED_NODE_CHANGED',
  data: { presentedNodeId, isStoredInHistory },
});

it.each<[string, PrototypeMessage[], string[]]>([
  ['nothing yet', [], []],
  ['a sign-in', [{ type: 'LOGIN_SCREEN_SHOWN', data: {} }], []],
  ['the start once it is loaded', [loaded], ['1:2']],
  [
    'screens as they come, overlays too',
    [loaded, present('1:3'), present('1-9')],
    ['1:2', '1:3', '1:9'],
  ],
  ['a start that comes twice', [loaded, present('1:2'), present('1:3')], ['1:2', '1:3']],
  [
    'no hover',
    [loaded, present('1:3', false), present('1:2', false), present('1:6')],
    ['1:2', '1:6'],
  ],
  ['the way back', [loaded, present('1:3'), present('1:2')], ['1:2', '1:3', '1:2']],
])('%s', (_what, messages, route) => {
  expect(walkedRoute(messages, '1:2')).toEqual(route);
});
