// Chapters of a recording, and the marks of its timeline.
import { expect, test } from 'vitest';
import { isolateName } from '#contract/bidi-isolate.ts';
import { chapterAt, chaptersOf, goalsOf, neighbourMark, screenNumbers, snapTo } from './moments.ts';

const click = (atMs: number, screenId = '1:2', handled = true) => ({
  atMs,
  screenId,
  handled,
  layer: null,
  x: 1,
  y: 1,
});

const named = (part: { screenId: string; number: number; name: string; isGoal?: boolean }) => ({
  isGoal: false,
  isRenamed: false,
  isInDesign: true,
  image: null,
  ...part,
});

const recording = {
  durationMs: 30_000,
  visits: [
    { screenId: '1:2', fromMs: 500, toMs: 8000 },
    { screenId: '1:9', fromMs: 8000, toMs: 20_000 },
    { screenId: '1:2', fromMs: 20_000, toMs: null },
  ],
  clickList: [click(25_000), click(100), click(9000, '1:9', false), click(10_000, '1:2')],
  namedScreens: [
    named({ screenId: '1:2', number: 4, name: 'Screen 4' }),
    named({ screenId: '1:9', number: 7, name: 'Checkout', isGoal: true }),
  ],
  screens: [{ screenId: '1:9', imageUrl: '/image', width: 10, height: 10, approximate: false }],
};

test('screens are numbered by first appearance', () => {
  expect([...screenNumbers(recording)]).toEqual([
    ['1:2', 1],
    ['1:9', 2],
  ]);
});

test('each click is in the visit it was made in, early ones in the first', () => {
  const chapters = chaptersOf(recording);
  expect(chapters.map(({ clicks }) => clicks.map(({ atMs }) => atMs))).toEqual([
    [100],
    [9000, 10_000],
    [25_000],
  ]);
  expect(chapters.map(({ screenName }) => screenName)).toEqual([
    'Screen 4',
    `7 · ${isolateName('Checkout')}`,
    'Screen 4',
  ]);
  expect(chapters.map(({ imageUrl }) => imageUrl)).toEqual([null, '/image', null]);
  expect(chapters.at(-1)?.toMs).toBe(30_000);
});

test('the click that changes the screen stays with the screen it was made on', () => {
  const changing = [click(8000), click(8100), click(8300), click(8000, '1:9')];
  const chapters = chaptersOf({ ...recording, clickList: changing });
  expect(chapters.map(({ clicks }) => clicks.length)).toEqual([2, 2, 0]);
});

test('clicks without any visit are kept in one chapter', () => {
  const chapters = chaptersOf({ ...recording, visits: [], clickList: [click(4000)] });
  expect(chapters).toHaveLength(1);
  expect(chapters[0]).toMatchObject({ screenName: null, fromMs: 0, toMs: 30_000 });
});

test('a recording without messages has no chapters', () => {
  expect(chaptersOf({ ...recording, visits: [], clickList: [] })).toEqual([]);
});

test.each([
  [0, 0],
  [7999, 0],
  [8000, 1],
  [29_000, 2],
])('at %i ms it is chapter %i', (atMs, index) => {
  expect(chapterAt(chaptersOf(recording), atMs)).toBe(index);
});

test('the goal was reached with the first visit to one of its screens', () => {
  expect(goalsOf(chaptersOf(recording))).toEqual([8000]);
  expect(goalsOf(chaptersOf({ ...recording, namedScreens: [] }))).toEqual([]);
});

test('without chapters none is current', () => expect(chapterAt([], 5)).toBe(-1));

test.each([
  [1000, 1000],
  [1080, 1000],
  [1900, 2000],
  [1500, 1500],
])('a press at %i ms goes to %i ms', (atMs, goesTo) => {
  expect(snapTo([1000, 2000], atMs, 150)).toBe(goesTo);
});

test.each([
  ['next', 0, 1000],
  ['next', 1000, 2000],
  ['next', 2000, null],
  ['previous', 5000, 2000],
  ['previous', 2500, 1000],
  ['previous', 900, null],
] as const)('%s of %i ms is %s', (direction, atMs, markMs) => {
  expect(neighbourMark([1000, 2000], atMs, direction)).toBe(markMs);
});
