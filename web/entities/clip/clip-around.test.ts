// The stretch that a clip of a moment takes, and lengths that none can have.
import { describe, expect, it } from 'vitest';
import { isolateName } from '#contract/bidi-isolate.ts';
import { clipAround, lengthProblem, shortTitle, titleOfOne } from './clip-around.ts';

describe('a clip of a moment', () => {
  it.each([
    ['takes 3 s before it and 10 s after it', [20_000, 60_000], [17_000, 30_000]],
    ['begins with the recording', [1000, 60_000], [0, 11_000]],
    ['ends with the recording', [55_000.4, 60_000.9], [52_000, 60_000]],
    ['of the last moment ends there', [61_000, 60_000], [57_000, 60_000]],
    ['of a recording that is just begun', [200, 700], [0, 700]],
    ['of one whose end is not known', [5000, null], [2000, 15_000]],
  ] as const)('%s', (_what, [atMs, endMs], [fromMs, toMs]) => {
    expect(clipAround(atMs, endMs)).toEqual({ fromMs, toMs });
  });
});

it.each([
  [0, 999, 'A clip lasts 1 second at least.'],
  [5000, 4000, 'A clip lasts 1 second at least.'],
  [0, 1000, null],
  [0, 600_000, null],
  [0, 600_001, 'A clip lasts 10 minutes at most.'],
])('from %i to %i', (fromMs, toMs, problem) => {
  expect(lengthProblem({ fromMs, toMs })).toBe(problem);
});

it('a title of our words has no marks around names, and its length', () => {
  expect(shortTitle(`Click on 7 · ${isolateName('Cart')} `)).toBe('Click on 7 · Cart');
  expect([...shortTitle('🌿'.repeat(300))]).toHaveLength(200);
});

it.each([
  ['17 people pressed Snake plant', 'Pressed Snake plant'],
  ['1 person: Gave up', 'Gave up'],
  ['3 of 14 went from Home to Cart', 'Went from Home to Cart'],
  ['1,204 people reached the goal', 'Reached the goal'],
  ['“umbrella”', '“umbrella”'],
  ['7 presses on Cart', '7 presses on Cart'],
])('the clip of one of ‘%s’ names the person, the second and ‘%s’', (title, own) => {
  expect(titleOfOne(title, { number: 12, atMs: 41_400 })).toBe(`Participant 12 at 0:41: ${own}`);
});
