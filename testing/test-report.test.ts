// The final report of `npm test`: the files that a second try rescued, a limit of their number, and the slowest files.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  judgeRescued,
  RESCUED_MAX,
  rescuedFiles,
  resultOf,
  slowestFiles,
  withSecondTry,
} from '../scripts/test-report.mjs';

const ROOT = join(import.meta.dirname, '..');

const result = (path: string, failures: string[] = []) => ({
  path,
  passed: 1,
  failures,
  durationMs: 1,
});

const ledger: { file: string; on: string; why: string }[] = JSON.parse(
  readFileSync(join(ROOT, 'testing/rescued.json'), 'utf8'),
);

it('a file that could not be loaded has failed', () => {
  const times = { startTime: 5, endTime: 9 };
  const file = { name: '/root/a.test.ts', status: 'failed', message: 'no module\n at x', ...times };
  expect(resultOf({ ...file, assertionResults: [] }, '/root')).toEqual({
    path: 'a.test.ts',
    passed: 0,
    failures: ['a.test.ts: no module'],
    durationMs: 4,
  });
});

it('a file that failed counts as its second try does', () => {
  const first = [result('a'), result('b', ['b > x: no']), result('c', ['c > y: no'])];
  const second = [result('b'), result('c', ['c > y: again'])];
  expect(withSecondTry(first, second)).toEqual([result('a'), ...second]);
  expect(rescuedFiles(first, second)).toEqual([result('b', ['b > x: no'])]);
});

it('a file that the second try did not run has failed', () => {
  const first = [result('a', ['a > x: no'])];
  expect(withSecondTry(first, [])).toEqual(first);
  expect(rescuedFiles(first, [])).toEqual([]);
});

it('rescued files within the budget are named, with what the ledger knows of them', () => {
  const rescued = [result('known', ['known > x: no']), result('new', ['new > y: no'])];
  expect(rescued).toHaveLength(RESCUED_MAX);
  expect(judgeRescued(rescued, [{ file: 'known' }])).toEqual({
    lines: [
      'known (in the ledger)',
      '  known > x: no',
      'new (new: add it to testing/rescued.json)',
      '  new > y: no',
    ],
    failures: [],
  });
});

it('one more than the budget fails the run, in the ledger or not', () => {
  const rescued = ['a', 'b', 'c'].map((path) => result(path, [`${path} > x: no`]));
  const { failures } = judgeRescued(rescued, [{ file: 'a' }, { file: 'b' }, { file: 'c' }]);
  expect(failures).toEqual(['3 files passed only at the second try; 2 may']);
});

it('the ten slowest files are listed, the slowest first', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({
    ...result(`file-${index}`),
    durationMs: index * 1000,
  }));
  const lines = slowestFiles(files);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('  11.0 s  file-11');
});

it.each(ledger)('the ledger names a file that exists, a day and a reason: $file', (entry) => {
  expect(existsSync(join(ROOT, entry.file))).toBe(true);
  expect(entry.on).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(entry.why).toMatch(/\.$/);
});
