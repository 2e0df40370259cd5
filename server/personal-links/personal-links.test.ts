// Personal links: one for each name, used once, given back by a session that recorded nothing; what members see of them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestId } from '#contract/ids.ts';
import type { CreatedPersonalLinks, PersonalLink } from '#contract/personal-links.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { giveBackQuietSlots } from '#server/sessions/slots.db.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { bearer, recordSession, sendPiece, sentVideo, startSession } from '#testing/participant.ts';
import { createPersonalLinks } from '#testing/personal-links.ts';
import { readCsv } from '#testing/read-zip.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  const input = { name: 'Shop', task: 'Buy', figmaUrl: 'https://example.org/x' };
  test = successBody(await owner.post('/api/tests', input));
});

const path = () => `/api/tests/${test._id}/personal-links`;
const create = (names: string[]) => createPersonalLinks(owner, test, names);
const createOne = async (name = 'Ada') => {
  const [link] = await create([name]);
  if (!link) throw new Error('no link');
  return link;
};
interface Listed {
  items: PersonalLink[];
  nextCursor: string | null;
  total: number;
  counts: Record<string, number>;
}
const list = async (query = '') => successBody<Listed>(await owner.get(`${path()}?${query}`));
const states = async () => (await list('limit=50')).items.map(({ name, state }) => [name, state]);
const open = (token: string) =>
  app.anyone.post(`/api/link/${test.uniqueId}/personal-link`, { token });
const start = (personalToken: string, more: object = {}) =>
  app.anyone.post(`/api/link/${test.uniqueId}/sessions`, { name: 'x', personalToken, ...more });
const asParticipant = (session: StartedSession, call: string) =>
  app.anyone.send(`/api/sessions/${session._id}/${call}`, {
    method: 'POST',
    headers: bearer(session),
  });

describe('creating', () => {
  it('makes a link for each name in their order, and names those that have one', async () => {
    await create(['Grace']);
    const created = await owner.post(path(), { names: [' Ada ', 'Grace', '研究-7', 'Ada'] });
    const { links, known } = successBody<CreatedPersonalLinks>(created);
    expect([links.map(({ name }) => name), known]).toEqual([
      ['Ada', '研究-7'],
      ['Grace', 'Ada'],
    ]);
    expect(await states()).toEqual([
      ['Grace', 'open'],
      ['Ada', 'open'],
      ['研究-7', 'open'],
    ]);
    expect(links[0]?.url).toMatch(/\/tryout\/[\w-]{22}\?personal-link=[\w-]{22}$/);
  });

  it('stops at 2,000 links of a test, and stores nothing of the list that does not fit', async () => {
    const names = Array.from({ length: 2000 }, (_, at) => `Person ${at}`);
    for (let at = 0; at < 2000; at += 500) await create(names.slice(at, at + 500));
    const refused = await owner.post(path(), { names: ['One more', 'Person 1'] });
    expect([refused.status, refused.body.code]).toEqual([409, 'list_full']);
    expect((await list()).total).toBe(2000);
    // A list of names that all have a link fits.
    successBody(await owner.post(path(), { names: names.slice(0, 500) }));
    const { items } = await list('search=person+1999');
    successBody(await owner.patch(`${path()}/${items[0]?._id}`, { revoked: true }));
    successBody(await owner.post(path(), { names: ['One more'] }));
  });

  it('of the same list by two members at once makes each link once', async () => {
    const names = Array.from({ length: 50 }, (_, at) => `Person ${at}`);
    await Promise.all([create(names), create(names.toReversed())]);
    expect((await list()).total).toBe(50);
  });
});

describe('the list', () => {
  it('comes in pages, finds names, and counts all', async () => {
    await create(['Ada', 'Grace', 'Alan', 'ÁDÁM']);
    const first = await list('limit=3');
    expect([first.items.length, first.total]).toEqual([3, 4]);
    const second = await list(`limit=3&cursor=${first.nextCursor}`);
    expect([second.items.map(({ name }) => name), second.nextCursor]).toEqual([['ÁDÁM'], null]);
    const found = await list('search=ada');
    expect(found.items.map(({ name }) => name)).toEqual(['Ada', 'ÁDÁM']);
    expect([found.total, found.counts.open]).toEqual([2, 4]);
  });

  it('holds no token', async () => {
    const { token } = await createOne();
    expect(JSON.stringify(await list())).not.toContain(token);
  });
});

describe('a link', () => {
  it('gives its name to a session, in place of another name', async () => {
    const { token } = await createOne('Ada Lovelace');
    expect(successBody(await open(token))).toEqual({ name: 'Ada Lovelace' });
    const { session } = successBody<{ session: StartedSession }>(await start(token));
    expect(session.participantName).toBe('Ada Lovelace');
    expect(session.userTimestamp).toMatch(/^Ada Lovelace_/);
  });

  it('is used once, also by ten browsers at the same moment', async () => {
    const { token } = await createOne();
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(token)));
    const codes = answers.map(({ status, body }) => (status === 201 ? 'started' : body.code));
    expect(codes.filter((code) => code === 'started')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['started', 'personal_link_used']));
    expect((await open(token)).body.code).toBe('personal_link_used');
    expect(await states()).toEqual([['Ada', 'started']]);
    const { submissions } = await app.parts.db
      .selectFrom('tests')
      .select('submissions')
      .where('id', '=', test._id as TestId)
      .executeTakeFirstOrThrow();
    expect(submissions).toBe(1);
  });

  it('belongs to its own test alone', async () => {
    const { token } = await createOne();
    const input = { name: 'Other', task: 'Buy', figmaUrl: 'https://example.org/x' };
    const other = successBody<Test>(await owner.post('/api/tests', input));
    const answer = await app.anyone.post(`/api/link/${other.uniqueId}/sessions`, {
      ...{ name: 'x', personalToken: token },
    });
    expect(answer.body.code).toBe('personal_link_invalid');
  });

  it('is taken in a browser in which the test was finished', async () => {
    const browserKey = 'b5Zk0c1mQ7yWnP3x';
    successBody(await owner.put(`/api/tests/${test._id}/settings`, { duplicate: false }));
    await recordSession(app.anyone, test, { name: 'Grace', browserKey });
    const repeat = await app.anyone.post(`/api/link/${test.uniqueId}/sessions`, {
      ...{ name: 'Grace', browserKey },
    });
    expect(repeat.body.code).toBe('already_taken');
    const [ada, alan] = await create(['Ada', 'Alan']);
    for (const link of [ada, alan]) {
      await recordSession(app.anyone, test, {
        name: 'x',
        browserKey,
        personalToken: link?.token ?? '',
      });
    }
    expect(await states()).toEqual([
      ['Ada', 'taken'],
      ['Alan', 'taken'],
    ]);
  });

  it('stays used after its session, and shows when it ended', async () => {
    const { _id, token } = await createOne();
    const session = await recordSession(app.anyone, test, { name: 'x', personalToken: token });
    const [link] = (await list()).items;
    expect(link).toMatchObject({ state: 'taken', sessionId: session._id });
    expect(Date.now() - Date.parse(link?.stateAt ?? '')).toBeLessThan(60_000);
    expect((await start(token)).body.code).toBe('personal_link_used');
    expect((await owner.post(`${path()}/${_id}/address`)).body.code).toBe('link_not_copied');
    expect((await owner.patch(`${path()}/${_id}`, { revoked: true })).body.code).toBe(
      'personal_link_used',
    );
  });

  it('is given back by a session that recorded nothing', async () => {
    const { token } = await createOne();
    const session = await startSession(app.anyone, test, { name: 'x', personalToken: token });
    successBody(await asParticipant(session, 'abandon'));
    expect(await states()).toEqual([['Ada', 'open']]);
    await startSession(app.anyone, test, { name: 'x', personalToken: token });
  });

  it('can be used in another browser once a session that recorded nothing is quiet', async () => {
    const { token } = await createOne();
    const session = await startSession(app.anyone, test, { name: 'x', personalToken: token });
    await app.parts.db
      .updateTable('sessions')
      .set({ seen_at: new Date(0) })
      .where('id', '=', session._id)
      .execute();
    await giveBackQuietSlots(app.parts.db);
    expect(await states()).toEqual([['Ada', 'open']]);
    const next = await startSession(app.anyone, test, { name: 'x', personalToken: token });
    // The link stays with the second session, whatever the first one does from now on.
    successBody(await asParticipant(session, 'abandon'));
    expect((await list()).items[0]).toMatchObject({ state: 'started', sessionId: next._id });
  });

  it('is not given back by a session that recorded something', async () => {
    const { token } = await createOne();
    const session = await startSession(app.anyone, test, { name: 'x', personalToken: token });
    successBody(await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo }));
    successBody(await asParticipant(session, 'abandon'));
    expect(await states()).toEqual([['Ada', 'taken']]);
  });

  it('stays used when its recording is withdrawn or deleted, also once the rows are gone', async () => {
    const [ada, alan] = await create(['Ada', 'Alan']);
    const record = (link = ada) =>
      recordSession(app.anyone, test, { name: 'x', personalToken: link?.token ?? '' });
    const [first, second] = [await record(), await record(alan)];
    const headers = { authorization: `Bearer ${first.privateToken}` };
    successBody(await app.anyone.send('/api/my-recording', { method: 'DELETE', headers }));
    const name = encodeURIComponent(second.userTimestamp);
    successBody(await owner.delete(`/api/tests/${test._id}/recording/x/y/${name}`));
    for (const _ of [1, 2]) {
      expect((await list()).items.map(({ state, sessionId }) => [state, sessionId])).toEqual([
        ['deleted', null],
        ['deleted', null],
      ]);
      expect((await start(ada?.token ?? '')).body.code).toBe('personal_link_used');
      await jobHandlers(app.parts)['deleted.remove']({});
    }
  });

  it('ends when it is revoked, until that is taken back', async () => {
    const { _id, token, url } = await createOne();
    const revoke = (revoked: boolean) => owner.patch(`${path()}/${_id}`, { revoked });
    expect(successBody(await revoke(true))).toMatchObject({ state: 'revoked' });
    expect((await open(token)).body.code).toBe('personal_link_invalid');
    expect((await start(token)).body.code).toBe('personal_link_invalid');
    expect((await owner.post(`${path()}/${_id}/address`)).body.code).toBe('link_not_copied');
    expect(successBody(await revoke(false))).toMatchObject({ state: 'open', stateAt: null });
    expect(successBody(await owner.post(`${path()}/${_id}/address`))).toEqual({ url });
    await startSession(app.anyone, test, { name: 'x', personalToken: token });
  });

  it('goes with its test', async () => {
    await createOne();
    successBody(await owner.delete(`/api/tests/${test._id}/x/y`));
    for (const _ of [1, 2]) await jobHandlers(app.parts)['deleted.remove']({});
    const rows = await app.parts.db
      .selectFrom('personal_links')
      .select('id')
      .where('test_id', '=', test._id as TestId)
      .execute();
    expect(rows).toEqual([]);
  });
});

it('guesses end at a rate of their own; links that are there still open', async () => {
  const { token } = await createOne();
  const codes = new Set<string>();
  for (let at = 0; at < 70; at += 1) codes.add((await open(`guess-${at}`)).body.code);
  expect(codes).toEqual(new Set(['personal_link_invalid', 'too_many_requests']));
  successBody(await open(token));
});

it('the table has all links with their states, and runs no formula', async () => {
  const [formula, grace] = await create(['=1+1', 'Grace', 'Alan']);
  await recordSession(app.anyone, test, { name: 'x', personalToken: grace?.token ?? '' });
  const alan = (await list()).items[2]?._id;
  successBody(await owner.patch(`${path()}/${alan}`, { revoked: true }));
  const { csv } = successBody<{ csv: string }>(await owner.post(`${path()}/table`, {}));
  const rows = readCsv(Buffer.from(csv));
  expect(rows.map(({ name, link, state }) => [name, link, state])).toEqual([
    ["'=1+1", formula?.url, 'open'],
    ['Grace', grace?.url, 'taken'],
    ['Alan', '', 'revoked'],
  ]);
  expect(rows.map(({ when }) => when !== '')).toEqual([false, true, true]);
  const semicolons = successBody<{ csv: string }>(
    await owner.post(`${path()}/table`, { separator: 'semicolon' }),
  );
  expect(semicolons.csv).toContain('name;link;state;when');
});
