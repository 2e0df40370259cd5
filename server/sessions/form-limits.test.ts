// Limits of an upload form: bytes of each field, and how many fields and files there are. What is beyond is refused and
// nothing of it is stored.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FORM_FIELD_MAX_BYTES, HEATMAP_MAX_BYTES, HEATMAPS_MAX } from '#contract/limits.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sendForm, startSession, type TestIds } from '#testing/participant.ts';

let app: TestApp;
let test: TestIds;
let session: StartedSession;

beforeAll(async () => {
  app = await startTestApp();
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const form = { name: 'T', task: 't', figmaUrl: 'https://example.org/x' };
  test = (await owner.post('/api/tests', form)).body;
  session = await startSession(app.anyone, test);
});
afterAll(() => app.close());

const text = (bytes: number) => 'a'.repeat(bytes);
const blob = (bytes: number) => new Blob([text(bytes)], { type: 'text/plain' });

/** Returns the code of the refusal of a form. An empty form is refused too, because nothing was recorded. */
async function send(fill: (form: FormData) => void): Promise<string> {
  const form = new FormData();
  fill(form);
  return (await sendForm(app.anyone, test, { form, session })).body.code;
}

const fill = (count: number, append: (form: FormData, at: number) => void) => (form: FormData) => {
  for (let at = 0; at < count; at += 1) append(form, at);
};
const field = (form: FormData, at: number) => form.append(`field ${at}`, 'x');
const picture = (bytes: number) => (form: FormData) =>
  form.append('1-1', new Blob([text(bytes)], { type: 'image/png' }), '1-1.png');
const emptyFile = (form: FormData, at: number) => form.append(`1-${at + 1}`, new Blob([]), '');

it.each<[string, number, (count: number) => (form: FormData) => void]>([
  ['bytes of a field', FORM_FIELD_MAX_BYTES, (bytes) => (form) => form.append('name', text(bytes))],
  [
    'bytes of a field with a type',
    FORM_FIELD_MAX_BYTES,
    (bytes) => (form) => form.append('name', blob(bytes)),
  ],
  ['bytes of a heatmap', HEATMAP_MAX_BYTES, picture],
  ['fields', 20, (count) => fill(count, field)],
  ['files', HEATMAPS_MAX + 2, (count) => fill(count, emptyFile)],
])('%s: %i are read and one more is refused', async (_, most, filled) => {
  expect(await send(filled(most))).not.toBe('too_large');
  expect(await send(filled(most + 1))).toBe('too_large');
});
