// Rules for passwords of links for viewing, and that a visitor must type the same one.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VIEW_PASSWORD_MIN_CHARACTERS } from '#contract/limits.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { open, plainInput } from '#testing/visitor.ts';

let app: TestApp;
let owner: TestClient;
let testId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const form = { name: 'T', task: 't', figmaUrl: 'https://example.com/page' };
  testId = (await owner.post('/api/tests', form)).body._id;
});
afterAll(() => app.close());

const share = (password: string) =>
  owner.post(`/api/tests/${testId}/view-links`, {
    ...plainInput,
    password,
    thing: { kind: 'results' },
  });

async function tokenOf(password: string): Promise<string> {
  const { status, body } = await share(password);
  expect(status).toBe(201);
  return body.url.split('/').at(-1);
}

const statusOf = async (token: string, password: string) =>
  (await open(app.origin, token, password)).status;

it('a short one is refused, with the length that it needs [6.2.1]', async () => {
  const short = 'x'.repeat(VIEW_PASSWORD_MIN_CHARACTERS - 1);
  const { status, body } = await share(short);
  expect([status, body.fields.password]).toEqual([
    400,
    `Please use ${VIEW_PASSWORD_MIN_CHARACTERS} characters or more.`,
  ]);
  expect((await share(`${short}x`)).status).toBe(201);
});

it.each([
  ['letters alone', 'abcdefghij'],
  ['digits alone', '1234567890'],
  ['spaces', '          '],
  ['another script', 'пароль密码パスワード'],
  ['emoji and quotes', `"'\\<🌿🌿🌿>;--`],
  ['64 characters', 'y'.repeat(64)],
  ['200 characters', 'z'.repeat(200)],
])('%s: taken, and opens the link [6.2.5, 6.2.9]', async (_what, password) => {
  expect(await statusOf(await tokenOf(password), password)).toBe(200);
});

it.each([
  ['another case', 'CORRECT HORSE 72'],
  ['a space at its end', 'Correct horse 72 '],
  ['its beginning alone', 'Correct horse 7'],
  ['a longer one', 'Correct horse 722'],
])('with %s it is another password [6.2.8]', async (_what, other) => {
  const token = await tokenOf('Correct horse 72');
  expect(await statusOf(token, other)).toBe(403);
  expect(await statusOf(token, 'Correct horse 72')).toBe(200);
});
