// Fifty people by calls and six in a real browser go through a test with four tasks, on two files whose screens have the
// same ids and on a web page. What the product says of each task equals a truth that was counted without its code.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '#contract/outcomes.ts';
import type { ResultOverview } from '#contract/results.ts';
import { allRecordings } from '#testing/all-recordings.ts';
import { launchChromium } from '#testing/chromium.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import {
  compareFilters,
  comparePaths,
  compareScreens,
  compareSummary,
  type Trial,
} from '#testing/trial/answers.ts';
import { Comparison } from '#testing/trial/comparison.ts';
import { SCREENS, type Screen, type Width } from '#testing/trial/design.ts';
import { exportedRows, type Rows, yesNo } from '#testing/trial/files.ts';
import { play, type TrialTest } from '#testing/trial/play.ts';
import { spotOf, type TargetName, targets } from '#testing/trial/targets.ts';
import { PAGE_STEP, type Participant, participants, TASK_WIDTHS } from '#testing/trial/tasks.ts';
import { startTool, type Tool } from '#testing/trial/tool.ts';
import { goalAt, ROUTES, summaryOf, timeToGoal } from '#testing/trial/truth.ts';
import { startRecording, stopAndUpload } from './participant.ts';
import { embedOn, press } from './prototype.ts';
import { type RunningServer, runServer } from './server.ts';
import { openPage, signIn } from './stage.ts';
import { openWebsite, type Website } from './website.ts';

const people = participants();

let tool: Tool;
let server: RunningServer;
let browser: Browser;
let website: Website;
let owner: TestClient;
let test: TrialTest;

beforeAll(async () => {
  tool = await startTool();
  const { origin, clientId, token } = tool;
  website = await openWebsite();
  browser = await launchChromium({ media: 'tab' });
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
  const page = {
    kind: 'task',
    task: 'Look at the page.',
    figmaUrl: website.url,
  };
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
  await browser?.close();
  await server?.remove();
  website?.close();
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
  const reached = people.flatMap(({ runs }) => runs[step - 1] ?? []);
  const compare = new Comparison();
  return { owner, test, people: reached, width, step, compare, isScripted: true };
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
    const line = tasks[step - 1];
    compare.same(`people of ${step}`, line?.people, truth.people);
    compare.close(`success of ${step}`, line?.success, truth.success);
    compare.close(`ease of ${step}`, line?.ease, truth.ease);
  }
  expect(compare.differences).toEqual([]);
});

it('the list and the export have each run of each person', async () => {
  const compare = new Comparison();
  const rows = await allRecordings(owner, test._id);
  compare.same('recordings', rows.length, people.length);
  const rowsOf = await exportedRows(trialOf(1));
  const sessions = await rowsOf('sessions.csv');
  const tasks = await rowsOf('tasks.csv');
  const clicks = await rowsOf('clicks.csv');
  const runCount = people.reduce(
    (sum, { runs, sawPage }) => sum + runs.length + Number(sawPage),
    0,
  );
  compare.same('rows of tasks.csv', tasks.length, runCount);
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

interface RealParticipant {
  name: string;
  /** Acts as the person, until everything is on the server. */
  does: (page: Page) => Promise<void>;
  outcomes: readonly Outcome[];
}

const SAFE = 'Files Uploaded Successfully! ✅. Safe to close now.';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function pressOn(page: Page, width: Width, target: TargetName): Promise<void> {
  const screenId = SCREENS[targets[target].on];
  const spot = spotOf(width, target, { x: 0.5, y: 0.5 });
  await press(page, await embedOn(page), { screenId, ...spot });
}

async function reachGoal(page: Page, width: Width): Promise<void> {
  for (const target of ['none', 'fern', 'add', 'pay'] as const) await pressOn(page, width, target);
}

async function goOn(page: Page): Promise<void> {
  await button(page, 'Skip').click();
  await button(page, 'Start this task').click();
}

const realParticipants: readonly RealParticipant[] = [
  {
    name: 'Real Ana, straight through',
    outcomes: ['direct', 'direct', 'direct', 'not_measurable'],
    does: async (page) => {
      for (const width of TASK_WIDTHS) {
        await reachGoal(page, width);
        await button(page, 'Done with this task').click();
        await goOn(page);
      }
      await stopAndUpload(page, 'Done with this task');
    },
  },
  {
    name: 'Real Ben, stuck in task 2',
    outcomes: ['direct', 'gave_up', 'thought_done', 'not_measurable'],
    does: async (page) => {
      await reachGoal(page, 1440);
      await button(page, 'Done with this task').click();
      await goOn(page);
      await pressOn(page, 375, 'some');
      await button(page, 'I’m stuck').click();
      await goOn(page);
      await pressOn(page, 1440, 'none');
      await button(page, 'Done with this task').click();
      await page.getByRole('radio', { name: 'Yes', exact: true }).check();
      await button(page, 'Send').click();
      await button(page, 'Start this task').click();
      await stopAndUpload(page);
    },
  },
  {
    name: 'Real Cat, who closes the tab in task 3 and stops there later',
    outcomes: ['direct', 'direct', 'stopped'],
    does: async (page) => {
      for (const width of TASK_WIDTHS.slice(0, 2)) {
        await reachGoal(page, width);
        await button(page, 'Done with this task').click();
        await goOn(page);
      }
      await pressOn(page, 1440, 'none');
      await page.waitForTimeout(3000);
      await page.close();
      const later = await page.context().newPage();
      await later.goto(test.link);
      await button(later, 'Stop here').click();
      await later.getByText(SAFE).waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'Real Dov, offline in the middle',
    outcomes: ['direct', 'direct', 'stopped'],
    does: async (page) => {
      await reachGoal(page, 1440);
      await button(page, 'Done with this task').click();
      await button(page, 'Skip').click();
      // The prototype of the next task is loaded while its text is read.
      await embedOn(page);
      await page.context().setOffline(true);
      await button(page, 'Start this task').click();
      await pressOn(page, 375, 'some');
      await page.waitForTimeout(6000);
      await pressOn(page, 375, 'some');
      await page.context().setOffline(false);
      await reachGoal(page, 375);
      await button(page, 'Done with this task').click();
      await goOn(page);
      await pressOn(page, 1440, 'none');
      await stopAndUpload(page);
    },
  },
  {
    name: 'Real Eve, by keyboard alone',
    outcomes: ['stopped', 'gave_up', 'stopped', 'not_measurable'],
    does: async (page) => {
      await page.waitForTimeout(10_500);
      await pressByKeyboard(page, 'Done with this task');
      await pressByKeyboard(page, 'Skip');
      await pressByKeyboard(page, 'Start this task');
      await page.waitForTimeout(10_500);
      await pressByKeyboard(page, 'I’m stuck');
      await pressByKeyboard(page, 'Skip');
      await pressByKeyboard(page, 'Start this task');
      await page.waitForTimeout(10_500);
      await pressByKeyboard(page, 'Done with this task');
      await pressByKeyboard(page, 'Skip');
      await pressByKeyboard(page, 'Start this task');
      await page.getByText(/^\d+:(?!00)\d\d$/).waitFor();
      await pressByKeyboard(page, 'Done with this task');
      await page.getByText(SAFE).waitFor({ timeout: 240_000 });
    },
  },
  {
    name: 'Real Fay, stopped early',
    outcomes: ['direct'],
    does: async (page) => {
      await reachGoal(page, 1440);
      await stopAndUpload(page);
    },
  },
];

/** Tabs to a button and presses it. */
async function pressByKeyboard(page: Page, name: string): Promise<void> {
  const wanted = button(page, name);
  await expect.poll(() => wanted.isEnabled(), { timeout: 20_000 }).toBe(true);
  for (let tabs = 0; tabs < 30; tabs += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) {
      await page.keyboard.press('Enter');
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

describe.each(realParticipants)('$name', ({ name, does, outcomes }) => {
  it('has the run of each task that was shown', async () => {
    const page = await openPage({ browser, origin: server.origin }, null, {
      viewport: { width: 1440, height: 900 },
    });
    await startRecording(page, test.link, name);
    await does(page);
    await page.context().close();
    const outcomesNow = async () => {
      const rows = await allRecordings(owner, test._id);
      const row = rows.find(({ participantName }) => participantName === name);
      return row?.runs.map(({ outcome }) => outcome);
    };
    await expect.poll(outcomesNow, { timeout: 60_000, interval: 1000 }).toEqual(outcomes);
  });
});
