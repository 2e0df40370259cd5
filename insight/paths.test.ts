// The picture of paths: its counts add up for any paths, and rare paths have their counts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '#contract/outcomes.ts';
import {
  commonPaths,
  NODES_MAX,
  type PathsPicture,
  pathsPicture,
  type RouteRuns,
} from './paths.ts';
import { routeOf } from './route.ts';

const taken = (text: string, people = 1, outcome: Outcome = 'left'): RouteRuns => ({
  route: routeOf([...text].map(Number)),
  outcome,
  people,
});

/** 'column:screen people' of each node, and links as 'from>to people'. */
function peopleIn({ nodes, links }: PathsPicture) {
  return {
    nodes: nodes.map(({ id, people }) => `${id} ${people}`),
    links: links.map(({ from, to, people }) => `${from}>${to} ${people}`).sort(),
  };
}

it('draws what few people did as it was', () => {
  const paths = [taken('1238', 5, 'direct'), taken('138', 3, 'indirect'), taken('12', 2)];
  const picture = pathsPicture([...paths, taken('', 4)]);
  expect(peopleIn(picture)).toEqual({
    nodes: ['0:1 10', '1:2 7', '1:3 3', '2:3 5', '2:8 3', '3:8 5'],
    links: ['0:1>1:2 7', '0:1>1:3 3', '1:2>2:3 5', '1:3>2:8 3', '2:3>3:8 5'],
  });
  expect(picture.nodes[1]).toMatchObject({ screen: 2, column: 1, reached: 0, ended: 2, beyond: 0 });
  expect(picture.nodes[4]).toMatchObject({ screen: 8, column: 2, reached: 3, ended: 0 });
});

it('tells the longest loop of a screen in a column', () => {
  const { nodes } = pathsPicture([taken('12123', 2), taken('12121213'), taken('124')]);
  expect(nodes[0]).toMatchObject({ screen: 1, loops: 1 });
  expect(nodes[1]).toMatchObject({ screen: 2, people: 4, loops: 3 });
});

it('above 50 people folds what under 2 % did, and keeps the counts', () => {
  // 2 of 100 are not thin, 1 is: screens 4, 5 and 6 together are others, and so is 7 after 2.
  const many = [taken('128', 94, 'direct'), taken('138', 2), taken('15'), taken('16')];
  const picture = pathsPicture([...many, taken('127'), taken('148')]);
  expect(peopleIn(picture)).toEqual({
    nodes: ['0:1 100', '1:2 95', '1:3 2', '1:others 3', '2:8 97', '2:others 1'],
    links: ['0:1>1:2 95', '0:1>1:3 2', '0:1>1:others 3', '1:2>2:8 94', '1:3>2:8 2'],
  });
  expect(picture.foldedLinks).toEqual({ links: 2, people: 2 });
  expect(picture.nodes.map(({ foldedIn, foldedOut }) => `${foldedIn} ${foldedOut}`)).toEqual([
    ...['0 0', '0 1', '0 0', '0 1'],
    ...['1 0', '1 0'],
  ]);
  expect(picture.nodes[3]).toMatchObject({ screen: null, others: 3, ended: 2 });
});

it('at 50 people folds nothing', () => {
  const few = pathsPicture([taken('12', 49), taken('13')]);
  expect(few).toMatchObject({ foldedLinks: { links: 0 }, nodes: { length: 3 } });
  const more = pathsPicture([taken('12', 51), taken('13')]);
  expect(more).toMatchObject({ foldedLinks: { links: 1 }, nodes: { length: 3 } });
});

it('has others beyond 200 nodes, also of few people', () => {
  const route = (first: number) => routeOf(Array.from({ length: 25 }, (_, at) => first + at));
  const walks = [...Array(20).keys()].map((person) => ({
    route: route(person * 100),
    outcome: 'left' as const,
    people: 1,
  }));
  const { nodes } = pathsPicture(walks);
  expect(nodes).toHaveLength(NODES_MAX);
  expect(nodes.filter(({ screen }) => screen === null)).toHaveLength(25);
});

it.each([
  ['more columns than the picture has', 40],
  ['a route that was cut', 90],
])('goes on beyond the last column: %s', (_what, length) => {
  const route = routeOf(Array.from({ length }, (_, at) => at));
  const { nodes } = pathsPicture([{ route, outcome: 'direct', people: 1 }]);
  expect(nodes).toHaveLength(30);
  expect(nodes.at(-1)).toMatchObject({ reached: 0, ended: 0, beyond: 1 });
});
it('goes on beyond a route that was cut within the picture', () => {
  const { nodes } = pathsPicture([{ route: '1.2.*', outcome: 'direct', people: 1 }]);
  expect(nodes.at(-1)).toMatchObject({ reached: 0, beyond: 1 });
});

const anyRoute = fc.record({
  route: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 40 }).map(routeOf),
  outcome: fc.constantFrom<Outcome>('direct', 'indirect', 'left', 'stopped'),
  people: fc.integer({ min: 1, max: 40 }),
});
it('adds up at each node, for any paths', () => {
  fc.assert(
    fc.property(fc.array(anyRoute, { maxLength: 80 }), (walked) => {
      const { nodes, links, foldedLinks } = pathsPicture(walked);
      expect(nodes.length).toBeLessThanOrEqual(NODES_MAX);
      const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
      const linked = (end: 'from' | 'to', id: string) =>
        sum(links.filter((link) => link[end] === id).map(({ people }) => people));
      for (const node of nodes) {
        const exits = node.reached + node.ended + node.beyond;
        expect(linked('from', node.id) + node.foldedOut + exits).toBe(node.people);
        const starts = node.column === 0 ? node.people : 0;
        expect(linked('to', node.id) + node.foldedIn + starts).toBe(node.people);
      }
      const known = sum(walked.filter(({ route }) => route !== '').map(({ people }) => people));
      const first = nodes.filter(({ column }) => column === 0).map(({ people }) => people);
      expect(sum(first)).toBe(known);
      expect(sum(nodes.map((node) => node.reached + node.ended + node.beyond))).toBe(known);
      expect(sum(nodes.map(({ foldedIn }) => foldedIn))).toBe(foldedLinks.people);
      const columnOf = new Map(nodes.map(({ id, column }) => [id, column]));
      for (const { from, to } of links) {
        expect(columnOf.get(to)).toBe((columnOf.get(from) ?? Number.NaN) + 1);
      }
    }),
  );
});

describe('the commonest exact paths', () => {
  it('are one whatever their outcome', () => {
    const paths = [taken('128', 3, 'direct'), taken('1212', 2), taken('1212', 1, 'indirect')];
    expect(commonPaths([...paths, taken('128', 1, 'indirect'), taken('', 9)])).toEqual({
      routes: [
        {
          route: '1.2.8',
          people: 4,
          reached: 4,
          direct: 3,
          steps: [1, 2, 8].map((screen) => ({ screens: [screen], loops: 1 })),
        },
        {
          route: '1-2x2',
          people: 3,
          reached: 1,
          direct: 0,
          steps: [{ screens: [1, 2], loops: 2 }],
        },
      ],
      otherRoutes: { routes: 0, people: 0, reached: 0 },
    });
  });
  it('are twelve, of two alike the shorter first; the rest stand in one row', () => {
    const many = Array.from({ length: 20 }, (_, at) => taken(`${at + 10}`, 2));
    const found = commonPaths([...many, taken('3', 2), taken('4', 1, 'direct')]);
    expect(found.routes.map(({ route }) => route).slice(0, 3)).toEqual(['3', '1.0', '1.2']);
    expect(found.routes).toHaveLength(12);
    expect(found.otherRoutes).toEqual({ routes: 10, people: 19, reached: 1 });
  });
});
