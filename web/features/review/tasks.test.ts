// The tasks of a recording: their stretches, and the chapters within each.
import { expect, test } from 'vitest';
import type { RecordingDetail } from '#contract/recordings.ts';
import { chaptersOf, goalsOf } from './moments.ts';
import { taskAt, taskStretches } from './tasks.ts';

type Run = RecordingDetail['runs'][number];

const run = (position: number, change: Partial<Run>): Run => ({
  step: position + 10,
  position,
  task: `Do ${position}`,
  outcome: 'direct',
  beganAtMs: 0,
  endedAtMs: null,
  ended: null,
  timeToGoalMs: null,
  answers: null,
  judged: {
    outcome: 'direct',
    computed: 'direct',
    override: null,
    exclusion: null,
    basedOn: { outcome: null, exclusion: null },
  },
  ...change,
});

const runs = [
  run(1, { beganAtMs: 1000, endedAtMs: 9000, timeToGoalMs: 4000 }),
  run(2, { beganAtMs: 12_000, endedAtMs: 20_000 }),
  run(3, { beganAtMs: 22_000 }),
];
const tasks = taskStretches({ tasks: 3, runs, durationMs: 30_000 });

test('each task has its stretch; the last one lasts until the end', () => {
  expect(tasks.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
    [1000, 9000],
    [12_000, 20_000],
    [22_000, 30_000],
  ]);
  expect(taskStretches({ tasks: 1, runs: runs.slice(0, 1), durationMs: 30_000 })).toEqual([]);
  const [alone] = taskStretches({
    tasks: 2,
    runs: [run(1, { beganAtMs: null })],
    durationMs: 5000,
  });
  expect(alone).toMatchObject({ fromMs: 0, toMs: 5000 });
});

test('they stand in the order of their times', () => {
  const mixed = taskStretches({ tasks: 3, runs: runs.toReversed(), durationMs: 30_000 });
  expect(mixed).toEqual(tasks);
});

test.each([
  [0, 0],
  [9500, 0],
  [12_000, 1],
  [21_999, 1],
  [40_000, 2],
])('at %i ms it is task %i', (atMs, index) => expect(taskAt(tasks, atMs)).toBe(index));

test('without tasks none is current', () => expect(taskAt([], 5)).toBe(-1));

const visit = (screenId: string, fromMs: number, toMs: number | null) => ({
  screenId,
  fromMs,
  toMs,
});
const click = (atMs: number, screenId: string) => ({
  atMs,
  screenId,
  handled: true,
  layer: null,
  x: 1,
  y: 1,
});
const screen = (screenId: string, number: number) => ({
  screenId,
  number,
  name: `Screen ${number}`,
  // The goal of the first task is no goal of the second one.
  isGoal: screenId === '1:9',
  isRenamed: false,
  isInDesign: true,
  image: null,
});

test('chapters belong to their task, with its clicks and its goal; one that reported nothing is one chapter', () => {
  const chapters = chaptersOf(
    {
      durationMs: 30_000,
      visits: [visit('1:2', 1000, 5000), visit('1:9', 5000, 9000), visit('1:9', 12_000, 20_000)],
      clickList: [click(4900, '1:2'), click(13_000, '1:9')],
      namedScreens: [screen('1:2', 1), screen('1:9', 2)],
      screens: [],
    },
    tasks,
  );
  expect(
    chapters.map(({ step, screenNumber, fromMs, toMs, clicks, isGoal }) => [
      ...[step, screenNumber, fromMs, toMs],
      ...[clicks.length, isGoal],
    ]),
  ).toEqual([
    [11, 1, 1000, 5000, 1, false],
    [11, 2, 5000, 9000, 0, true],
    [12, 2, 12_000, 20_000, 1, false],
    [13, null, 22_000, 30_000, 0, false],
  ]);
  expect(goalsOf(chapters)).toEqual([5000]);
});
