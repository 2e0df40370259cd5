// The closing trial: people by calls and people in a real browser, on frames of a desktop and of a phone; everything
// that the product says of them equals a truth that was counted without its code.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordingPath } from '#contract/paths.ts';
import type { RecordingDetail, RecordingRow } from '#contract/recordings.ts';
import { launchChromium } from '#testing/chromium.ts';
import { successBody, TestClient } from '#testing/client.ts';
import {
  compareFilters,
  comparePaths,
  compareScreens,
  compareSummary,
  type Trial,
} from '#testing/trial/answers.ts';
import { Comparison } from '#testing/trial/comparison.ts';
import { documentOf, SCREENS, type Screen, type Width } from '#testing/trial/design.ts';
import {
  compareExports,
  compareOpenings,
  compareRecordings,
  compareReport,
} from '#testing/trial/files.ts';
import { type Person, peopleAt, type RealPerson, realPeople } from '#testing/trial/people.ts';
import { open, play, sessionOf, type TrialTest } from '#testing/trial/play.ts';
import { startTool, type Tool, WIDTHS } from '#testing/trial/tool.ts';
import { baseOf, ROUTES, summaryOf } from '#testing/trial/truth.ts';
import { startRecording, stopAndUpload } from './participant.ts';
import { embedOn, press } from './prototype.ts';
import { type RunningServer, runServer } from './server.ts';
import { openPage, signIn } from './stage.ts';
import { comparePages } from './trial-pages.ts';

let tool: Tool;
let server: RunningServer;
let browser: Browser;
let owner: TestClient;
const trials = new Map<Width, Trial & { test: TrialTest }>();

beforeAll(async () => {
  tool = await startTool();
  const { origin, clientId, token } = tool;
  [server, browser] = await Promise.all([
    runServer({
      FIGMA_WEB_ORIGIN: origin,
      FIGMA_EMBED_ORIGIN: origin,
      FIGMA_MESSAGE_ORIGIN: origin,
      FIGMA_API_ORIGIN: origin,
      FIGMA_CLIENT_ID: clientId,
      FIGMA_TOKEN: token,
    }),
    launchChromium({ media: 'tab' }),
  ]);
  owner = await signIn(server.origin, 'ada@example.com');
  await owner.post('/api/set-company', { company: 'Acme' });
  for (const width of WIDTHS) {
    const test = await createTest(width);
    const people = peopleAt(width);
    const compare = new Comparison();
    trials.set(width, { owner, test, people, width, compare, isScripted: true });
    await openWithoutSession(test);
    await playAll({ test, people, width });
  }
}, 400_000);
afterAll(async () => {
  await browser?.close();
  await server?.remove();
  await tool?.stop();
});

function trialAt(width: Width) {
  const trial = trials.get(width);
  if (!trial) throw new Error(`no trial at ${width} px`);
  return trial;
}

async function createTest(width: Width): Promise<TrialTest> {
  const ids = (path: readonly Screen[]) => path.map((screen) => SCREENS[screen]);
  const goal = { kind: 'screens', screens: [SCREENS.Done], routes: ROUTES.map(ids) };
  const figmaUrl = tool.prototypeUrl(width);
  const body = { name: `Plants ${width}`, task: 'Buy a fern.', figmaUrl, goal };
  return successBody<TrialTest>(await owner.post('/api/tests', body));
}

/** Four people who record nothing, one of them twice from one browser, and a member, who does not count. */
async function openWithoutSession(test: TrialTest): Promise<void> {
  const anyone = () => new TestClient(server.origin);
  for (const obstacle of ['no_microphone', 'no_microphone', 'sharing_refused'])
    await open(anyone(), test, { obstacle });
  const openingId = await open(anyone(), test);
  await open(anyone(), test, { openingId });
  await open(owner, test);
}

interface Group {
  test: TrialTest;
  people: readonly Person[];
  width: Width;
}

async function playAll({ test, people, width }: Group): Promise<void> {
  const waiting = [...people];
  const playWaiting = async () => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      const id = await play(server.origin, test, sessionOf(person, width));
      await decide(id, person);
    }
  };
  await Promise.all([playWaiting(), playWaiting(), playWaiting()]);
}

async function decide(id: string, { byHand }: Person): Promise<void> {
  if (byHand === null) return;
  const decision =
    byHand === 'excluded'
      ? { reason: 'A colleague', basedOn: null }
      : { outcome: byHand, basedOn: null };
  const kind = byHand === 'excluded' ? 'exclusion' : 'outcome';
  successBody(await owner.put(`/api/recordings/${id}/${kind}`, decision));
}

describe.each(WIDTHS)('people by calls, on frames of %i px', (width) => {
  it('are what the truth says, in every answer, list and export, on the cover and on the pages', async () => {
    const trial = trialAt(width);
    const started = trial.people.length;
    const obstacles = [
      { obstacle: 'no_microphone', people: 2 },
      { obstacle: 'sharing_refused', people: 1 },
    ];
    await compareOpenings(trial, { opened: started + 4, started, obstacles });
    await compareSummary(trial);
    await compareScreens(trial);
    await comparePaths(trial);
    await compareFilters(trial);
    await compareRecordings(trial);
    await compareReport(trial);
    await compareExports(trial);
    const page = await openPage({ browser, origin: server.origin }, owner, {
      viewport: { width: 1440, height: 900 },
    });
    await comparePages(page, trial);
    await page.context().close();
    process.stdout.write(`${width} px: ${trial.compare.count} compared\n`);
    expect(trial.compare.differences).toEqual([]);
  });
});

/** Windows of participants; the frames of a desktop are scaled down in the narrower ones. */
const windows = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 1100, height: 700 },
] as const;

describe.each(realPeople.map((person, at) => ({ person, at })))(
  '$person.name in a browser',
  ({ person, at }) => {
    const { width, name } = person;

    it('presses known places, whose marks are drawn within a pixel', async () => {
      const { test } = trialAt(width);
      await takePart(person, windows[at % windows.length]);
      const row = (await rowsOf(test)).find(({ participantName }) => participantName === name);
      if (!row) throw new Error(`no recording of ${name}`);
      const { userTimestamp } = row;
      const address = recordingPath({
        ...test,
        testId: test._id,
        company: 'Acme',
        testName: test.name,
        userTimestamp,
      });
      const detail = successBody<RecordingDetail>(await owner.get(`/api/tests/${address}`));
      const compare = new Comparison();
      compare.same('outcome', row.outcome, person.outcome);
      compareSpots(compare, { person, detail });
      await compareMarks(compare, { person, detail, address: `/api/tests/${address}` });
      expect(compare.differences).toEqual([]);
    });
  },
);

async function rowsOf({ _id }: TrialTest): Promise<RecordingRow[]> {
  const answer = await owner.get(`/api/tests/${_id}/recordings?limit=50`);
  return successBody<{ items: RecordingRow[] }>(answer).items;
}

async function takePart(
  person: RealPerson,
  viewport: (typeof windows)[number] | undefined,
): Promise<void> {
  const { test } = trialAt(person.width);
  const page = await openPage({ browser, origin: server.origin }, null, {
    viewport: viewport ?? null,
  });
  await startRecording(page, test.link, person.name);
  const frame = await embedOn(page);
  for (const { screen, spot } of person.presses) {
    if (!spot) continue;
    const scrollTo = await frame.evaluate(
      ([y, wide]) => y * Math.min(1, document.documentElement.clientWidth / wide) - 300,
      [spot.y, frameOf(person.width, screen).width] as const,
    );
    const isPinned = screen === 'Shop' && spot.y < 64;
    const scroll = isPinned || screen === 'Added' ? {} : { scrollTo: Math.max(0, scrollTo) };
    await press(page, frame, { screenId: SCREENS[screen], ...spot, ...scroll });
  }
  await stopAndUpload(page, person.end === 'stuck' ? 'I’m stuck' : 'Stop & Upload');
  if (person.saysDone) await answer(page, person.saysDone);
  await page.context().close();
}

async function answer(page: Page, saysDone: 'Yes' | 'No'): Promise<void> {
  await page.getByRole('radio', { name: saysDone, exact: true }).check();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Your answers have been sent.').waitFor();
}

function frameOf(width: Width, screen: Screen) {
  const frame = documentOf(width).frames.find(({ id }) => id === SCREENS[screen]);
  if (!frame) throw new Error(`no screen ${screen}`);
  return frame.absoluteBoundingBox;
}

interface Recorded {
  person: RealPerson;
  detail: RecordingDetail;
}

/** The places that the product keeps, in pixels of the frame. */
function compareSpots(compare: Comparison, { person, detail }: Recorded): void {
  const { clickList, screens } = detail;
  compare.same('clicks', clickList.length, person.presses.length);
  for (const [at, { screen, spot, reacted }] of person.presses.entries()) {
    const click = clickList[at];
    const image = screens.find(({ screenId }) => screenId === SCREENS[screen]);
    const scale = (image?.width ?? Number.NaN) / frameOf(person.width, screen).width;
    compare.same(`press ${at}`, [click?.screenId, click?.handled], [SCREENS[screen], reacted]);
    compare.within(1).same(`press ${at} x`, (click?.x ?? Number.NaN) / scale, spot?.x);
    compare.within(1).same(`press ${at} y`, (click?.y ?? Number.NaN) / scale, spot?.y);
  }
}

/** The marks on the page, in pixels of the page. */
async function compareMarks(
  compare: Comparison,
  { person, detail, address }: Recorded & { address: string },
): Promise<void> {
  const page = await openPage({ browser, origin: server.origin }, owner);
  for (const screen of new Set(person.presses.map((one) => one.screen))) {
    await page.goto(`${address}?tab=heatmaps`);
    const number = detail.namedScreens.find(({ name }) => name === screen)?.number;
    await page.getByRole('button', { name: new RegExp(`^${number} · ${screen}`) }).click();
    const figure = page
      .getByRole('figure')
      .filter({ has: page.getByRole('heading', { name: `${number} · ${screen}` }) });
    await figure.getByRole('radio', { name: 'Clicks', exact: true }).check({ force: true });
    const spots = person.presses.flatMap((one) =>
      one.screen === screen && one.spot ? [one.spot] : [],
    );
    const marks = figure.getByRole('button', { name: /^(Click|Dead click) at / });
    await expect.poll(() => marks.count()).toBe(spots.length);
    const boxes = await marks
      .locator('svg')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    const image = await figure.getByRole('img').first().boundingBox();
    const scale = (image?.width ?? Number.NaN) / frameOf(person.width, screen).width;
    for (const [at, { x, y, width, height }] of boxes.entries()) {
      const truth = spots[at] ?? { x: Number.NaN, y: Number.NaN };
      const [left, top] = [x + width / 2 - (image?.x ?? 0), y + height / 2 - (image?.y ?? 0)];
      const answer = { x: left, y: top };
      const scaled = { x: truth.x * scale, y: truth.y * scale };
      compare.within(1).same(`mark ${at} on ${screen}`, answer, scaled);
    }
  }
  await page.context().close();
}

describe.each(WIDTHS)('all people, on frames of %i px', (width) => {
  it('are counted together', async () => {
    const scripted = trialAt(width);
    const people = [...scripted.people, ...realPeople.filter((person) => person.width === width)];
    const compare = new Comparison();
    const trial: Trial = { ...scripted, people, compare, isScripted: false };
    await compareSummary(trial);
    await compareScreens(trial);
    // Above 50 people thin links are folded.
    if (baseOf(people).length <= 50) await comparePaths(trial);
    expect(compare.differences).toEqual([]);
  });

  it('answer who succeeded, where the others got stuck and what that looked like by 1, 1 and 2 presses', async () => {
    const { test, people } = trialAt(width);
    const all = [...people, ...realPeople.filter((person) => person.width === width)];
    const { success, ends, failures } = summaryOf(all);
    const page = await openPage({ browser, origin: server.origin }, owner, {
      viewport: { width: 1440, height: 900 },
    });
    const open = async () => {
      await page.goto(`/api/tests/${test._id}`);
      await page
        .getByRole('heading', { name: `${success.k} of ${success.n} reached Done` })
        .waitFor();
    };
    await open();
    await page.getByRole('button', { name: new RegExp(`^${success.k} of ${success.n}`) }).click();
    await page.getByRole('heading', { name: `${success.k} people reached the goal` }).waitFor();
    await open();
    const [most] = ends.toSorted((a, b) => b.people - a.people);
    // The counts of the screens stand on the page; one press opens their people.
    await page
      .getByRole('region', { name: 'Where they ended' })
      .getByText(`${failures} people`)
      .waitFor();
    await page.getByRole('button', { name: `${most?.screen} ${most?.people} people` }).click();
    await page
      .getByRole('heading', { name: `${most?.people} people ended on ${most?.screen}` })
      .waitFor();
    await page.getByRole('button', { name: 'Play all' }).click();
    await expect.poll(() => isPlaying(page)).toBe(true);
    // A press on a finding that may be chance plays, as one on a finding does.
    await open();
    await page.getByText(/^Could be coincidence \(\d+\)$/).click();
    await page
      .getByRole('button', { name: /^Play the people: / })
      .first()
      .click();
    await expect.poll(() => isPlaying(page)).toBe(true);
    await page.context().close();
  });
});

async function isPlaying(page: Page): Promise<boolean> {
  const videos = page.locator('video');
  if ((await videos.count()) === 0) return false;
  return await videos.first().evaluate((video: HTMLVideoElement) => !video.paused);
}
