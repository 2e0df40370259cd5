// The events before the pictures are taken: the people of the sample study take it, and one more takes a test of its
// first task in a real browser.
import { writeFile } from 'node:fs/promises';
import type { ScreenResults } from '#contract/result-screens.ts';
import { SAMPLE_TASK } from '#sample/task.ts';
import { launchChromium } from '#testing/chromium.ts';
import { successBody, TestClient } from '#testing/client.ts';
import { signInAtIssuer } from '#testing/sign-in.ts';
import { type StudyTest, sendStudy, studyTest, taskTest } from '#testing/study/send.ts';
import { startRecording, stopAndUpload } from '../participant.ts';
import { embedOn, press } from '../prototype.ts';
import type { RunningServer } from '../server.ts';
import { filmOf } from './camera.ts';
import { type Run, run } from './runs.ts';
import { COMPANY, type Stage, TEST_NAME } from './shots.ts';

/** @param duringRun PNG file: the participant's page while it records */
export async function act(server: RunningServer, duringRun: string): Promise<Stage> {
  const owner = await signIn(server);
  const sample = { prototypeUrl: server.prototypeUrl, name: TEST_NAME, task: SAMPLE_TASK };
  const create = async (body: object) =>
    successBody<StudyTest>(await owner.post('/api/tests', body));
  const [study, task] = [await create(studyTest(sample)), await create(taskTest(sample))];
  process.stdout.write('The sample study is sent …\n');
  await sendStudy({ owner, test: study, size: { width: 800 } });
  await writeFile(duringRun, await participate(server, task.link, run));
  return await stageOf(server, owner, { study, task });
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

/** @param task test with the one recording that the pictures show */
async function stageOf(
  { origin, prototypeUrl }: RunningServer,
  owner: TestClient,
  { study, task }: { study: StudyTest; task: StudyTest },
): Promise<Stage> {
  const { recordings_info } = successBody<{ recordings_info: { userTimestamp: string }[] }>(
    await owner.get(`/api/tests/${task._id}`),
  );
  const { screens } = successBody<ScreenResults>(
    await owner.get(`/api/tests/${study._id}/results/screens`),
  );
  const shop = screens.find(({ name }) => name === 'All plants');
  const names = [COMPANY, TEST_NAME, recordings_info[0]?.userTimestamp ?? ''];
  const segments = [task.uniqueId, task._id, ...names].map(encodeURIComponent);
  return {
    prototypeUrl,
    cookies: [...owner.cookies].map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      url: origin,
    })),
    addresses: {
      create: `${origin}/create-test`,
      edit: `${origin}/edit-test/${study._id}`,
      study: `${origin}/api/tests/${study._id}`,
      screen: `${origin}/api/tests/${study._id}?tab=screens&heat=${shop?.number}`,
      participant: task.link,
      recording: `${origin}/api/tests/${segments.join('/')}`,
    },
  };
}
