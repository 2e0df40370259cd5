// Table tests of the way through a test: the next step by conditions, *Back*, and the counted place.
import { describe, expect, it } from 'vitest';
import type { Given } from '#contract/conditions.ts';
import type { PanelStep } from '#contract/steps.ts';
import type { SharedLink } from './shared-link.ts';
import {
  firstPlace,
  linkOfPerson,
  nextStep,
  panelBefore,
  placeAmong,
  readSteps,
  type SharedTask,
  type StudyStep,
} from './steps.ts';

type Condition = PanelStep['shownWhen'];

const question = (number: number, condition?: Condition): PanelStep => ({
  number,
  kind: 'question',
  question: 'Why?',
  help: '',
  isRequired: true,
  form: { type: 'short_text' },
  shownWhen: condition,
});
const task = (number: number, condition?: Condition): SharedTask => ({
  number,
  kind: 'task',
  task: 'Buy a plant.',
  figmaUrl: '',
  embed: { kind: 'unsupported', reason: '' },
  asks: [],
  shownWhen: condition,
});
const text = (number: number): PanelStep => ({ number, kind: 'text', text: 'Hello' });

const words = (...given: string[]): Given => ({ words: given, number: null });

/** A question, a follow-up for those who answered *a*, two tasks of which one is for them, and a last question. */
const steps: StudyStep[] = [
  question(1),
  question(2, { step: 1, is: ['a'] }),
  text(9),
  task(3),
  question(4, { step: 3, is: ['stuck'] }),
  task(5, { step: 2, isNot: ['x'] }),
  question(6, { step: 2, is: ['x'] }),
];

describe('the next step', () => {
  it.each<[string, number, [number, Given][], number | null, number[]]>([
    ['the first', -1, [], 0, []],
    ['a condition that does not hold', 0, [[1, words('b')]], 2, []],
    ['a condition that holds', 0, [[1, words('a')]], 1, []],
    ['the end of a task', 3, [[3, words('stuck')]], 4, []],
    ['another end of it', 3, [[3, words('done')]], 5, []],
    ['is not, of a step that was not shown', 3, [[1, words('b')]], 5, []],
    ['no step that follows', 5, [], null, []],
    [
      'an answer that no longer counts',
      0,
      [
        [1, words('b')],
        [2, words('x')],
      ],
      2,
      [2],
    ],
    [
      'nor for later conditions',
      1,
      [
        [2, words('x')],
        [5, words('done')],
      ],
      2,
      [],
    ],
  ])('%s', (...[, at, given, next, takenBack]) => {
    expect(nextStep(steps, at, new Map(given))).toEqual({ at: next, takenBack });
  });

  it('does not count the answer to a step that is passed over', () => {
    const chain = [
      question(1),
      question(2, { step: 1, is: ['a'] }),
      question(3, { step: 2, is: ['x'] }),
    ];
    const given = new Map([
      [1, words('b')],
      [2, words('x')],
      [3, words('y')],
    ]);
    expect(nextStep(chain, 0, given)).toEqual({ at: null, takenBack: [2, 3] });
  });
});

it.each<[string, number, [number, Given][], number | null]>([
  ['nothing', 0, [], null],
  ['a question', 1, [[1, words('a')]], 0],
  ['not a question that was not shown', 2, [[1, words('b')]], 0],
  ['the text of a task that has not begun', 3, [], 2],
  ['not a task that has ended', 4, [[3, words('stuck')]], null],
  ['a question after a task', 5, [[3, words('stuck')]], 4],
])('Back leads to %s', (...[, at, given, before]) => {
  expect(panelBefore(steps, at, new Map(given))).toBe(before);
});

it.each<[number, [number, Given][], string]>([
  [0, [], '1 of 4'],
  [1, [[1, words('a')]], '2 of 4'],
  [3, [[1, words('b')]], '1 of 2'],
  [
    4,
    [
      [1, words('b')],
      [3, words('stuck')],
    ],
    '2 of 2',
  ],
  [
    5,
    [
      [1, words('b')],
      [3, words('done')],
    ],
    '2 of 2',
  ],
  [
    6,
    [
      [1, words('a')],
      [2, words('x')],
      [3, words('done')],
    ],
    '3 of 3',
  ],
])('step %i is counted as what may be shown: %j', (at, given, expected) => {
  const { place, of } = placeAmong(steps, at, new Map(given));
  expect(`${place} of ${of}`).toBe(expected);
});

it('a step that this version cannot read is left out', () => {
  const shared = [
    {
      number: 1,
      kind: 'question' as const,
      panel: { kind: 'question', form: { type: 'drawing' } },
    },
    { number: 2, kind: 'text' as const, panel: { number: 2, kind: 'text', text: 'Hello' } },
    { ...task(3), shownWhen: { step: 2, unknown: true } },
  ];
  expect(readSteps(shared)).toEqual([
    { number: 2, kind: 'text', text: 'Hello' },
    { ...task(3), shownWhen: undefined },
  ]);
});

describe('the steps of one person', () => {
  const link = {
    test: { task: 'Buy a plant.', figmaUrl: 'https://example.org/a' },
    steps: [
      { ...task(1), figmaUrl: 'https://example.org/a', variant: 1, shuffled: true },
      { ...task(2), figmaUrl: 'https://example.org/b', variant: 2, shuffled: true },
      { ...task(3), task: 'Pay.', figmaUrl: 'https://example.org/c', shuffled: true },
      { number: 4, kind: 'question', panel: question(4, { step: 1, is: ['stuck'] }) },
    ],
  } as unknown as SharedLink;

  it('stand in their order, with the link of the first task', () => {
    const own = linkOfPerson(link, [3, 2, 4]);
    expect(own.steps.map(({ number }) => number)).toEqual([3, 2, 4]);
    expect(own.test).toMatchObject({ task: 'Pay.', figmaUrl: 'https://example.org/c' });
  });

  it('have conditions on the variant of the person', () => {
    const steps = readSteps(linkOfPerson(link, [3, 2, 4]).steps);
    expect(steps[2]?.shownWhen).toEqual({ step: 2, is: ['stuck'] });
    expect(readSteps(linkOfPerson(link, [1, 3, 4]).steps)[2]?.shownWhen?.step).toBe(1);
  });

  it('are all of a test that is the same for everyone', () => {
    expect(linkOfPerson(link, undefined)).toBe(link);
  });

  it('begin with the text of the first task, which no page has shown before', () => {
    const steps = readSteps(linkOfPerson(link, [3, 2, 4]).steps);
    expect(firstPlace(steps, new Map())).toMatchObject({ at: 0, phase: 'reading' });
  });
});
