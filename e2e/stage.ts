// The stage of journeys: the built product, a browser, a signed-in owner; and calls that create the data of a page.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type ChromiumOptions, launchChromium } from '#testing/chromium.ts';
import { type Answer, TestClient } from '#testing/client.ts';
import { cloneDatabase, type TestDatabase } from '#testing/database.ts';
import { sendForm, sentHeatmap, type TestIds } from '#testing/participant.ts';
import { addressOf, TEST_SECRET } from '#testing/server-process.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { joinTeam as acceptedTeam } from '#testing/team.ts';
import { recorded } from '#testing/webm-files.ts';
import { type RunningServer, runServer } from './server.ts';

export interface Stage {
  server: RunningServer;
  origin: string;
  browser: Browser;
  /** Owner of a workspace named Acme. */
  owner: TestClient;
  /** The server's database, for data that would take too long to create through the server. */
  database: TestDatabase;
  close(): Promise<void>;
}

/**
 * Starts the product with a database of the run's server, and a browser; signs an owner in.
 * @param environment of the server
 */
export async function openStage(
  options: ChromiumOptions = {},
  environment: Record<string, string> = {},
): Promise<Stage> {
  const database = await cloneDatabase();
  const [server, browser] = await Promise.all([
    runServer({
      DATABASE_URL: addressOf(database.connection),
      SESSION_SECRET: TEST_SECRET,
      ...environment,
    }),
    launchChromium(options),
  ]);
  const owner = await signIn(server.origin, 'ada@example.com');
  await owner.post('/api/set-company', { company: 'Acme' });
  return {
    server,
    origin: server.origin,
    browser,
    owner,
    database,
    close: async () => {
      await browser.close();
      await server.remove();
      await database.drop();
    },
  };
}

/** Signs a person in at the stand-in issuer; a new one gets a workspace without a company name. */
export async function signIn(origin: string, email: string): Promise<TestClient> {
  const client = new TestClient(origin);
  await signInAtIssuer(client, { email, name: 'Ada Lovelace' });
  await client.get('/auth/check-auth');
  return client;
}

/** A person who accepts the owner's invitation and is in the owner's workspace now. */
export async function joinTeam({ owner, origin }: Stage, email: string): Promise<TestClient> {
  return await acceptedTeam({ signIn: (address) => signIn(origin, address) }, { owner, email });
}

/** A page of its own window; with a client's cookies that person is signed in there. */
export async function openPage(
  { browser, origin }: Pick<Stage, 'browser' | 'origin'>,
  client: TestClient | null,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    baseURL: origin,
    ...options,
  });
  const cookies = [...(client?.cookies ?? [])].map(([name, value]) => ({
    name,
    value: encodeURIComponent(value),
    url: origin,
  }));
  await context.addCookies(cookies);
  // Says which step is missing, instead of letting the whole check run out of time.
  context.setDefaultTimeout(30_000);
  return await context.newPage();
}

/** Stops a page's clock (installed before) now; from here on its time passes by `runFor` alone. */
export async function freeze(page: Page): Promise<void> {
  // The time continues until the call arrives: for longer on a busy machine.
  for (let aheadMs = 50; ; aheadMs *= 3) {
    const atMs = await page.evaluate((ms) => Date.now() + ms, aheadMs);
    try {
      return await page.clock.pauseAt(atMs);
    } catch (error) {
      if (aheadMs > 1000) throw error;
    }
  }
}

export async function createTest(
  { owner, server }: Pick<Stage, 'owner' | 'server'>,
  name: string,
  task = 'Buy a plant.',
): Promise<TestIds> {
  const body = { name, task, figmaUrl: server.prototypeUrl };
  const created = await owner.post('/api/tests', body);
  if (created.status !== 201) throw new Error(`no test: ${JSON.stringify(created.body)}`);
  return created.body;
}

/** A test with one recording by Grace, and the address of the recording's page. */
export async function createRecordedTest(
  stage: Pick<Stage, 'owner' | 'server' | 'origin'>,
  name: string,
): Promise<{ test: TestIds; recording: string }> {
  const test = await createTest(stage, name);
  const { body } = await submitRecording(stage.origin, test);
  const names = ['Acme', name, body.userTimestamp].map(encodeURIComponent).join('/');
  return { test, recording: `/api/tests/${test.uniqueId}/${test._id}/${names}` };
}

/** A press on the sample's first screen, as the design tool reports it. */
const press = {
  type: 'MOUSE_PRESS_OR_RELEASE',
  atMs: 500,
  data: {
    presentedNodeId: '1:2',
    handled: false,
    targetNodeId: '1:2',
    targetNodeMousePosition: { x: 300, y: 200 },
    nearestScrollingFrameId: '1:2',
    nearestScrollingFrameMousePosition: { x: 300, y: 200 },
    nearestScrollingFrameOffset: { x: 0, y: 0 },
  },
};

/** The multipart body of the upload call as a client of others makes it: whole video, one heatmap. */
export async function uploadForm(participant: string): Promise<FormData> {
  const video = await recorded('vp9-opus');
  const form = new FormData();
  const name = `${participant}_${Date.now()}.webm`;
  form.append('video', new Blob([Uint8Array.from(video)], { type: 'video/webm' }), name);
  form.append('1-2', new Blob([sentHeatmap], { type: 'image/png' }), '1-2.png');
  form.append('events', JSON.stringify([press]));
  return form;
}

/** Sends a recording to a test without a browser and without a sign-in. */
export async function submitRecording(
  origin: string,
  test: TestIds,
  participant = 'Grace',
): Promise<Answer> {
  const form = await uploadForm(participant);
  return await sendForm(new TestClient(origin), test, { form });
}

/** Has the image of the sample's first screen fetched, so that clicks can be placed on it. */
export async function fetchScreen(
  { owner, server }: Pick<Stage, 'owner' | 'server'>,
  { uniqueId }: TestIds,
): Promise<void> {
  const query = new URLSearchParams({ figmaUrl: server.prototypeUrl, screenId: '1:2', uniqueId });
  await owner.get(`/api/take-screenshot?${query}`);
}

/** Presses Retry; what the page asks again by its stream may come first and take the button away. */
export async function pressRetry(page: Page): Promise<void> {
  const retry = page.getByRole('button', { name: 'Retry', exact: true });
  await Promise.race([retry.click(), retry.waitFor({ state: 'detached' })]);
}
