// A copy has the newest steps of a test and how people take part in it; it has nothing of what participants did.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { recordSession } from '#testing/participant.ts';

let app: TestApp;
let owner: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());

const task = (text: string, rest: object = {}) => ({
  ...{
    kind: 'task',
    task: text,
    figmaUrl: 'https://www.figma.com/proto/AbCdEfGhIjKlMnOpQrStUv/Shop?node-id=1-2',
  },
  ...rest,
});
const daily = { id: 'daily', text: 'Daily' };
const question = {
  kind: 'question',
  question: 'How often?',
  form: { type: 'single', options: [daily], shuffled: true, other: true, none: false },
  shownWhen: { at: 1, is: ['done'] },
};
const copyOf = async (test: Test) => {
  const { _id } = successBody<Test>(await owner.post(`/api/tests/${test._id}/copy`));
  return successBody<Test>(await owner.get(`/api/tests/${_id}`));
};

it('has steps, goals, conditions and the way of taking part, and no session', async () => {
  const goal = { kind: 'screens', screens: ['1:2'], routes: [] };
  const steps = [
    task('Buy', { goal, asks: ['ease'] }),
    question,
    task('Water', { shuffled: true }),
  ];
  const { figmaUrl } = task('');
  const before = successBody<Test>(
    await owner.post('/api/tests', { name: 'Shop', task: 'Buy', figmaUrl, steps }),
  );
  const participation = { title: 'A shop', parameters: ['PID'] };
  await owner.patch(`/api/tests/${before._id}/participation`, participation);
  await recordSession(app.anyone, before, { name: 'Grace' });
  const changed = { ...before, steps: before.steps?.slice(0, 2), task: 'Buy' };
  const original = successBody<Test>(await owner.put(`/api/tests/${before._id}`, changed));
  const copy = await copyOf(original);
  expect(copy).toMatchObject({
    ...{ name: 'Shop (copy)', company: 'Acme', closed: false, recordings: [] },
    ...{ steps: original.steps, goal, asks: ['ease'] },
    revision: { number: 1, hasSessions: false },
  });
  expect(copy.uniqueId).not.toBe(original.uniqueId);
  const taking = await owner.get(`/api/tests/${copy._id}/participation`);
  expect(taking.body).toMatchObject(participation);
  const { body } = await owner.get(`/api/tests/${original._id}`);
  expect([body.steps.length, body.recordings.length, body.name]).toEqual([2, 1, 'Shop']);
});

it('has a name that fits, and can be copied and changed itself', async () => {
  const name = 'ä'.repeat(200);
  const { task: text, figmaUrl } = task('Buy');
  const test = successBody<Test>(await owner.post('/api/tests', { name, task: text, figmaUrl }));
  const copy = await copyOf(await copyOf(test));
  expect(copy.name).toBe(`${'ä'.repeat(193)} (copy)`);
  const changed = await owner.put(`/api/tests/${copy._id}`, {
    name: 'Other',
    task: 'Sell',
    figmaUrl,
  });
  expect(successBody(changed)).toMatchObject({ name: 'Other', task: 'Sell' });
  expect((await owner.get(`/api/tests/${test._id}`)).body.task).toBe('Buy');
});

it('is made of an own test alone', async () => {
  const stranger = await app.signIn('stranger@example.com', { company: 'Other' });
  const { figmaUrl } = task('');
  const test = successBody<Test>(
    await owner.post('/api/tests', { name: 'Shop', task: 'Buy', figmaUrl }),
  );
  expect((await stranger.post(`/api/tests/${test._id}/copy`)).status).toBe(404);
});
