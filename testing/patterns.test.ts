// No text makes a regular expression of ours take more than a step or some for each of its characters.
import { checkSync } from 'recheck';
import { expect, it } from 'vitest';
import { type Pattern, patternsIn, patternsOfContract, patternsOfSources } from './patterns.ts';

// The native programs of recheck are faster on some systems, but the pure backend is the same everywhere and starts no
// process.
process.env.RECHECK_BACKEND = 'pure';

/**
 * Proved from the pattern's automaton; where counted repetitions make that too large, searched for a text that
 * takes too many steps of a matcher that counts them. Without a limit of time: the same answer on every machine.
 */
function problemOf({ source, flags, place }: Pattern): string[] {
  const answer = checkSync(source, flags, {
    timeout: null,
    incubationTimeout: null,
    attackTimeout: null,
    randomSeed: 1,
  });
  if (answer.status === 'safe') return [];
  return [
    `${place}: ${answer.status === 'vulnerable' ? answer.attack.pattern : answer.error.kind}`,
  ];
}

function once(patterns: readonly Pattern[]): Pattern[] {
  return [...new Map(patterns.map((one) => [`/${one.source}/${one.flags}`, one])).values()];
}

const MINUTES = 60_000;

it('every pattern of the sources is linear [1.2.9]', { timeout: 5 * MINUTES }, () => {
  const patterns = once(patternsOfSources());
  expect(patterns.length).toBeGreaterThan(80);
  expect(patterns.flatMap(problemOf)).toEqual([]);
});

it('every format of the endpoint table is linear', { timeout: 5 * MINUTES }, () => {
  const patterns = once(patternsOfContract());
  expect(patterns.some(({ source }) => source.includes('@'))).toBe(true);
  expect(patterns.flatMap(problemOf)).toEqual([]);
});

it.each([
  'const parts = accept.split(/\\s*;\\s*/);',
  'const isName = (text: string) => /^(a+)+$/.test(text);',
  'const Page = () => <p>{title.replace(/(x+)+$/g, "")}</p>;',
])('a planted pattern is found: %s', (code) => {
  expect(patternsIn(code, 'planted.tsx').flatMap(problemOf)).toHaveLength(1);
});

it('one that is put together while the program runs is found [1.2.9]', () => {
  expect(() => patternsIn('new RegExp(name)', 'planted.ts')).toThrow('as a literal');
  expect(() => patternsIn('RegExp(name).test(text)', 'planted.ts')).toThrow('as a literal');
});
