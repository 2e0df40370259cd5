// The picture of paths: its counts add up for any paths, loops fold exactly as stated, thin ones keep their counts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NODES_MAX, type PathsPicture, pathsPicture, type WalkedPath } from './paths.ts';
import { commonPaths } from './paths-common.ts';
import { foldLoops, untilGoal } from './paths-fold.ts';

const none = new Set<number>();
const screensOf = (text: string) => [...text].map(Number);
const path = (text: string, people = 1, succeeded = false): WalkedPath => ({
  ...{ screens: screensOf(text), people, succeeded },
});

describe('loops', () => {
  const folded = (text: string) =>
    foldLoops(screensOf(text))
      .map(({ screen, loop }) => (loop ? `${screen}[${loop.length}×${loop.times}]` : screen))
      .join(' ');
  it.each([
    ['', ''],
    ['123', '1 2 3'],
    ['1213', '1 2 1 3'],
    ['12123', '1 2[2×2] 3'],
    ['1212124', '1 2[2×3] 4'],
    ['12121', '1 2[2×2] 1'],
    ['9123123', '9 1 2 3[3×2]'],
    ['12341234', '1 2 3 4 1 2 3 4'],
    ['1112', '1[1×3] 2'],
    ['121212343434', '1 2[2×3] 3 4[2×3]'],
  ])('%s is %s', (text, expected) => expect(folded(text)).toBe(expected));

  it('can be walked again from what they are folded to', () => {
    const walk = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 40 });
    fc.assert(
      fc.property(walk, (screens) => {
        const unfolded: number[] = [];
        for (const { screen, loop } of foldLoops(screens)) {
          unfolded.push(screen);
          if (!loop) continue;
          const once = unfolded.slice(-loop.length);
          for (let time = 1; time < loop.times; time += 1) unfolded.push(...once);
        }
        expect(unfolded).toEqual(screens);
      }),
    );
  });
});

it('a path ends at the first goal', () => {
  expect(untilGoal(screensOf('12834'), new Set([3, 8]))).toEqual([1, 2, 8]);
  expect(untilGoal(screensOf('124'), new Set([3, 8]))).toEqual([1, 2, 4]);
});

/** 'step:screen people' of each node, and links as 'from>to people'. */
function toldOf({ nodes, links }: PathsPicture) {
  const name = (place: number) => `${nodes[place]?.step}:${nodes[place]?.screen ?? 'others'}`;
  return {
    nodes: nodes.map(({ people }, place) => `${name(place)} ${people}`),
    links: links.map(({ from, to, people }) => `${name(from)}>${name(to)} ${people}`),
  };
}

it('draws what few people did as it was', () => {
  const paths = [path('1238', 5, true), path('138', 3, true), path('12', 2), path('', 4)];
  const picture = pathsPicture(paths, new Set([8]));
  expect(toldOf(picture)).toEqual({
    nodes: ['0:1 10', '1:2 7', '1:3 3', '2:3 5', '2:8 3', '3:8 5'],
    links: ['0:1>1:2 7', '0:1>1:3 3', '1:2>2:3 5', '1:3>2:8 3', '2:3>3:8 5'],
  });
  expect(picture).toMatchObject({ people: 10, withoutScreens: 4, foldedLinks: { links: 0 } });
  expect(picture.nodes[0]).toMatchObject({ starts: 10, isGoal: false });
  expect(picture.nodes[1]?.exits).toEqual({ reached: 0, ended: 2, further: 0 });
  expect(picture.nodes[4]).toMatchObject({ isGoal: true, exits: { reached: 3, ended: 0 } });
});

it('counts people who walked a loop, and its longest', () => {
  const { nodes } = pathsPicture([path('12123', 2), path('12121213'), path('124')], none);
  expect(nodes[1]).toMatchObject({ screen: 2, people: 4, loop: { people: 3, times: 3 } });
  expect(nodes[0]?.loop).toBeNull();
});

it('a success without a goal screen, as a person may decide, is one', () => {
  expect(pathsPicture([path('12', 1, true)], none).nodes[1]?.exits.reached).toBe(1);
});

it('above 50 people folds what under 2 % did, and keeps the counts', () => {
  // 2 of 100 is not thin, 1 is: screens 5 and 6 together are others, and so is 7 after 2.
  const many = [path('128', 94, true), path('138', 2), path('15'), path('16'), path('127', 1)];
  const picture = pathsPicture([...many, path('148', 1)], new Set([8]));
  expect(toldOf(picture)).toEqual({
    nodes: ['0:1 100', '1:2 95', '1:3 2', '1:others 3', '2:8 97', '2:others 1'],
    links: ['0:1>1:2 95', '0:1>1:3 2', '0:1>1:others 3', '1:2>2:8 94', '1:3>2:8 2'],
  });
  expect(picture.foldedLinks).toEqual({ links: 2, people: 2 });
  expect(picture.nodes.map(({ folded }) => [folded.in, folded.out])).toEqual([
    ...[
      [0, 0],
      [0, 1],
      [0, 0],
      [0, 1],
    ],
    ...[
      [1, 0],
      [1, 0],
    ],
  ]);
  expect(picture.nodes[3]).toMatchObject({ screens: 3, exits: { ended: 2 } });
});

it('at 50 people folds nothing', () => {
  const few = pathsPicture([path('12', 49), path('13')], none);
  expect(few).toMatchObject({ foldedLinks: { links: 0 }, nodes: { length: 3 } });
});

it('goes on beyond the last column', () => {
  const screens = Array.from({ length: 20_000 }, (_, at) => at % 7);
  const { nodes } = pathsPicture([{ screens, succeeded: true, people: 1 }], none);
  expect(nodes).toHaveLength(30);
  expect(nodes.at(-1)?.exits).toEqual({ reached: 0, ended: 0, further: 1 });
});

const anyPath = fc.record({
  screens: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 40 }),
  succeeded: fc.boolean(),
  people: fc.integer({ min: 1, max: 40 }),
});
it('adds up at each node, for any paths', () => {
  const paths = fc.array(anyPath, { maxLength: 80 });
  const goals = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 });
  fc.assert(
    fc.property(paths, goals, (walked, goal) => {
      const { nodes, links, people, withoutScreens, foldedLinks } = pathsPicture(
        walked,
        new Set(goal),
      );
      expect(nodes.length).toBeLessThanOrEqual(NODES_MAX);
      const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
      const all = sum(walked.map((each) => each.people));
      const linked = (end: 'from' | 'to', place: number) =>
        sum(links.filter((link) => link[end] === place).map((link) => link.people));
      const [arrive, leave] = (['to', 'from'] as const).map((end) =>
        nodes.map((_, place) => linked(end, place)),
      );
      for (const [place, node] of nodes.entries()) {
        expect(node.starts + (arrive?.[place] ?? 0) + node.folded.in).toBe(node.people);
        expect((leave?.[place] ?? 0) + node.folded.out + sum(Object.values(node.exits))).toBe(
          node.people,
        );
      }
      expect(people + withoutScreens).toBe(all);
      expect(sum(nodes.map(({ starts }) => starts))).toBe(people);
      expect(sum(nodes.map(({ exits }) => sum(Object.values(exits))))).toBe(people);
      expect(sum(nodes.map(({ folded }) => folded.in))).toBe(foldedLinks.people);
      for (const { from, to } of links) {
        expect((nodes[to]?.step ?? 0) - (nodes[from]?.step ?? 0)).toBe(1);
      }
    }),
  );
});

describe('the commonest exact paths', () => {
  const taken = (text: string, outcome: string, people: number) => ({
    ...{ screens: screensOf(text), outcome, people },
  });
  it('are those with the same screens until the goal, whatever their outcome', () => {
    const found = commonPaths(
      [
        taken('128', 'direct', 3),
        taken('1289', 'direct', 2),
        taken('1212', 'left', 2),
        taken('1212', 'gave_up', 1),
        taken('', 'not_measurable', 9),
      ],
      new Set([8]),
    );
    expect(found.rest).toEqual({ paths: 0, people: 0 });
    expect(found.commonest).toMatchObject([
      { people: 5, outcomes: { direct: 5 }, steps: [{ screen: 1 }, { screen: 2 }, { screen: 8 }] },
      { people: 3, outcomes: { left: 2, gave_up: 1 }, furtherSteps: 0 },
    ]);
    expect(found.commonest[1]?.steps).toEqual([
      { screen: 1, loop: null },
      { screen: 2, loop: { length: 2, times: 2 } },
    ]);
  });
  it('are twelve, of two alike the shorter first; the rest stand in one row', () => {
    const texts = Array.from({ length: 20 }, (_, at) => `${at + 10}`);
    const found = commonPaths(
      [
        ...texts.map((text) => taken(text, 'left', 2)),
        taken('3', 'left', 2),
        taken('4', 'left', 1),
      ],
      none,
    );
    expect(found.commonest).toHaveLength(12);
    expect(found.commonest[0]?.steps).toEqual([{ screen: 3, loop: null }]);
    expect(found.rest).toEqual({ paths: 10, people: 19 });
  });
  it('are shown up to 60 steps', () => {
    const screens = Array.from({ length: 100 }, (_, at) => at);
    const [first] = commonPaths([{ screens, outcome: 'left', people: 1 }], none).commonest;
    expect([first?.steps.length, first?.furtherSteps]).toEqual([60, 40]);
  });
});
