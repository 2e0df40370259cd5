// Tests with which the members of a workspace begin others.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestOverview } from '#contract/test-summary.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const figmaUrl = app.parts.samplePrototypeUrl ?? '';
  const form = { name: 'Checkout', task: 'Buy a plant.', figmaUrl };
  test = successBody<Test>(await owner.post('/api/tests', form));
  await owner.post('/api/tests', { ...form, name: 'Another' });
});
afterAll(() => app.close());

const templates = async (client = owner) =>
  successBody<{ items: { name: string }[]; total: number }>(
    await client.get('/api/tests?state=template'),
  );
const mark = async (template: boolean, client = owner) =>
  await client.put(`/api/tests/${test._id}/settings`, { template });

it('lists the tests that a member made templates, until they are none', async () => {
  expect(await templates()).toMatchObject({ items: [], total: 0 });
  const { body } = await mark(true);
  // The other settings stay as they are.
  expect(body).toMatchObject({ closed: false, duplicate: true });
  expect(await templates()).toMatchObject({ items: [{ name: 'Checkout' }], total: 1 });
  const overview = successBody<TestOverview>(await owner.get(`/api/tests/${test._id}/overview`));
  expect(overview.template).toBe(true);
  successBody(await owner.put(`/api/tests/${test._id}/settings`, { duplicate: false }));
  expect((await templates()).total).toBe(1);
  await mark(false);
  expect((await templates()).total).toBe(0);
});

it('a copy is no template, another workspace sees none, and a deleted test is none', async () => {
  await mark(true);
  successBody(await owner.post(`/api/tests/${test._id}/copy`, {}));
  expect((await templates()).items.map(({ name }) => name)).toEqual(['Checkout']);
  const stranger = await app.signIn('stranger@example.com', { company: 'Other' });
  expect((await mark(false, stranger)).status).toBe(404);
  expect((await templates(stranger)).total).toBe(0);
  successBody(await owner.delete(`/api/tests/${test._id}/Acme/Checkout`));
  expect((await templates()).total).toBe(0);
});

it('refuses what is no answer', async () => {
  const { status, body } = await owner.put(`/api/tests/${test._id}/settings`, { template: 'yes' });
  expect(status).toBe(400);
  expect(body.fields).toHaveProperty('template');
});
