// Table test: messages of an earlier visit → the participant's place among the tasks.
import { expect, it } from 'vitest';
import type { RawEvent } from '#contract/events.ts';
import { placeIn } from './interrupted.ts';
import type { SharedTask } from './participation.ts';

const task = (number: number, asks: SharedTask['asks']): SharedTask => ({
  number,
  kind: 'task',
  task: '',
  figmaUrl: '',
  embed: { kind: 'unsupported', reason: '' },
  asks,
});
const tasks = [task(4, ['did_it', 'ease']), task(2, ['did_it']), task(7, ['ease'])];

const showStep = (step: number) => ({ type: 'TRYOUT_STEP_SHOWN', data: { step } }) as const;
const endStep = (step: number, how: 'done' | 'stuck' = 'done') =>
  ({ type: 'TRYOUT_STEP_ENDED', data: { step, how } }) as const;
const press = { type: 'NEW_STATE', data: {} } as const;

it.each([
  ['nothing', [], null, [0, 'reading', null, 0]],
  ['the first task', [press, showStep(4), press], null, [0, 'doing', null, 1000]],
  ['the questions after it', [showStep(4), endStep(4)], null, [0, 'asking', 'done', 0]],
  [
    'the questions after giving up',
    [showStep(4), endStep(4, 'stuck')],
    null,
    [0, 'asking', 'stuck', 0],
  ],
  ['answered questions', [showStep(4), endStep(4)], 4, [1, 'reading', null, 0]],
  ['the second task', [showStep(4), endStep(4), press, showStep(2)], 4, [1, 'doing', null, 3000]],
  ['no question that is left', [showStep(2), endStep(2, 'stuck')], null, [2, 'reading', null, 0]],
  ['a step of another revision', [showStep(4), showStep(9)], null, [0, 'doing', null, 0]],
] as const)('%s', (...[, messages, closed, [at, phase, end, startMs]]) => {
  expect(placeIn(events(messages), tasks, closed)).toEqual({ at, phase, end, startMs });
});

it('the end of the last task leaves no place', () => {
  expect(placeIn(events([showStep(7), endStep(7)]), tasks, null)).toBeNull();
});

function events(messages: readonly Pick<RawEvent, 'type' | 'data'>[]): RawEvent[] {
  return messages.map((message, index) => ({ seq: index, atMs: index * 1000, ...message }));
}
