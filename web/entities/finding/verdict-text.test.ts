// The verdict says how sure it is, and what would decide it.
import { expect, it } from 'vitest';
import { proportionOf } from '#insight/numbers/share.ts';
import { verdictOf, verdictOfTasks } from '#insight/numbers/verdict.ts';
import { verdictText } from './verdict-text.ts';

const sure = 'Of all people like these, most likely 48 to 73 % succeed (95 % interval).';
const success = proportionOf(35, 57);

it.each([
  [success, 40, 'Target of 40 % reached', `${sure} All of that is at or above 40 %.`],
  [success, 80, 'Target of 80 % missed', `${sure} All of that is below 80 %.`],
  [
    success,
    70,
    'Target of 70 %: not decided yet',
    `${sure} 70 % lies within. If the result stays like this, about 60 more people would decide it.`,
  ],
  [
    proportionOf(3, 4),
    80,
    'Target of 80 %: not decided yet',
    /^4 people are too few to say\. If the result stays like this, about \d+ more people would decide it\.$/,
  ],
  [
    proportionOf(35, 50),
    70,
    'Target of 70 %: not decided yet',
    /The result is so close to the target that more people would hardly decide it\.$/,
  ],
  [
    null,
    70,
    'Target of 70 %: not decided yet',
    'This test has no goal screen to count success by.',
  ],
] as const)('%j for a goal of %i %%', (...[of, goal, title, text]) => {
  const words = verdictText(verdictOf(of, goal), { success: of, tasks: [] });
  expect(words.title).toBe(title);
  if (typeof text === 'string') expect(words.text).toBe(text);
  else expect(words.text).toMatch(text);
});

it.each([
  [
    [proportionOf(57, 57), proportionOf(5, 57)],
    [80, 'Target of 80 % missed in task 2'],
    'In task 2, of all people like these, most likely 4 to 19 % succeed (95 % interval). All of that is below 80 %. Task 1 has reached it.',
  ],
  [
    [success, proportionOf(57, 57), proportionOf(5, 57), proportionOf(3, 4)],
    [80, 'Target of 80 % missed in task 1 and task 3'],
    'In task 1, of all people like these, most likely 48 to 73 % succeed (95 % interval). In task 3, of all people like these, most likely 4 to 19 % succeed (95 % interval). All of that is below 80 %. Task 2 has reached it. Task 4 is not decided yet: 80 % lies within its interval.',
  ],
  [
    [proportionOf(57, 57), success, null],
    [40, 'Target of 40 % reached in every task'],
    'In task 2, of all people like these, most likely 48 to 73 % succeed (95 % interval). All of that is at or above 40 %. Tasks without a goal don’t count.',
  ],
  [
    [proportionOf(57, 57), proportionOf(3, 4)],
    [40, 'Target of 40 %: not decided yet'],
    /^4 people in task 2 are too few to say\. If/,
  ],
  [
    [null, null],
    [40, 'Target of 40 %: not decided yet'],
    'This test has no goal screen to count success by.',
  ],
] as const)('several tasks %j: %j', (...[successes, [goal, title], text]) => {
  const tasks = successes.map((success, at) => ({ step: at + 4, task: '', arrivals: 9, success }));
  const words = verdictText(verdictOfTasks(tasks, goal), { success: null, tasks });
  expect(words.title).toBe(title);
  expect(words.text).toMatch(text);
});
