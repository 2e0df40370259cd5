// The draft of a test: shared by its editors, complete or not, replaced only by who has seen the present version.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Draft, DraftForm, SavedDraft } from '#contract/drafts.ts';
import { DRAFT_BODY_MAX_BYTES } from '#contract/limits.ts';
import type { Test } from '#contract/tests.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { joinTeam } from '#testing/team.ts';
import { listen } from '#testing/update-events.ts';

let app: TestApp;
let ada: TestClient;
let bob: TestClient;
let test: Test;

beforeAll(async () => {
  app = await startTestApp();
  ada = await app.signIn('ada@example.com', { company: 'Acme' });
  successBody(await ada.post('/api/user-info', { firstName: 'Ada', lastName: 'Lovelace' }));
  bob = await joinTeam(app, { owner: ada, email: 'bob@example.com' });
  successBody(await bob.post('/api/user-info', { firstName: 'Bob', lastName: 'B' }));
});
beforeEach(async () => {
  test = successBody(
    await ada.post('/api/tests', { name: 'Shop', task: 'Buy', figmaUrl: 'https://example.org/x' }),
  );
});
afterAll(() => app.close());

const path = () => `/api/tests/${test._id}/draft`;
const read = async (who: TestClient) =>
  successBody<{ draft: Draft | null }>(await who.get(path())).draft;
const stepOf = (task: string) => ({
  kind: 'task' as const,
  key: 'step-1',
  number: 1,
  shownWhen: null,
  task,
  figmaUrl: '',
  goal: null,
});
const formOf = (name: string, task = ''): DraftForm => ({ name, steps: [stepOf(task)] });
const base = formOf('Shop', 'Buy');
const save = (who: TestClient, form: object, version: string | null = null) =>
  who.put(path(), { form, base, version });
const saved = async (who: TestClient, form: object, version: string | null = null) =>
  successBody<SavedDraft>(await save(who, form, version));

it('is what its editors typed, valid or not, with who saved it', async () => {
  expect(await read(ada)).toBeNull();
  const form = formOf(' ', 'tab\t, bell \u0007, nothing \u0000, half \ud83d, \u{1F331}');
  const { version, savedAt } = await saved(ada, form);
  const draft = { version, savedAt, savedBy: 'Ada Lovelace', form, base };
  expect(await read(bob)).toEqual(draft);
});

it('changes only by who has seen it: of two at once, one is refused and nothing is overwritten', async () => {
  const first = await saved(ada, formOf('First'));
  const both = await Promise.all([
    save(ada, formOf('Of Ada'), first.version),
    save(bob, formOf('Of Bob'), first.version),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const name = both[0]?.status === 200 ? 'Of Ada' : 'Of Bob';
  expect((await read(ada))?.form.name).toBe(name);
  const late = await save(ada, formOf('Late'), first.version);
  expect(late.body).toMatchObject({ code: 'draft_changed' });
  expect((await save(bob, formOf('As the first'))).body).toMatchObject({ code: 'draft_changed' });
  expect((await read(ada))?.form.name).toBe(name);
});

it('gets another version after it was discarded, so that an older one never fits again', async () => {
  const { version } = await saved(ada, formOf('Old'));
  expect((await bob.delete(`${path()}?version=${test._id}`)).status).toBe(409);
  successBody(await bob.delete(`${path()}?version=${version}`));
  expect(await read(ada)).toBeNull();
  expect((await ada.delete(`${path()}?version=${version}`)).status).toBe(409);
  await saved(bob, formOf('New'));
  expect((await save(ada, formOf('Old, again'), version)).status).toBe(409);
  expect((await read(ada))?.form.name).toBe('New');
});

it('is gone with the saved form, unless someone changed it since then', async () => {
  const input = { name: 'Shop', task: 'Buy two', figmaUrl: 'https://example.org/x' };
  const first = await saved(ada, formOf('First'));
  const second = await saved(bob, formOf('Second'), first.version);
  const update = (draft: string) => ada.put(`/api/tests/${test._id}`, { ...input, draft });
  successBody(await update(first.version));
  expect((await read(ada))?.form.name).toBe('Second');
  expect(
    (await ada.put(`/api/tests/${test._id}`, { ...input, name: '', draft: second.version })).status,
  ).toBe(400);
  expect((await read(ada))?.form.name).toBe('Second');
  successBody(await update(second.version));
  expect(await read(ada)).toBeNull();
});

it('is replaced when a later server wrote it in a form that this one cannot read', async () => {
  await saved(ada, formOf('Readable'));
  await app.parts.db.updateTable('test_drafts').set({ content: '{"form":7}' }).execute();
  expect(await read(ada)).toBeNull();
  await saved(ada, formOf('Readable again'));
  expect((await read(ada))?.form.name).toBe('Readable again');
});

describe('its editors', () => {
  const edit = async (who: TestClient) => successBody(await who.post(`${path()}/editors`));

  it('see each other before one of them types, for a minute', async () => {
    expect(await edit(ada)).toEqual({ version: null, editors: [] });
    expect(await edit(bob)).toEqual({ version: null, editors: ['Ada Lovelace'] });
    const { version } = await saved(bob, formOf('Shop'));
    expect(await edit(ada)).toEqual({ version, editors: ['Bob B'] });
    const past = new Date(Date.now() - 61_000);
    await app.parts.db.updateTable('draft_editors').set({ seen_at: past }).execute();
    expect(await edit(ada)).toEqual({ version, editors: [] });
  });

  it('hear of each other and of each change, once for a person', async () => {
    const stream = await listen(ada);
    const drafts = () => stream.changes.filter(({ kind }) => kind === 'draft.changed').length;
    await edit(bob);
    await expect.poll(drafts).toBe(1);
    await edit(bob);
    const { version } = await saved(bob, formOf('Typed'));
    await expect.poll(drafts).toBe(2);
    successBody(await bob.delete(`${path()}?version=${version}`));
    await expect.poll(drafts).toBe(3);
    stream.close();
    await stream.ended;
  });
});

describe('what it can hold', () => {
  it('is bounded', async () => {
    const large = 'x'.repeat(DRAFT_BODY_MAX_BYTES);
    expect((await save(ada, formOf('Shop', large))).status).toBe(413);
    const steps = Array.from({ length: 31 }, () => stepOf(''));
    expect((await save(ada, { name: '', steps })).status).toBe(400);
    successBody(await save(ada, { name: '', steps: [] }));
  });

  it.each([
    ['a step of an unknown kind', { ...stepOf(''), kind: 'dance' }],
    ['a number that no step has', { ...stepOf(''), number: 0 }],
    ['a condition on no step', { ...stepOf(''), shownWhen: { is: ['done'] } }],
    ['a text that is none', { ...stepOf(''), task: 7 }],
  ])('is a form: %s is refused', async (_what, step) => {
    expect((await save(ada, { name: '', steps: [step] })).status).toBe(400);
    expect(await read(ada)).toBeNull();
  });
});

it('is removed with its test', async () => {
  await saved(ada, formOf('Typed'));
  successBody(await ada.post(`${path()}/editors`));
  await ada.delete(`/api/tests/${test._id}/x/y`);
  expect((await ada.get(path())).status).toBe(404);
  expect((await save(ada, formOf('Late'))).status).toBe(404);
  await jobHandlers(app.parts)['deleted.remove']({});
  for (const table of ['test_drafts', 'draft_editors'] as const) {
    const rows = await app.parts.db.selectFrom(table).select('test_id').execute();
    expect(rows.map((row) => row.test_id)).not.toContain(test._id);
  }
});
