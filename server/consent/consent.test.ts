// The text to which participants agree: its versions, agreements at the start of sessions, and where they can be read.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConsentText } from '#contract/consent.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { recordSession } from '#testing/participant.ts';

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

const change = async (text: string) =>
  successBody<ConsentText>(await owner.post('/api/consent', { text }));
const link = async () => (await app.anyone.get(`/api/link/${test.uniqueId}`)).body;
const setTest = async (settings: object) =>
  successBody(await owner.patch(`/api/tests/${test._id}/participation`, settings));
const start = async (consent?: object) => {
  const body = { name: randomUUID(), consent };
  const answer = await app.anyone.post(`/api/link/${test.uniqueId}/sessions`, body);
  return [answer.status, answer.body.fields?.consent ?? answer.body.code];
};
const all = ['screen', 'microphone', 'camera'];

it('has versions that stay as they were, and none for the same text again', async () => {
  expect(successBody(await owner.get('/api/consent'))).toEqual([]);
  const first = await change('We record your screen. [More](https://example.org/consent)');
  expect(first).toMatchObject({ version: 1 });
  expect(await change(first.text)).toEqual(first);
  await change('We record your screen and your voice.');
  const versions = successBody<ConsentText[]>(await owner.get('/api/consent'));
  expect(versions.map(({ version }) => version)).toEqual([2, 1]);
  expect(versions[1]).toEqual(first);
});

it('is shown where a test asks for it', async () => {
  expect((await link()).participation).toBeNull();
  await setTest({ consent: 'workspace' });
  const text = 'We record your screen and your voice.';
  expect((await link()).participation.consent).toEqual({ version: 2, text });
});

it('needs an agreement to the version that stands, with all that the test requires', async () => {
  expect(await start()).toEqual([400, 'Participants of this test agree to a text first.']);
  expect(await start({ version: 1, items: all })).toEqual([409, 'consent_changed']);
  // A claim about a text that was never there.
  expect(await start({ version: 3, items: all })).toEqual([409, 'consent_changed']);
  expect(await start({ version: null, items: all })).toEqual([409, 'consent_changed']);
  const without = await start({ version: 2, items: ['screen'] });
  expect(without).toEqual([400, 'This test needs an agreement to the microphone.']);
  expect(await start({ version: 2, items: ['screen', 'microphone'] })).toEqual([201, undefined]);
  await setTest({ devices: { microphone: 'optional', camera: 'off', screen: 'required' } });
  expect(await start({ version: 2, items: ['screen'] })).toEqual([201, undefined]);
});

it('is on the recording’s page, with the parts that the test records', async () => {
  const detail = async (name: string, consent?: object) => {
    await recordSession(app.anyone, test, { name, ...(consent && { consent }) });
    const { items } = successBody<{ items: { userTimestamp: string }[] }>(
      await owner.get(`/api/tests/${test._id}/recordings`),
    );
    const { userTimestamp = '' } = items[0] ?? {};
    const path = `${test.uniqueId}/${test._id}/Acme/Shop/${encodeURIComponent(userTimestamp)}`;
    return successBody<RecordingDetail>(await owner.get(`/api/tests/${path}`)).consent;
  };
  const agreedAt = expect.stringMatching(/^20/);
  expect(await detail('Ada', { version: 2, items: all })).toEqual({
    ...{ version: 2, items: ['screen', 'microphone'], agreedAt },
  });
  await setTest({ consent: 'plain' });
  expect(await detail('Grace')).toBeNull();
  expect(await detail('Alan', { version: null, items: ['screen'] })).toEqual({
    ...{ version: null, items: ['screen'], agreedAt },
  });
});

it('keeps its versions for a test that asks for it while there is none', async () => {
  const other = await app.signIn('other@example.com', { company: 'Beta' });
  const input = { name: 'Other', task: 'Buy', figmaUrl: 'https://example.org/y' };
  const plain = successBody<Test>(await other.post('/api/tests', input));
  successBody(await other.patch(`/api/tests/${plain._id}/participation`, { consent: 'workspace' }));
  expect((await app.anyone.get(`/api/link/${plain.uniqueId}`)).body.participation).toBeNull();
  const { status } = await app.anyone.post(`/api/link/${plain.uniqueId}/sessions`, { name: 'A' });
  expect(status).toBe(201);
});
