// The events before the pictures are taken: a shop makes a test of its prototype, the people of the sample study take
// it, and some more in a real browser.
import { writeFile } from 'node:fs/promises';
import type { ScreenResults } from '#contract/result-screens.ts';
import { SAMPLE_TASK } from '#sample/task.ts';
import { launchChromium } from '#testing/chromium.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { type StudyTest, sendStudy, taskTest } from '#testing/study/send.ts';
import { startRecording, stopAndUpload } from '../participant.ts';
import { embedOn, press } from '../prototype.ts';
import type { RunningServer } from '../server.ts';
import { filmOf } from './camera.ts';
import { type Run, runs } from './runs.ts';
import { COMPANY, type Stage, TEST_NAME } from './shots.ts';

/** @param duringRun PNG file: the participant's page while it records */
export async function act(server: RunningServer, duringRun: string): Promise<Stage> {
  const owner = await signIn(server);
  const sample = { prototypeUrl: server.prototypeUrl, name: TEST_NAME, task: SAMPLE_TASK };
  const test = successBody<StudyTest>(await owner.post('/api/tests', taskTest(sample)));
  process.stdout.write('The sample study is sent …\n');
  await sendStudy({ owner, test, size: { width: 800 } });
  for (const run of runs) {
    const picture = await participate(server, test.link, run);
    if (run === runs.at(-1)) await writeFile(duringRun, picture);
  }
  return await stageOf(server, owner, test);
}

async function signIn({ origin }: RunningServer): Promise<TestClient> {
  const client = new TestClient(origin);
  await signInAtIssuer(client, { email: 'robin@example.com', name: 'Robin Vermeer' });
  await client.get('/auth/check-auth');
  successBody(await client.post('/api/set-company', { company: COMPANY }));
  return client;
}

/**
 * One person's whole run in a browser of their own, which records the tab that it runs in.
 * @returns picture of the page behind the first press
 */
async function participate(server: RunningServer, link: string, run: Run): Promise<Buffer> {
  process.stdout.write(`${run.name} takes the test …\n`);
  const browser = await launchChromium({
    media: 'titled-tab',
    tabTitle: TEST_NAME,
    cameraFile: await filmOf(run.look, server.dataDir),
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.grantPermissions(['camera', 'microphone'], { origin: server.origin });
  const page = await context.newPage();
  await startRecording(page, link, run.name);
  const frame = await embedOn(page);
  let picture: Buffer | null = null;
  for (const step of run.presses) {
    await press(page, frame, step);
    // People look before they press again.
    await page.waitForTimeout(600 + 40 * (step.x % 17));
    picture ??= await page.screenshot();
  }
  await stopAndUpload(page);
  await browser.close();
  return picture ?? Buffer.alloc(0);
}

/** The newest recording is the one that is shown. */
async function stageOf(
  { origin, prototypeUrl }: RunningServer,
  owner: TestClient,
  test: StudyTest,
): Promise<Stage> {
  const { recordings_info } = successBody<{ recordings_info: { userTimestamp: string }[] }>(
    await owner.get(`/api/tests/${test._id}`),
  );
  const { screens } = successBody<ScreenResults>(
    await owner.get(`/api/tests/${test._id}/results/screens`),
  );
  const shop = screens.find(({ name }) => name === 'All plants');
  const names = [COMPANY, TEST_NAME, recordings_info[0]?.userTimestamp ?? ''];
  const segments = [test.uniqueId, test._id, ...names].map(encodeURIComponent);
  return {
    prototypeUrl,
    cookies: [...owner.cookies].map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      url: origin,
    })),
    addresses: {
      create: `${origin}/create-test`,
      test: `${origin}/api/tests/${test._id}`,
      screen: `${origin}/api/tests/${test._id}?tab=screens&heat=${shop?.number}`,
      participant: test.link,
      recording: `${origin}/api/tests/${segments.join('/')}`,
    },
  };
}
