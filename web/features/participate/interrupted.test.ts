// Table test: messages of an earlier visit and spooled steps → the participant's place among the steps.
import { expect, it } from 'vitest';
import type { SpooledStep } from '#capture/spool/spool.ts';
import type { RawEvent } from '#contract/events.ts';
import type { PanelStep } from '#contract/steps.ts';
import { leftAt } from './interrupted.ts';
import type { SharedTask, StudyStep } from './steps.ts';

const task = (number: number, asks: SharedTask['asks']): SharedTask => ({
  number,
  kind: 'task',
  task: '',
  figmaUrl: '',
  embed: { kind: 'unsupported', reason: '' },
  asks,
});
const text = (number: number, condition?: PanelStep['shownWhen']): PanelStep => ({
  number,
  kind: 'text',
  text: '',
  shownWhen: condition,
});
const tasks = [task(4, ['did_it', 'ease']), task(2, ['did_it']), task(7, ['ease'])];

const showStep = (step: number) => ({ type: 'TRYOUT_STEP_SHOWN', data: { step } }) as const;
const endStep = (step: number, how: 'done' | 'stuck' = 'done') =>
  ({ type: 'TRYOUT_STEP_ENDED', data: { step, how } }) as const;
const giveAnswer = (step: number) => ({ type: 'TRYOUT_ANSWERED', data: { step } }) as const;
const press = { type: 'NEW_STATE', data: {} } as const;
const spooledStep = (step: number, part: Partial<SpooledStep>): SpooledStep => ({
  step,
  draft: null,
  given: null,
  isClosed: false,
  ...part,
});
const closed = (step: number) => [spooledStep(step, { isClosed: true })];

it.each([
  ['nothing', [], [], [0, 'reading', null, 0]],
  ['the first task', [press, showStep(4), press], [], [0, 'doing', null, 1000]],
  ['the questions after it', [showStep(4), endStep(4)], [], [0, 'asking', 'done', 0]],
  [
    'the questions after giving up',
    [showStep(4), endStep(4, 'stuck')],
    [],
    [0, 'asking', 'stuck', 0],
  ],
  ['answered questions', [showStep(4), endStep(4)], closed(4), [1, 'reading', null, 0]],
  [
    'the second task',
    [showStep(4), endStep(4), press, showStep(2)],
    closed(4),
    [1, 'doing', null, 3000],
  ],
  ['no question that is left', [showStep(2), endStep(2, 'stuck')], [], [2, 'reading', null, 0]],
  ['a step of another revision', [showStep(4), showStep(9)], [], [0, 'doing', null, 0]],
] as const)('%s', (...[, messages, spooled, [at, phase, end, startMs]]) => {
  expect(leftAt(tasks, events(messages), spooled)?.place).toEqual({ at, phase, end, startMs });
});

const study: StudyStep[] = [
  text(1),
  task(4, []),
  text(5),
  text(6, { step: 1, is: ['daily'] }),
  text(8, { step: 4, is: ['stuck'] }),
  task(2, ['did_it']),
  text(9),
];
const daily = [spooledStep(1, { given: { words: ['daily'], number: null } })];

it.each([
  ['before anything was recorded', [], [], [0, 'panel']],
  ['a panel', [showStep(1)], [], [0, 'panel']],
  ['an answer that was given, before the end', [showStep(1), giveAnswer(1)], [], [0, 'panel']],
  ['the end of a panel', [showStep(1), giveAnswer(1), endStep(1)], [], [1, 'reading']],
  ['a task without questions', [showStep(4), endStep(4)], [], [2, 'panel']],
  ['back in a panel', [showStep(6), endStep(6), showStep(5)], [], [2, 'panel']],
  ['conditions that do not hold', [showStep(4), endStep(4), endStep(5)], [], [5, 'reading']],
  ['an earlier answer', [showStep(4), endStep(4), showStep(5), endStep(5)], daily, [3, 'panel']],
  [
    'the end of an earlier task',
    [showStep(4), endStep(4, 'stuck'), showStep(5), endStep(5)],
    [],
    [4, 'panel'],
  ],
  ['the card before a panel', [showStep(2), endStep(2)], [], [5, 'asking']],
  ['the last panel', [showStep(2), endStep(2), showStep(9)], closed(2), [6, 'panel']],
] as const)('among panels: %s', (...[, messages, spooled, [at, phase]]) => {
  expect(leftAt(study, events(messages), spooled)?.place).toMatchObject({ at, phase });
});

it.each([
  ['task', tasks, [showStep(7), endStep(7)]],
  ['panel', study, [showStep(9), endStep(9)]],
] as const)('the end of the last %s leaves no place', (...[, steps, messages]) => {
  expect(leftAt(steps, events(messages), [])).toBeNull();
});

function events(messages: readonly Pick<RawEvent, 'type' | 'data'>[]): RawEvent[] {
  return messages.map((message, index) => ({ seq: index, atMs: index * 1000, ...message }));
}
