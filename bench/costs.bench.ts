// CPU time of server and database for the calls whose cost grows with a test: computed, and from the stored reading.
// The costs in the endpoint table (contract/results.api.ts) come from here.
import { successBody } from '#testing/client.ts';
import type { SeededTest } from '#testing/large/result-sessions.ts';
import { cpuMsOfTree } from './process-cpu.ts';
import { type ResultsStage, withResultsStage } from './results-stage.ts';
import { alone, type Row } from './rows.ts';

const SIZES = [100, 1000, 10_000] as const;
const CALLS = 12;
const LASSO = Array.from({ length: 500 }, (_, at) => {
  const angle = (at / 500) * 2 * Math.PI;
  return `${(500 + 480 * Math.cos(angle)).toFixed(1)}:${(500 + 480 * Math.sin(angle)).toFixed(1)}`;
}).join();

/** Calls of a test, without its address. */
const calls: Readonly<Record<string, string>> = {
  'results.summary': 'results?',
  'results.summary, with a text': 'results?text=participant',
  'results.overview, for each task': 'results/overview?',
  'results.choices': 'results/choices?',
  'results.texts': 'results/questions/2/texts?search=a',
  'results.question': 'results/questions/2?',
  'results.compare': 'results/comparison?a=1&b=1',
  'results.screens': 'results/screens?',
  'results.heat': 'results/screens/2/heat?',
  'results.paths': 'results/paths?',
  'results.moments': 'results/moments?of=people',
  'results.moments, in a lasso': `results/moments?of=clicked&at=2&area=${LASSO}`,
  'recordings.list': 'recordings?limit=30',
  'recordings.list, with a text': 'recordings?limit=30&text=participant',
  'testExports.outlook': 'exports?',
  'notes.list': 'notes?',
  'clips.list': 'clips?',
  'findings.report': 'report?',
  'findings.numbersNow': 'report/numbers?',
  'transcripts.counts': 'transcripts?',
  'transcripts.search': 'transcripts/search?words=plant',
  'tests.overview': 'overview?',
  'screens.ofTest': 'screens?',
};

export async function run(): Promise<Row[]> {
  return await withResultsStage(async (stage) => {
    const rows: Row[] = [];
    for (const size of SIZES) {
      const test = await stage.makeTest(size);
      for (const [name, path] of Object.entries(calls)) {
        const computed = await costOf(stage, test, (call) => `${path}&from=${dayOf(call)}`);
        rows.push(rowOf(`${name}, ${size} sessions`, computed));
        if (!name.startsWith('results.')) continue;
        const repeatedCost = await costOf(stage, test, () => path);
        rows.push(rowOf(`${name}, ${size} sessions, asked again`, repeatedCost));
      }
    }
    return rows;
  });
}

/** A day before all sessions: another question each time, with the same answer. */
function dayOf(call: number): string {
  return new Date(Date.UTC(1000 + call, 0, 1)).toISOString().slice(0, 10);
}

let question = 0;

/** Milliseconds of CPU of one call. */
async function costOf(
  { server, client, forgetRates }: ResultsStage,
  { testId }: SeededTest,
  pathOf: (call: number) => string,
): Promise<number> {
  const ask = async () => {
    question += 1;
    successBody(await client.get(`/api/tests/${testId}/${pathOf(question)}`));
  };
  await forgetRates();
  await ask();
  await ask();
  const before = await cpuMsOfTree(server.pid() ?? 0);
  for (let call = 0; call < CALLS; call += 1) await ask();
  const after = await cpuMsOfTree(server.pid() ?? 0);
  return ((after ?? Number.NaN) - (before ?? Number.NaN)) / CALLS;
}

function rowOf(name: string, ours: number): Row {
  return alone({ name, ours, unit: 'ms of CPU', aim: '–' });
}
