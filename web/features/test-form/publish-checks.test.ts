// Tests of the list of what will not work.
import { describe, expect, it } from 'vitest';
import type { DescribedHost } from '#contract/prototypes.ts';
import {
  newQuestion,
  newSet,
  newTask,
  type StepValues,
  stepsOfValues,
} from '#web/entities/test/form-values.ts';
import { publishChecks } from './publish-checks.ts';

const host: DescribedHost = {
  name: 'Figma',
  webOrigin: 'https://www.figma.com',
  embedOrigin: 'https://embed.figma.com',
  messageOrigin: 'https://www.figma.com',
  clicks: true,
  pictures: true,
};
const figmaUrl = 'https://www.figma.com/proto/AAAAAAAAAAAAAAAAAAAAAA/Shop?node-id=1-2';
const task = () => newTask({ task: 'Find a plant.', figmaUrl });

const checksOf = (steps: StepValues[], { hosts = [host], goal = true } = {}) =>
  publishChecks(steps, { steps: stepsOfValues(steps), hosts, hasGoal: () => goal }).map(
    ({ at, name, isProblem, text }) =>
      `${at} ${isProblem ? 'problem' : 'caution'}: ${name}: ${text}`,
  );

describe('publishChecks', () => {
  it.each<[string, StepValues[], Parameters<typeof checksOf>[1], string[]]>([
    ['nothing of a complete test', [task(), newSet('sus')], {}, []],
    [
      'what is missing',
      [task(), newTask({ figmaUrl }), newTask({ task: 'Find a gift.' }), newQuestion('scale')],
      {},
      [
        '1 problem: Task 2: Write what participants are to do',
        '2 problem: Task 3: Add a link',
        '3 problem: Question 1: Write the question',
      ],
    ],
    [
      'a task without a goal',
      [task()],
      { goal: false },
      ['0 caution: Task 1: No goal, so success is not counted'],
    ],
    [
      'no goal of a page, which members judge',
      [newTask({ task: 'Find a plant.', figmaUrl: 'https://shop.example.org/' })],
      { goal: false },
      [],
    ],
    [
      'a design tool without a client id',
      [task()],
      { hosts: [{ ...host, clicks: false }] },
      [
        '0 caution: Task 1: Figma: screen and voice are recorded, without clicks and heatmaps. They need a client id on this server.',
      ],
    ],
    [
      'a link that cannot be embedded',
      [
        newTask({
          task: 'Find a plant.',
          figmaUrl: 'https://www.figma.com/community/file/123',
        }),
      ],
      {},
      [expect.stringMatching(/^0 caution: Task 1: /)],
    ],
  ])('names %s', (...[, steps, facts, expected]) => {
    expect(checksOf(steps, facts)).toEqual(expected);
  });

  it('names a condition on a step that is gone, and then no step out of reach', () => {
    const first = newSet('seq');
    const never = { ...newSet('sus'), shownWhen: { on: first.key, from: 9, to: 9 } };
    expect(checksOf([task(), first, never])).toEqual([expect.stringMatching(/^2 problem: /)]);
    const gone = { ...newSet('sus'), shownWhen: { on: 'gone', is: ['a'] } };
    expect(checksOf([task(), gone])).toEqual([
      '1 problem: Question 1: A condition can only be on an earlier step.',
    ]);
  });

  it('names a step that is out of reach', () => {
    const first = { ...newQuestion('yes_no'), question: 'Do you?' };
    const second = { ...newSet('seq'), shownWhen: { on: first.key, isNot: ['yes', 'no'] } };
    expect(checksOf([task(), first, second])).toEqual([
      '2 caution: Question 2: No one can reach it',
    ]);
  });
});
