// Findings: none below its threshold, none that chance gives, and the surest first.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chancesOn,
  type FoundWrong,
  type PlaceCounts,
  type ScreenCounts,
  findingsOf as wentWrong,
} from './findings.ts';
import { withLayers } from './layer-rules.ts';
import { ScreenLayers } from './layers.ts';
import { placesOf, spotsOf } from './spots.ts';

const screen = (number: number, counts: Partial<ScreenCounts> = {}): ScreenCounts => ({
  screen: number,
  visitors: 20,
  failedVisitors: 0,
  cameBack: 0,
  mostTimes: 0,
  misses: 0,
  endedHere: 0,
  thoughtDone: 0,
  presentedToFailed: 0,
  presentedToThoughtDone: 0,
  ...counts,
});
const place = (counts: Partial<PlaceCounts> = {}): PlaceCounts => ({
  screen: 1,
  place: 'layer:1:2',
  people: 14,
  failed: 0,
  presses: 33,
  chance: 1 / 60,
  pressers: null,
  ...counts,
});
const findingsOf = (
  screens: readonly ScreenCounts[],
  places: readonly PlaceCounts[],
): FoundWrong[] => wentWrong(screens, places, false).findings;
/** Screens on which nothing happened. */
const calm = [2, 3, 4, 5, 6].map((number) => screen(number));

describe('places that do not react', () => {
  it('are found with their people, visitors and presses', () => {
    const plants = screen(1, { visitors: 21, misses: 73 });
    expect(findingsOf([plants, ...calm], [place()])).toEqual([
      {
        kind: 'nothing_reacts',
        screen: 1,
        place: 'layer:1:2',
        people: 14,
        of: 21,
        presses: 33,
        also: [],
        failures: null,
      },
    ]);
  });
  it.each([
    ['2 people', { people: 2 }, { visitors: 4, misses: 2 }],
    ['under 10 % of the visitors', { people: 19 }, { visitors: 200, misses: 19 }],
    ['as many as press any place', { people: 6 }, { misses: 400 }],
    ['one of many places that chance may hit', { people: 3 }, { misses: 20 }],
    ['a large place', { people: 6, chance: 0.12 }, { misses: 40 }],
    ['a screen that no one visited', { people: 6 }, { visitors: 0 }],
  ])('are not: %s', (_why, counts, visited) => {
    expect(findingsOf([screen(1, visited), ...calm], [place(counts)])).toEqual([]);
  });
  it('are with 10 % of the visitors', () => {
    const found = findingsOf(
      [screen(1, { visitors: 200, misses: 20 }), ...calm],
      [place({ people: 20 })],
    );
    expect(found).toMatchObject([{ people: 20, of: 200 }]);
  });
});

describe('screens on which people ended without the goal', () => {
  it('are found when more end there than see it', () => {
    const screens = [
      screen(1, { endedHere: 12, thoughtDone: 3, presentedToFailed: 20 }),
      screen(2, { endedHere: 3, presentedToFailed: 20 }),
      screen(3, { endedHere: 1, presentedToFailed: 20 }),
    ];
    expect(findingsOf(screens, [])).toEqual([
      { kind: 'ended_here', screen: 1, people: 12, of: 16, thoughtDone: 3 },
    ]);
  });
  it.each([
    ['2 people', [2, 0], [2, 40]],
    ['as often as they see it', [8, 8], [20, 20]],
    ['under 10 %', [9, 91], [1, 900]],
  ])('are not: %s', (_why, [here = 0, elsewhere = 0], [seen = 0, others = 0]) => {
    const screens = [
      screen(1, { endedHere: here, presentedToFailed: seen }),
      screen(2, { endedHere: elsewhere, presentedToFailed: others }),
    ];
    expect(findingsOf(screens, []).filter((found) => found.screen === 1)).toEqual([]);
  });
  it('are not where no one failed', () => expect(findingsOf(calm, [])).toEqual([]));
});

describe('a place is weighed by what became of those who pressed it', () => {
  // Five of 30 press a dead layer among 60: 1 in 9,000 by chance, of nine screens with 60 places each.
  const visitors = { visitors: 30, misses: 30, failedVisitors: 10 };
  const screens = [screen(1, visitors), ...[2, 3, 4, 5, 6, 7, 8, 9].map((each) => screen(each))];
  const pressed = (failed: number) => [place({ people: 5, failed, presses: 5 })];
  it('is a finding if all of them failed', () => {
    const { findings, mayBeChance } = wentWrong(screens, pressed(5));
    expect(findings).toMatchObject([
      { people: 5, of: 30, failures: { ofPressers: 5, ofOthers: 5, others: 25 } },
    ]);
    const [found] = findings;
    const chance = found?.kind === 'nothing_reacts' ? found.failures?.chance : null;
    expect(chance).toBeCloseTo(252 / 142_506, 9);
    expect(mayBeChance).toEqual([]);
  });
  it.each([0, 1, 2])('may be chance if %d of them failed', (failed) => {
    const { findings, mayBeChance } = wentWrong(screens, pressed(failed));
    expect(findings).toEqual([]);
    expect(mayBeChance).toMatchObject([{ people: 5, failures: { ofPressers: failed } }]);
  });
  it('has no failures where the success of some is not known', () => {
    const { mayBeChance } = wentWrong(screens, pressed(5), false);
    expect(mayBeChance).toMatchObject([{ people: 5, failures: null }]);
  });
});

describe('what may be chance', () => {
  it('passes the thresholds, the least probable first, at most ten', () => {
    const places = [3, 4, 3, 2, 3, 3, 3, 3, 3, 3, 3, 3].map((people, at) =>
      place({ people, place: `layer:1:${at}`, chance: 1 / 12 }),
    );
    const { findings, mayBeChance } = wentWrong(
      [screen(1, { misses: 20 }), ...calm],
      places,
      false,
    );
    expect(findings).toEqual([]);
    expect(mayBeChance.map(({ people }) => people)).toEqual([4, ...Array(9).fill(3)]);
  });
  it('is nothing below the thresholds', () => {
    const { mayBeChance } = wentWrong([screen(1, { misses: 20 })], [place({ people: 2 })]);
    expect(mayBeChance).toEqual([]);
  });
});

describe('screens that people took for the end', () => {
  const done = (count: number, presented: number) => ({
    endedHere: count,
    thoughtDone: count,
    presentedToFailed: presented,
    presentedToThoughtDone: presented,
  });
  it('are found by those who said yes, once', () => {
    const screens = [
      screen(1, done(8, 8)),
      screen(2, { ...done(1, 20), presentedToFailed: 30 }),
      screen(3, { presentedToFailed: 30, presentedToThoughtDone: 20, endedHere: 4 }),
    ];
    expect(wentWrong(screens, []).findings).toEqual([
      { kind: 'thought_done', screen: 1, people: 8, of: 9 },
    ]);
  });
  it.each([
    ['2 people', done(2, 2), done(0, 40)],
    ['as often as they see it', done(6, 20), done(6, 20)],
    ['under 10 %', done(9, 1), done(91, 900)],
  ])('are not: %s', (_why, here, elsewhere) => {
    const { findings } = wentWrong([screen(1, here), screen(2, elsewhere)], []);
    expect(findings.filter((found) => found.screen === 1)).toEqual([]);
  });
});

describe('screens to which people came back', () => {
  it('are found beyond what is usual in the test', () => {
    const screens = [screen(1, { visitors: 54, cameBack: 12, mostTimes: 4 })];
    const others = [2, 3, 4, 5].map((number) => screen(number, { visitors: 50, cameBack: 2 }));
    expect(findingsOf([...screens, ...others], [])).toEqual([
      { kind: 'came_back', screen: 1, people: 12, of: 54, mostTimes: 4 },
    ]);
  });
  it.each([
    ['2 people', { visitors: 4, cameBack: 2 }, 0],
    ['under 20 %', { visitors: 100, cameBack: 19 }, 0],
    ['as usual', { cameBack: 12 }, 11],
  ])('are not: %s', (_why, counts, usual) => {
    const others = calm.map((each) => ({ ...each, cameBack: usual }));
    expect(findingsOf([screen(1, counts), ...others], [])).toEqual([]);
  });
});

it('are not what is a little more than chance, in a test of very many people', () => {
  const others = calm.map((each) => ({ ...each, visitors: 20_000, cameBack: 6000 }));
  expect(findingsOf([screen(1, { visitors: 20_000, cameBack: 8000 }), ...others], [])).toEqual([]);
});

it('need more where there were more looks', () => {
  // 6 of 10 ended on what was a quarter of what they saw: P = 2 %.
  const screens = (more: number) => [
    screen(1, { endedHere: 6, presentedToFailed: 20 }),
    screen(2, { endedHere: 4, presentedToFailed: 60 }),
    ...Array.from({ length: more }, (_, at) => screen(at + 3)),
  ];
  expect(findingsOf(screens(0), [])).toMatchObject([{ kind: 'ended_here', screen: 1 }]);
  expect(findingsOf(screens(10), [])).toEqual([]);
});

it('are at most five, the surest first', () => {
  const screens = [
    screen(1, { visitors: 21, misses: 60 }),
    screen(2, { cameBack: 18 }),
    ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map((number) => screen(number)),
  ];
  const places = [7, 9, 10, 14, 8, 8].map((people, at) =>
    place({ people, place: `layer:1:${at}` }),
  );
  const found = findingsOf(screens, places);
  expect(found.map(({ people }) => people)).toEqual([18, 14, 10, 9, 8]);
});

it('stay findings without people or screens', () => {
  expect(findingsOf([], [place()])).toEqual([]);
});

describe('by chance', () => {
  const geometry = {
    nodeId: '1:1',
    width: 1000,
    height: 500,
    origin: { x: 0, y: 0 },
    boxes: {
      '1:1': { x: 0, y: 0, width: 1000, height: 500, name: 'Home' },
      '1:2': { x: 0, y: 0, width: 100, height: 50, name: 'Label' },
      '1:3': { x: 0, y: 0, width: 200, height: 250, name: 'Card' },
      '1:4': { x: 0, y: 0, width: 900, height: 450, name: 'Everything' },
      '1:5': { x: 0, y: 0, width: 10, height: 10 },
      ...Object.fromEntries(
        Array.from({ length: 18 }, (_, at) => [
          `2:${at}`,
          { x: 0, y: 0, width: 9, height: 9, name: 'Dot' },
        ]),
      ),
    },
  };
  it.each([
    // 20 named layers are small enough to be one: 1/20, or the share of the area.
    ['layer:1:2', 0.05],
    ['layer:1:3', 0.1],
    ['spot:3,4', 0.05],
    ['layer:9:9', 0.05],
  ])('%s is hit by %d of presses', (name, share) => {
    expect(chancesOn(new ScreenLayers(withLayers(geometry)))(name)).toBeCloseTo(share, 12);
  });
  it('few layers are not all there is to press', () => {
    expect(
      chancesOn(new ScreenLayers(withLayers({ ...geometry, boxes: {} })))('spot:0,0'),
    ).toBeCloseTo(1 / 12, 12);
    const tiny = { ...geometry, width: 60, height: 60, boxes: {} };
    expect(chancesOn(new ScreenLayers(withLayers(tiny)))('spot:0,0')).toBeCloseTo(0.64, 12);
    expect(chancesOn(new ScreenLayers(withLayers({ ...tiny, width: 30 })))('spot:0,0')).toBe(1);
  });
});

describe('spots', () => {
  const press = (person: string, cell: string, presses = 1) => ({
    person,
    place: `cell:${cell}`,
    presses,
    failed: person < 'd',
  });
  it('join the cells with the most people and do not overlap', () => {
    const cells = [
      ...[press('a', '4,4'), press('b', '5,4', 2), press('c', '5,5'), press('a', '5,5', 3)],
      ...[press('d', '6,5'), press('e', '6,5'), press('f', '6,6')],
      ...[press('g', '20,20'), press('g', '21,20')],
    ];
    expect(spotsOf(cells, 3)).toEqual([{ place: 'spot:5,4', people: 5, failed: 3, presses: 8 }]);
    expect(spotsOf(cells, 1).map(({ people }) => people)).toEqual([5, 1, 1, 1]);
  });
  it('do not depend on the order of rows', () => {
    const cell = fc.record({
      person: fc.constantFrom('a', 'b', 'c', 'd'),
      place: fc.tuple(fc.nat(5), fc.nat(5)).map(([x, y]) => `cell:${x},${y}`),
      presses: fc.integer({ min: 1, max: 3 }),
      failed: fc.constant(false),
    });
    fc.assert(
      fc.property(fc.array(cell), (cells) => {
        const spots = spotsOf(cells, 1);
        expect(spotsOf(cells.toReversed(), 1)).toEqual(spots);
        const presses = (of: { presses: number }[]) =>
          of.reduce((sum, each) => sum + each.presses, 0);
        expect(presses(spots)).toBeLessThanOrEqual(presses(cells));
        const inside = spots.flatMap((spot) => placesOf(spot.place));
        expect(new Set(inside).size).toBe(inside.length);
      }),
    );
  });
  it('leave layers out', () => {
    expect(spotsOf([{ ...press('a', '1,1'), place: 'layer:1:2' }], 1)).toEqual([]);
  });
  it('have four cells, any other place itself', () => {
    const cells = ['cell:-1,3', 'cell:0,3', 'cell:-1,4', 'cell:0,4'];
    expect(placesOf('spot:-1,3')).toEqual(cells);
    expect(placesOf('layer:1:2')).toEqual(['layer:1:2']);
    expect(placesOf('spot:x')).toEqual(['spot:x']);
  });
});
