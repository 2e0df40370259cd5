// Devices of a test: what the settings take, what the link answers, and what a recording says that it lacks.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RecordingDetail } from '#contract/recordings.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { bearer, recordSession, startSession } from '#testing/participant.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const input = { name: 'Shop', task: 'Buy a plant', figmaUrl: 'https://example.org/x' };
  test = successBody(await owner.post('/api/tests', input));
});
afterAll(() => app.close());

const change = (devices: object) =>
  owner.patch(`/api/tests/${test._id}/participation`, { devices });
const link = async () => (await app.anyone.get(`/api/link/${test.uniqueId}`)).body;

it('takes devices that are required, optional or off; the screen stays required', async () => {
  const devices = { microphone: 'optional', camera: 'off', screen: 'required' };
  expect(successBody(await change(devices))).toMatchObject({ devices });
  expect((await link()).participation).toMatchObject({ devices });
  for (const part of [{ screen: 'off' }, { microphone: 'on' }, { camera: null }]) {
    expect((await change({ ...devices, ...part })).status).toBe(400);
  }
});

it('says which devices a recording lacks, in one of its parts or in all', async () => {
  const began = (seq: number, data: object) => ({
    seq,
    atMs: seq,
    type: 'TRYOUT_RECORDING_BEGAN',
    data,
  });
  const lacksOf = async (name: string, messages: object[]) => {
    await recordSession(app.anyone, test, { name, messages });
    const { items } = successBody<{ items: { participantName: string; userTimestamp: string }[] }>(
      await owner.get(`/api/tests/${test._id}/recordings`),
    );
    const { userTimestamp = '' } = items.find((item) => item.participantName === name) ?? {};
    const address = `${test.uniqueId}/${test._id}/Acme/Shop/${encodeURIComponent(userTimestamp)}`;
    return successBody<RecordingDetail>(await owner.get(`/api/tests/${address}`)).lacks;
  };
  expect(await lacksOf('All', [])).toEqual([]);
  const parts = [
    began(0, { microphone: true, camera: false }),
    began(1, { microphone: false, camera: true }),
  ];
  expect(await lacksOf('Camera', parts.slice(0, 1))).toEqual(['camera']);
  expect(await lacksOf('Both', parts)).toEqual(['microphone', 'camera']);
  const session = await startSession(app.anyone, test, { name: 'Strange' });
  const answer = await app.anyone.send(`/api/sessions/${session._id}/events`, {
    method: 'POST',
    body: JSON.stringify({ events: [began(0, { microphone: 'no' })] }),
    headers: { ...bearer(session), 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(400);
});
