// Passwords of links for viewing that are guessed: one address uses up its own tries alone, many of them a short while.
// Nothing is hashed for a caller who is refused.

import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { AppError } from '#contract/errors.ts';
import type { ViewLinkId, WorkspaceId } from '#contract/ids.ts';
import {
  VIEW_LINK_RATE,
  VIEW_LINKS_MAX,
  VIEW_PASSWORD_RATE,
  VIEW_PASSWORD_RATE_PER_ADDRESS,
  VIEW_PASSWORD_RATE_PER_LINK,
} from '#contract/limits.ts';
import type { Test } from '#contract/tests.ts';
import { newId } from '#server/platform/new-id.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { plainInput, share } from '#testing/visitor.ts';
import { findLinkByToken, openView } from './view-links.service.ts';

const PASSWORD = 'the right one';
let app: TestApp;
let owner: TestClient;
let test: Test;
let token: string;
let link: string;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const form = { name: 'Shop', task: 'Buy', figmaUrl: app.parts.samplePrototypeUrl };
  test = successBody(await owner.post('/api/tests', form));
});
afterAll(() => app.close());
beforeEach(async () => {
  const shared = await share(owner, test._id, { thing: { kind: 'results' }, password: PASSWORD });
  [token, link] = [shared.token, shared.viewLink._id];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.parts.db.deleteFrom('rate_counts').execute();
});

/** The code of the refusal, or null if the link opened. */
async function open(address: string, password = 'a guess', by = token): Promise<string | null> {
  try {
    const row = await findLinkByToken(app.parts, by);
    await openView(app.parts, row, { password, isOpen: false, address });
    return null;
  } catch (error) {
    return (error as AppError).code;
  }
}

/** Writes a count as if so many passwords were tried before: each takes a core 100 ms. */
async function tried(key: string, points: number): Promise<void> {
  const expire = Date.now() + 50_000;
  await app.parts.db.insertInto('rate_counts').values({ key, points, expire }).execute();
}

it('one address that guesses keeps no other out, however long it goes on [6.3.1]', async () => {
  await tried(`view-password:${link} 192.0.2.1`, VIEW_PASSWORD_RATE.calls - 1);
  await tried(`view-password-link:${link}`, VIEW_PASSWORD_RATE_PER_LINK.calls - 2);
  expect(await open('192.0.2.1')).toBe('view_password_wrong');
  for (let at = 0; at < VIEW_PASSWORD_RATE_PER_LINK.calls; at += 1) {
    expect(await open('192.0.2.1')).toBe('too_many_requests');
  }
  // The right password is rejected too, because otherwise the visitor would learn which one is right.
  expect(await open('192.0.2.1', PASSWORD)).toBe('too_many_requests');
  expect(await open('192.0.2.2', PASSWORD)).toBeNull();
});

it('many addresses together keep honest visitors out for a minute at most [6.1.1, 6.3.1]', async () => {
  await tried(`view-password-link:${link}`, VIEW_PASSWORD_RATE_PER_LINK.calls - 1);
  expect(await open('192.0.2.3')).toBe('view_password_wrong');
  expect(await open('192.0.2.4', PASSWORD)).toBe('too_many_requests');
  expect(VIEW_PASSWORD_RATE_PER_LINK.perSeconds).toBeLessThanOrEqual(60);
  // More than the tries of one address.
  expect(VIEW_PASSWORD_RATE_PER_LINK.calls).toBeGreaterThan(2 * VIEW_PASSWORD_RATE.calls);
});

const create = (thing: object = { kind: 'results' }) =>
  owner.post(`/api/tests/${test._id}/view-links`, { ...plainInput, thing, password: PASSWORD });

it('nothing is hashed for a try beyond a rate, nor for a link that has ended', async () => {
  const { rates, passwords, db } = app.parts;
  const verify = vi.spyOn(passwords, 'verify');
  const address = '192.0.2.5';
  for (const [key, { calls }] of [
    [`view-password-address:${address}`, VIEW_PASSWORD_RATE_PER_ADDRESS],
    [`view-password:${link} ${address}`, VIEW_PASSWORD_RATE],
    [`view-password-link:${link}`, VIEW_PASSWORD_RATE_PER_LINK],
  ] as const) {
    await db.deleteFrom('rate_counts').execute();
    await tried(key, calls);
    expect([key, await open(address, PASSWORD)]).toEqual([key, 'too_many_requests']);
  }
  await db.deleteFrom('rate_counts').execute();
  const count = vi.spyOn(rates, 'count');
  expect(await open(address, '')).toBe('view_password');
  const unknown = token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  expect(await open(address, PASSWORD, unknown)).toBe('link_expired');
  successBody(await owner.delete(`/api/view-links/${link}`));
  expect(await open(address, PASSWORD)).toBe('link_expired');
  expect(count).not.toHaveBeenCalled();
  expect(verify).not.toHaveBeenCalled();
});

it('a new password has 8 characters or more; a shorter one from before still opens its link', async () => {
  const body = { ...plainInput, thing: { kind: 'results' } };
  const links = `/api/tests/${test._id}/view-links`;
  const refused = await owner.post(links, { ...body, password: '7 chars' });
  expect([refused.status, refused.body.message]).toEqual([400, 'Please use 8 characters or more.']);
  expect((await owner.post(links, { ...body, password: '8 chars!' })).status).toBe(201);
  const row = await app.parts.db
    .selectFrom('view_links')
    .select('workspace_id')
    .where('id', '=', link as ViewLinkId)
    .executeTakeFirstOrThrow();
  const short = await app.parts.passwords.hash(row.workspace_id as WorkspaceId, 'sesame');
  await app.parts.db
    .updateTable('view_links')
    .set({ password_hash: short })
    .where('id', '=', link as ViewLinkId)
    .execute();
  expect(await open('192.0.2.6', 'sesame')).toBeNull();
});

it('many links with passwords at once: some wait, the others are asked to try again', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => create()));
  const refused = answers.filter(({ status }) => status !== 201);
  expect(answers.length - refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers } of refused) {
    expect([status, Number(headers.get('retry-after'))]).toEqual([429, 3]);
  }
  expect((await create()).status).toBe(201);
});

it('nothing is hashed for a link in a full list, of another test, or beyond the rates of its workspace and address', async () => {
  const { db, passwords, rates } = app.parts;
  const hash = vi.spyOn(passwords, 'hash');
  const count = vi.spyOn(rates, 'count');
  const row = await db.selectFrom('view_links').selectAll().executeTakeFirstOrThrow();
  const more = Array.from({ length: VIEW_LINKS_MAX }, (_, at) => ({
    ...row,
    revoked_at: null,
    id: newId<ViewLinkId>(),
    token_hash: Buffer.from(`${at}`),
  }));
  await db.insertInto('view_links').values(more).execute();
  expect((await create()).body.code).toBe('list_full');
  await db.deleteFrom('view_links').execute();
  const recording = { kind: 'recording', sessionId: crypto.randomUUID() };
  expect((await create(recording)).body.code).toBe('not_found');
  const callers = { workspace: row.workspace_id, address: '127.0.0.1' };
  for (const [name, caller] of Object.entries(callers)) {
    await db.deleteFrom('rate_counts').execute();
    await tried(`view-link-${name}:${caller}`, VIEW_LINK_RATE.calls);
    const refused = await create();
    expect([name, refused.status, refused.body.code]).toEqual([name, 429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(count.mock.lastCall?.slice(0, 2)).toEqual([`view-link-${name}`, caller]);
  }
  expect(hash).not.toHaveBeenCalled();
});
