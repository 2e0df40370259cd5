// Answer times of results at 100, 1,000 and 10,000 sessions of 500 messages, with and without filters; and of one task
// of five, and a study of 12 steps, at 10,000 sessions.
import { successBody } from '#testing/client.ts';
import { nodeIdOf, SCREENS, type SeededTest } from '#testing/large/result-sessions.ts';
import { formOf, type ResultsStage, withResultsStage } from './results-stage.ts';
import { alone, lessIsBetter, median, quantile, type Row } from './rows.ts';

const SIZES = [100, 1000, 10_000] as const;
/** Milliseconds at the 95th percentile. */
const AIMS: Record<(typeof SIZES)[number], number> = { 100: 100, 1000: 100, 10000: 200 };
/** Looks at each page, in turns. */
const LOOKS = 60;
const PAGES = {
  Summary: '/results?',
  Screens: '/results/screens?',
  Paths: '/results/paths?',
  Comparison: '/results/comparison?field=answer&a=easy&b=hard&',
};
/** The same of a task in the middle, and what lists all tasks. */
const TASKS = 5;
const PAGES_OF_TASKS = {
  ...Object.fromEntries(Object.entries(PAGES).map(([page, path]) => [page, `${path}step=3&`])),
  'Summary of all tasks': '/results/overview?',
  Recordings: '/recordings?limit=30&step=3&',
};
const PAGES_OF_STUDY = {
  ...Object.fromEntries(Object.entries(PAGES).map(([page, path]) => [page, `${path}step=2&`])),
  Overview: '/results/overview?',
  'A question': '/results/questions/12?',
  Recordings: '/recordings?limit=30&',
};
const FILTERS = {
  'without a filter': '',
  'with a filter':
    'outcome=direct,indirect,gave_up&screen=2,5&device=Chrome on Windows&answer=did_it,none&text=participant',
};
/** Changes of the goal. */
const CHANGES = 5;

export async function run(): Promise<Row[]> {
  return await withResultsStage(measureOn);
}

async function measureOn(stage: ResultsStage): Promise<Row[]> {
  const { server } = stage;
  const tests: SeededTest[] = [];
  for (const size of SIZES) tests.push(await stage.makeTest(size));
  // The figures of the seeding are read and dropped.
  await server.figures();
  const rows: Row[] = [];
  let fewer: Times | null = null;
  for (const [at, size] of SIZES.entries()) {
    const test = tests[at];
    if (!test) continue;
    const times = await lookAt(stage, test, PAGES);
    rows.push(...rowsOf(times, { size, fewer }));
    fewer = times;
    const { peakMemoryBytes } = await server.figures();
    rows.push(
      alone({
        name: `memory of the server at ${size} sessions, the most until then`,
        ours: peakMemoryBytes / 1e6,
        unit: 'MB',
        aim: '–',
      }),
    );
  }
  const larger = {
    [`${TASKS} tasks`]: await lookAt(stage, await stage.makeTestOf(TASKS, 10_000), PAGES_OF_TASKS),
    '12 steps': await lookAt(stage, await stage.makeStudy(10_000), PAGES_OF_STUDY),
  };
  for (const [size, times] of Object.entries(larger)) {
    for (const [name, taken] of times) {
      const row = { ours: quantile(taken, 0.95), unit: 'ms', aim: `under ${AIMS[10_000]} ms` };
      rows.push(alone({ name: `${name}, 10000 sessions of ${size}: p95`, ...row }));
    }
  }
  const largest = tests.at(-1);
  if (largest) rows.push(await changeGoal(stage, largest));
  const { maxCpuMs } = await server.figures();
  rows.push(
    alone({
      name: 'longest turn of the event loop meanwhile',
      ours: maxCpuMs,
      unit: 'ms of CPU',
      aim: 'under 50 ms',
    }),
  );
  return rows;
}

/** Milliseconds of each look, by page and filter. */
type Times = ReadonlyMap<string, readonly number[]>;

/** Each look asks another question with the same answer: from another day before all sessions. */
async function lookAt(
  { client, forgetRates }: ResultsStage,
  { testId }: SeededTest,
  pages: Readonly<Record<string, string>>,
): Promise<Times> {
  const times = new Map<string, number[]>();
  for (let look = -3; look < LOOKS; look += 1) {
    await forgetRates();
    const from = new Date(Date.UTC(1100 + look, 0, 1)).toISOString().slice(0, 10);
    for (const [page, path] of Object.entries(pages)) {
      for (const [filter, query] of Object.entries(FILTERS)) {
        const startedAt = performance.now();
        successBody(await client.get(`/api/tests/${testId}${path}${query}&from=${from}`));
        const name = `${page}, ${filter}`;
        if (look >= 0) times.set(name, [...(times.get(name) ?? []), performance.now() - startedAt]);
      }
    }
  }
  return times;
}

interface Looked {
  size: (typeof SIZES)[number];
  /** Times at a tenth of the sessions: the report states the growth beside them. */
  fewer: Times | null;
}

function rowsOf(times: Times, { size, fewer }: Looked): Row[] {
  return [...times].flatMap(([name, taken]) => {
    const before = fewer?.get(name);
    const middle = { name: `${name}, ${size} sessions: median`, ours: median(taken), unit: 'ms' };
    return [
      before
        ? lessIsBetter({ ...middle, peer: median(before), aim: '–' })
        : alone({ ...middle, aim: '–' }),
      alone({
        name: `${name}, ${size} sessions: p95`,
        ours: quantile(taken, 0.95),
        unit: 'ms',
        aim: `under ${AIMS[size]} ms`,
      }),
    ];
  });
}

async function changeGoal({ client, server }: ResultsStage, { testId }: SeededTest): Promise<Row> {
  const { prototypeUrl: figmaUrl } = server;
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const goal = { kind: 'screens', screens: [nodeIdOf(SCREENS - (change % 2))], routes: [] };
    const startedAt = performance.now();
    successBody(await client.put(`/api/tests/${testId}`, { ...formOf(10_000), figmaUrl, goal }));
    successBody(await client.get(`/api/tests/${testId}/results`));
    times.push(performance.now() - startedAt);
  }
  return alone({
    name: 'goal changed at 10,000 sessions until all numbers are new',
    ours: median(times),
    unit: 'ms',
    aim: 'under 2000 ms',
  });
}
