// The number of clicks: lists and pages show the same one, also when images of the screens came later.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { UniqueId } from '#contract/ids.ts';
import { renewReadings } from '#server/readings/renew.flow.ts';
import { forgetScreens, showTestScreen } from '#testing/add-screen-image.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import { sendForm, sentVideo as video } from '#testing/participant.ts';

const SCREEN = '901:2';
const OVERLAY = '902:2';
const IN_SCREEN = '901:6';

let app: TestApp;
let owner: TestClient;
let test: { _id: string; uniqueId: UniqueId; figmaUrl: string };

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  test = await createTest(app, owner);
  await forgetScreens(app);
});

function press(atMs: number, presentedNodeId: string, targetNodeId: string) {
  const targetNodeMousePosition = { x: 5, y: 6 };
  const data = { presentedNodeId, handled: true, targetNodeId, targetNodeMousePosition };
  return { type: 'MOUSE_PRESS_OR_RELEASE', atMs, data };
}

async function send(events: unknown[]): Promise<string> {
  const form = new FormData();
  form.append('video', new Blob([video], { type: 'video/webm' }), 'a.webm');
  form.append('events', JSON.stringify(events));
  const { body } = await sendForm(app.anyone, test, { form });
  return body.userTimestamp;
}

/** A press on a screen, and at once one behind the overlay that it opened: without boxes they look like one. */
async function record(): Promise<string> {
  return await send([press(50, SCREEN, '901:5'), press(100, OVERLAY, IN_SCREEN)]);
}

const storeScreen = () => showTestScreen(app, test, { nodeId: SCREEN, layers: [IN_SCREEN] });

async function listed(): Promise<number[]> {
  const { body } = await owner.get(`/api/tests/${test._id}/recordings`);
  return body.items.map(({ clicks }: { clicks: number }) => clicks);
}

async function page(userTimestamp: string) {
  const address = `/api/tests/${test.uniqueId}/${test._id}/x/y/${userTimestamp}`;
  return (await owner.get(address, { accept: 'application/json' })).body;
}

async function readCounts(userTimestamp: string) {
  const { clicks, clickList } = await page(userTimestamp);
  return [clicks, clickList.length];
}

it('counts by the boxes of the screens that are stored when a recording ends', async () => {
  await storeScreen();
  const recording = await record();
  expect(await listed()).toEqual([2]);
  expect(await readCounts(recording)).toEqual([2, 2]);
});

it('follows images that come later, once the session was read again', async () => {
  const recording = await record();
  expect(await listed()).toEqual([1]);
  expect(await readCounts(recording)).toEqual([1, 1]);
  const image = await storeScreen();
  expect(await readCounts(recording)).toEqual([1, 1]);
  await renewReadings(app.parts, image);
  expect(await readCounts(recording)).toEqual([2, 2]);
  expect(await listed()).toEqual([2]);
});

it('counts those that missed among them, in the list, on the test and on its page alike', async () => {
  const missed = (atMs: number) => {
    const { data, ...message } = press(atMs, SCREEN, '901:5');
    return { ...message, data: { ...data, handled: false } };
  };
  const timestamp = await send([press(50, SCREEN, '901:5'), missed(900), missed(1800)]);
  const count = { clicks: 3, misclicks: 2 };
  expect(await page(timestamp)).toMatchObject(count);
  const list = await owner.get(`/api/tests/${test._id}/recordings`);
  expect(list.body.items).toMatchObject([count]);
  const ofTest = await owner.get(`/api/tests/${test._id}`, { accept: 'application/json' });
  expect(ofTest.body.recordings_info).toMatchObject([count]);
});

it.each([
  ['shown', [press(50, SCREEN, '901:5')]],
  ['sign_in', [{ type: 'LOGIN_SCREEN_SHOWN', atMs: 50, data: {} }]],
  ['silent', []],
])('tells of a prototype that is %s', async (prototypeState, events) => {
  expect(await page(await send(events))).toMatchObject({ prototypeState });
});

it('tells nothing of a prototype when the link is a web page', async () => {
  const form = { name: 'T', task: 't', figmaUrl: 'https://example.com/shop' };
  test = (await owner.post('/api/tests', form)).body;
  expect(await page(await send([]))).toMatchObject({ prototypeState: null });
});
