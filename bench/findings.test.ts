// The simulation of findings on a few pages: the published figures come from `npm run bench -- findings`.
import { expect, it } from 'vitest';
import { findingPages, manners, planted, shareOfFindings } from './findings.bench.ts';

it('at most one in ten pages of people at random shows a finding; by the thresholds alone all do', () => {
  const row = findingPages('random', { manner: manners.atRandom, people: 20, pages: 100 });
  expect(row.ours).toBeLessThanOrEqual(0.1);
  expect(row.peer).toBeGreaterThan(0.9);
});

it.each(planted)('20 people show $name in at least 19 of 20 trials', (problem) => {
  expect(shareOfFindings(problem, 400).ours).toBeGreaterThanOrEqual(0.95);
});
