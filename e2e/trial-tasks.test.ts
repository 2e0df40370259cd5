// Fifty people go through a test with four tasks, on two files whose screens have the same ids and on a web page. What the
// product says of each task equals a truth that was counted without its code.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordingRow } from '#contract/recordings.ts';
import type { ResultOverview } from '#contract/results.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import {
  compareFilters,
  comparePaths,
  compareScreens,
  compareSummary,
  type Trial,
} from '#testing/trial/answers.ts';
import { Comparison } from '#testing/trial/comparison.ts';
import { SCREENS, type Screen } from '#testing/trial/design.ts';
import { exportedRows, type Rows, yesNo } from '#testing/trial/files.ts';
import { play, type TrialTest } from '#testing/trial/play.ts';
import { PAGE_STEP, type Participant, participants, TASK_WIDTHS } from '#testing/trial/tasks.ts';
import { startTool, type Tool } from '#testing/trial/tool.ts';
import { goalAt, ROUTES, summaryOf, timeToGoal } from '#testing/trial/truth.ts';
import { type RunningServer, runServer } from './server.ts';
import { signIn } from './stage.ts';

const people = participants();

let tool: Tool;
let server: RunningServer;
let owner: TestClient;
let test: TrialTest;

beforeAll(async () => {
  tool = await startTool();
  const { origin, clientId, token } = tool;
  server = await runServer({
    FIGMA_WEB_ORIGIN: origin,
    FIGMA_EMBED_ORIGIN: origin,
    FIGMA_MESSAGE_ORIGIN: origin,
    FIGMA_API_ORIGIN: origin,
    FIGMA_CLIENT_ID: clientId,
    FIGMA_TOKEN: token,
  });
  owner = await signIn(server.origin, 'ada@example.com');
  await owner.post('/api/set-company', { company: 'Acme' });
  const ids = (path: readonly Screen[]) => path.map((screen) => SCREENS[screen]);
  const goal = { kind: 'screens', screens: [SCREENS.Done], routes: ROUTES.map(ids) };
  const onPrototypes = TASK_WIDTHS.map((width, at) => ({
    kind: 'task',
    task: `Buy fern ${at + 1}.`,
    figmaUrl: tool.prototypeUrl(width),
    goal,
  }));
  const page = { kind: 'task', task: 'Look at the page.', figmaUrl: 'https://example.com/' };
  const [{ task, figmaUrl } = page] = onPrototypes;
  const body = { name: 'Plants', task, figmaUrl, steps: [...onPrototypes, page] };
  test = successBody<TrialTest>(await owner.post('/api/tests', body));
  const waiting = [...people];
  const playWaiting = async () => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      await decide(await play(server.origin, test, person.session), person);
    }
  };
  await Promise.all([playWaiting(), playWaiting(), playWaiting()]);
}, 400_000);
afterAll(async () => {
  await server?.remove();
  await tool?.stop();
});

/** A member excludes some sessions, and decides the outcome of some tasks. */
async function decide(id: string, { runs }: Participant): Promise<void> {
  for (const [at, { byHand }] of runs.entries()) {
    if (byHand === null) continue;
    const [kind, decision] =
      byHand === 'excluded'
        ? ['exclusion', { reason: 'A colleague', basedOn: null }]
        : ['outcome', { outcome: byHand, basedOn: null, step: at + 1 }];
    successBody(await owner.put(`/api/recordings/${id}/${kind}`, decision));
  }
}

function trialOf(step: number): Trial {
  const width = TASK_WIDTHS[step - 1] ?? 1440;
  const shown = people.flatMap(({ runs }) => runs[step - 1] ?? []);
  const compare = new Comparison();
  return { owner, test, people: shown, width, step, compare, isScripted: true };
}

const steps = TASK_WIDTHS.map((_, at) => at + 1);

describe.each(steps)('task %i', (step) => {
  it('is what the truth says, in every answer and under every filter', async () => {
    const trial = trialOf(step);
    await compareSummary(trial);
    await compareScreens(trial);
    await comparePaths(trial);
    await compareFilters(trial);
    process.stdout.write(`task ${step}: ${trial.compare.count} compared\n`);
    expect(trial.compare.differences).toEqual([]);
  });
});

it('the overview has a line for each task, with the people who came as far', async () => {
  const compare = new Comparison();
  const answer = await owner.get(`/api/tests/${test._id}/results/overview`);
  const { tasks } = successBody<ResultOverview>(answer);
  for (const step of steps) {
    const truth = summaryOf(trialOf(step).people);
    const said = tasks[step - 1];
    compare.same(`people of ${step}`, said?.people, truth.people);
    compare.close(`success of ${step}`, said?.success, truth.success);
    compare.close(`ease of ${step}`, said?.ease, truth.ease);
  }
  expect(compare.differences).toEqual([]);
});

it('the list and the export have each run of each person', async () => {
  const compare = new Comparison();
  const rows = successBody<{ items: RecordingRow[] }>(
    await owner.get(`/api/tests/${test._id}/recordings?limit=100`),
  ).items;
  compare.same('recordings', rows.length, people.length);
  const rowsOf = await exportedRows(trialOf(1));
  const sessions = await rowsOf('sessions.csv');
  const tasks = await rowsOf('tasks.csv');
  const clicks = await rowsOf('clicks.csv');
  const shown = people.reduce((sum, { runs, sawPage }) => sum + runs.length + Number(sawPage), 0);
  compare.same('rows of tasks.csv', tasks.length, shown);
  for (const person of people) {
    const { name, lengthMs } = person.session;
    const row = rows.find(({ participantName }) => participantName === name);
    const outcomes = [
      ...person.runs.map(({ outcome }) => outcome),
      ...(person.sawPage ? [isExcluded(person) ? 'excluded' : 'not_measurable'] : []),
    ];
    const outcomesOfRow = row?.runs.map(({ outcome }) => outcome);
    compare.same(`outcomes of ${name}`, outcomesOfRow, outcomes);
    compare.within(1).same(`length of ${name}`, row?.durationMs, lengthMs);
    const number = sessions.find(({ participant }) => participant === name)?.session;
    compareRuns(compare, {
      person,
      tasks: tasks.filter(({ session }) => session === number),
      clicks: clicks.filter(({ session }) => session === number),
    });
  }
  expect(compare.differences).toEqual([]);
});

const isExcluded = ({ runs }: Participant) => runs.some(({ outcome }) => outcome === 'excluded');

interface Exported {
  person: Participant;
  tasks: Rows;
  clicks: Rows;
}

function compareRuns(compare: Comparison, { person, tasks, clicks }: Exported): void {
  for (const [at, run] of person.runs.entries()) {
    const step = String(at + 1);
    const row = tasks.find((one) => one.step === step) ?? {};
    const goal = goalAt(run);
    compare.same(`${run.name}, task ${step}`, row, {
      position: step,
      outcome: run.outcome,
      prototype: run.isSilent ? 'silent' : 'shown',
      began_at_ms: String(run.beganAtMs),
      goal_at_ms: goal === undefined ? '' : String(goal),
      time_to_goal_ms: String(timeToGoal(run) ?? ''),
      clicks: String(run.presses.length),
      did_it: yesNo(run.answers?.didIt),
      ease: String(run.answers?.ease ?? ''),
      helped: run.answers?.helped ?? '',
    });
    compare
      .within(1)
      .same(
        `${run.name} on task ${step}`,
        Number(row.time_on_task_ms),
        run.lengthMs - run.beganAtMs,
      );
    const own = clicks.filter((click) => click.step === step);
    compare.same(
      `clicks of ${run.name} in ${step}`,
      own.map((click) => click.at_ms),
      run.presses.map(({ atMs }) => String(atMs)),
    );
  }
  const page = tasks.find((one) => one.step === String(PAGE_STEP));
  compare.same(`page of ${person.session.name}`, page !== undefined, person.sawPage);
}
