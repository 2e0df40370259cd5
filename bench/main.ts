// Runs the benchmarks one after the other on this machine, over loopback alone, and prints their rows.
// npm run bench [-- name …] [-- --write]: all or some; --write puts the figures into docs/performance.md.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run as bundleSize } from './bundle-size.bench.ts';
import { run as clips } from './clips.bench.ts';
import { run as comeback } from './comeback.bench.ts';
import { run as costs } from './costs.bench.ts';
import { run as coverage } from './coverage.bench.ts';
import { run as exportOfTest } from './export.bench.ts';
import { run as findings } from './findings.bench.ts';
import { run as heat } from './heat.bench.ts';
import { run as hostile } from './hostile.bench.ts';
import { run as intake } from './intake.bench.ts';
import { run as listTests } from './list-tests.bench.ts';
import { run as load } from './load.bench.ts';
import { run as looks } from './looks.bench.ts';
import { run as media } from './media.bench.ts';
import { run as passwords } from './passwords.bench.ts';
import { run as playback } from './playback.bench.ts';
import { run as prices } from './prices.bench.ts';
import { run as readings } from './readings.bench.ts';
import { describeMachine, tableOf, writeFigures } from './report.ts';
import { run as results } from './results.bench.ts';
import { run as resultsPage } from './results-page.bench.ts';
import type { Row } from './rows.ts';
import { run as scale } from './scale.bench.ts';
import { run as soak } from './soak.bench.ts';
import { run as stopToSafe } from './stop-to-safe.bench.ts';
import { run as taskChange } from './task-change.bench.ts';
import { run as transcripts } from './transcripts.bench.ts';
import { run as turns } from './turns.bench.ts';

const benches: Record<string, () => Promise<Row[]>> = {
  'stop-to-safe': stopToSafe,
  'list-tests': listTests,
  'bundle-size': bundleSize,
  looks,
  heat,
  readings,
  results,
  costs,
  'results-page': resultsPage,
  export: exportOfTest,
  transcripts,
  scale,
  media,
  playback,
  clips,
  intake,
  turns,
  load,
  soak,
  comeback,
  'task-change': taskChange,
  hostile,
  passwords,
  prices,
  coverage,
  findings,
};

const page = join(import.meta.dirname, '..', 'docs', 'performance.md');

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: 'boolean', default: false } },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(benches);
  const machine = describeMachine();
  console.info(`${machine}\n`);
  for (const name of names) {
    if (!benches[name]) {
      throw new Error(`no benchmark ${name}: there are ${Object.keys(benches).join(', ')}`);
    }
  }
  for (const [name, bench] of names.map((each) => [each, benches[each]] as const)) {
    const startedAt = Date.now();
    try {
      const rows = (await bench?.()) ?? [];
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      console.info(`${name}, ${seconds} s\n\n${tableOf(rows)}\n`);
      if (values.write) await writeFigures(page, { name, rows, machine });
    } catch (error) {
      // The others don't depend on it, and take long.
      console.error(`${name} failed:`, error);
      process.exitCode = 1;
    }
  }
}

await main();
