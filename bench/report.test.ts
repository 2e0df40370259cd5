// The page of figures: its rows get a run's figures, and a row that no benchmark reports is an error.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withFigures } from './report.ts';
import { alone, lessIsBetter } from './rows.ts';

const page = [
  '| bench | what |',
  '|---|---|',
  '| media | copy (9 MB), against ffmpeg | – | – | – | – | – |',
  '| media | copy, against ffmpeg: CPU | 1 s | 2 s | 2.00 | – | 2025-01-01 |',
  '| load | lost | 0 | – | – | 0 | 2025-01-01 |',
].join('\n');
const machine = '2026-11-22 02:30 UTC, 2 cores';
const rows = [
  lessIsBetter({ name: 'copy (12 MB), against ffmpeg', ours: 50, peer: 123, unit: 'ms', aim: '–' }),
  lessIsBetter({ name: 'the same, CPU', ours: 0.5, peer: 1, unit: 's', aim: 'at least 0.8' }),
  alone({ name: 'left out', ours: 3, unit: 's', aim: '–' }),
];

it("writes a benchmark's figures into its rows and leaves the others", () => {
  expect(withFigures(page, { name: 'media', rows, machine }).split('\n')).toEqual([
    '| bench | what |',
    '|---|---|',
    '| media | copy (12 MB), against ffmpeg | 50.0 ms | 123 ms | 2.46 | – | 2026-11-22 |',
    '| media | copy (12 MB), against ffmpeg: CPU | 0.500 s | 1.00 s | 2.00 | at least 0.8 | 2026-11-22 |',
    '| load | lost | 0 | – | – | 0 | 2025-01-01 |',
  ]);
});

it('refuses a page without a row of the benchmark, or with a row that it does not report', () => {
  expect(() => withFigures(page, { name: 'soak', rows, machine })).toThrow('no row of soak');
  expect(() => withFigures(page, { name: 'load', rows, machine })).toThrow("the row 'lost'");
});

it('every benchmark has rows on the page', async () => {
  const read = (path: string) => readFile(join(import.meta.dirname, path), 'utf8');
  const [main, performance] = await Promise.all([read('main.ts'), read('../docs/performance.md')]);
  const benches = main.slice(main.indexOf('= {'), main.indexOf('\n};'));
  const names = [...benches.matchAll(/^ {2}'?([\w-]+)'?[:,]/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  const inPage = new Set(
    [...performance.matchAll(/^\| ([a-z-]+) \|/gm)]
      .map(([, name]) => name)
      .filter((name) => name !== 'bench'),
  );
  expect([...inPage].toSorted()).toEqual(names.toSorted());
});
