// tests.list with state, order and cursor: every test exactly once over its pages, whatever happens to others meanwhile.

import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionId, UploadId } from '#contract/ids.ts';
import { RECENT_DAYS } from '#contract/limits.ts';
import { type TestSort, testSort, testState } from '#contract/test-list.ts';
import type { Test } from '#contract/tests.ts';
import { newId } from '#server/platform/new-id.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const now = Date.now();

async function create(owner: TestClient, name: string): Promise<Test> {
  const figmaUrl = 'https://shop.example.com/prototype';
  return successBody<Test>(await owner.post('/api/tests', { name, task: 'Buy.', figmaUrl }));
}

/** Adds a recording of that moment, or a session that has recorded nothing. */
async function record(test: Test, timestampMs: number, sizeBytes = 100): Promise<void> {
  const id = newId<SessionId>();
  const session = {
    id,
    test_id: test._id,
    revision_id: test.revision._id,
    participant_name: 'Grace',
    timestamp_ms: timestampMs,
    number: timestampMs % 1_000_000_000,
    browser_key: null,
    state: 'finished' as const,
    finished_at: new Date(),
    waiting_from: null,
  };
  const recording = {
    session_id: id,
    upload_id: newId<UploadId>(),
    state: 'ready' as const,
    size_bytes: sizeBytes,
    length_bytes: null,
    duration_ms: 1000,
  };
  await app.parts.db.insertInto('sessions').values(session).execute();
  await app.parts.db.insertInto('recordings').values(recording).execute();
}

async function change(test: Test, values: object): Promise<void> {
  await app.parts.db.updateTable('tests').set(values).where('id', '=', test._id).execute();
}

interface Page {
  items: Test[];
  nextCursor: string | null;
  total: number;
}

/** Reads all pages of two tests each. @param meanwhile runs after each page but the last */
async function readPages(
  owner: TestClient,
  query: Record<string, string>,
  meanwhile: (page: Page) => Promise<void> = async () => undefined,
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const search: URLSearchParams = new URLSearchParams({ ...query, cursor, limit: '2' });
    const page: Page = successBody<Page>(await owner.get(`/api/tests?${search}`));
    pages.push(page);
    cursor = page.nextCursor;
    if (cursor !== null) await meanwhile(page);
  }
  return pages;
}

const idsOf = (pages: { items: Test[] }[]) =>
  pages.flatMap(({ items }) => items.map(({ _id }) => _id));

const activityOf = (test: Test) => Math.max(Date.parse(test.updatedAt), test.storedTimeStamp ?? 0);
const byId = (a: Test, b: Test) => (a._id < b._id ? 1 : -1);

/** The orders as people mean them, over a whole list. */
const orders: Record<TestSort, (a: Test, b: Test) => number> = {
  activity: (a, b) => activityOf(b) - activityOf(a) || byId(a, b),
  created: byId,
  name: (a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'accent' }) || -byId(a, b),
  recordings: (a, b) => b.count_of_recordings - a.count_of_recordings || byId(a, b),
};

/** Tests with equal values of each kind, open, closed, recent and old. */
async function fill(owner: TestClient): Promise<Test[]> {
  const ids = [];
  for (const name of ['plan', 'Plan', 'äpfel', 'Apfel', 'Zebra', 'zug', 'plan']) {
    ids.push(await create(owner, name));
  }
  const [a, b, c, d, e, f, g] = ids as [Test, Test, Test, Test, Test, Test, Test];
  const old = { updated_at: new Date(now - (RECENT_DAYS + 3) * DAY_MS) };
  await change(a, { ...old, closed_by_hand: true });
  await change(b, { ...old, close_date: new Date(now - 1000) });
  await change(c, { ...old, close_date: new Date(now + DAY_MS) });
  await change(d, { ...old, submission_limit: 2, submissions: 2 });
  await change(e, { ...old, submission_limit: 2, submissions: 1 });
  // Both are recent: by a recording alone, and by the change of the same millisecond.
  await record(e, now - DAY_MS);
  await change(f, { updated_at: new Date(now - DAY_MS) });
  await record(c, now - (RECENT_DAYS + 1) * DAY_MS);
  await record(c, now - (RECENT_DAYS + 2) * DAY_MS);
  await record(g, now - 5000, 0);
  for (const one of [b, e]) await change(one, { is_template: true });
  return ids;
}

describe('order and state', () => {
  let owner: TestClient;
  beforeAll(async () => {
    owner = await app.signIn('owner@example.com', { company: 'Acme' });
    await fill(owner);
    const stranger = await app.signIn('stranger@example.com', { company: 'Other' });
    await create(stranger, 'plan');
  });

  const isIn = (state: string) => (test: Test) => {
    if (state === 'recent') return activityOf(test) >= now - RECENT_DAYS * DAY_MS;
    if (state === 'template') return ['Plan', 'Zebra'].includes(test.name);
    return state === 'all' || test.closed === (state === 'closed');
  };

  it.each(
    testSort.options.flatMap((sort) =>
      ['all', ...testState.options].map((state) => [sort, state] as const),
    ),
  )('by %s, of %s: each once, in order, counted', async (sort, state) => {
    const all = successBody<Test[]>(await owner.get('/api/tests'));
    for (const search of ['', 'PLAN']) {
      const expected = all
        .filter(isIn(state))
        .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
        .sort(orders[sort]);
      const pages = await readPages(owner, {
        sort,
        ...(state === 'all' ? {} : { state }),
        ...(search && { search }),
      });
      expect(idsOf(pages)).toEqual(expected.map(({ _id }) => _id));
      expect(pages.map(({ total }) => total)).toEqual(pages.map(() => expected.length));
    }
  });

  it('the states hold what they say', async () => {
    const names = async (state: string) => {
      const { items } = successBody<Page>(await owner.get(`/api/tests?state=${state}&sort=name`));
      return items.map(({ name }) => name);
    };
    expect(await names('closed')).toEqual(['Apfel', 'plan', 'Plan']);
    expect(await names('open')).toEqual(['äpfel', 'plan', 'Zebra', 'zug']);
    expect(await names('template')).toEqual(['Plan', 'Zebra']);
    expect(await names('recent')).toEqual(['plan', 'Zebra', 'zug']);
  });

  it('answers those that are named alone, as far as they are in the list, and the total of it', async () => {
    const all = successBody<Test[]>(await owner.get('/api/tests'));
    const stranger = await create(await app.signIn('named@example.com', { company: 'N' }), 'plan');
    const ids = [...all.map(({ _id }) => _id), stranger._id, uuidv7()];
    const search = new URLSearchParams({ state: 'closed', sort: 'name', ids: ids.slice(1).join() });
    const page = successBody<Page>(await owner.get(`/api/tests?${search}`));
    expect(page.items.map(({ name }) => name)).toEqual(['Apfel', 'plan', 'Plan']);
    search.set(
      'ids',
      page.items
        .slice(1)
        .map(({ _id }) => _id)
        .join(),
    );
    const two = successBody<Page>(await owner.get(`/api/tests?${search}`));
    expect([two.items.map(({ name }) => name), two.total]).toEqual([['plan', 'Plan'], 3]);
  });

  it.each(testSort.options)('goes on by %s from a test that is deleted', async (sort) => {
    const owner = await app.signIn(`deleted-${sort}@example.com`, { company: 'Acme' });
    for (const name of ['A', 'B', 'C']) await create(owner, name);
    const all = successBody<Page>(await owner.get(`/api/tests?limit=3&sort=${sort}`));
    const first = successBody<Page>(await owner.get(`/api/tests?limit=2&sort=${sort}`));
    const last = first.items[1];
    await owner.delete(`/api/tests/${last?._id}/Acme/${last?.name}`);
    const next = successBody<Page>(
      await owner.get(`/api/tests?limit=2&sort=${sort}&cursor=${first.nextCursor}`),
    );
    expect(next.items.map(({ _id }) => _id)).toEqual([all.items[2]?._id]);
    expect([next.total, next.nextCursor]).toEqual([2, null]);
  });

  it('searches for 200 emoji, and finds none', async () => {
    const search = encodeURIComponent('🪴'.repeat(200));
    const owner = await app.signIn('emoji@example.com', { company: 'Acme' });
    const page = successBody<Page>(await owner.get(`/api/tests?limit=2&search=${search}`));
    expect([page.items, page.total]).toEqual([[], 0]);
  });

  it('refuses a cursor of another order', async () => {
    const { items } = successBody<Page>(await owner.get('/api/tests?limit=1'));
    const id = items[0]?._id;
    for (const query of [
      `cursor=${id}&sort=name`,
      `cursor=${id}~plan`,
      `cursor=${id}~plan&sort=activity`,
      `cursor=${id}~-1&sort=recordings`,
      `cursor=${id}~a%00&sort=name`,
    ]) {
      const answer = await owner.get(`/api/tests?${query}`);
      expect([query, answer.status, Object.keys(answer.body.fields)]).toEqual([
        query,
        400,
        ['cursor'],
      ]);
    }
  });
});

it.each(testSort.options)(
  'by %s: others change between pages, the rest comes once',
  async (sort) => {
    const owner = await app.signIn(`${sort}@example.com`, { company: 'Acme' });
    const tests = await fill(owner);
    const touched = new Set<string>();
    const pages = await readPages(owner, { sort }, async ({ items }) => {
      const [seen, last] = items as [Test, Test];
      for (const { _id } of items) touched.add(_id);
      // The cursor's own test goes, one before it moves to the front, one is new.
      await owner.delete(`/api/tests/${last._id}/x/y`);
      const moved = tests.find(({ _id }) => _id === seen._id);
      if (moved) await record(moved, now + 60_000);
      await change(seen, { name: 'a', updated_at: new Date() });
      touched.add((await create(owner, 'plan'))._id);
    });
    const seen = idsOf(pages);
    const untouched = tests.filter(({ _id }) => !touched.has(_id));
    const firstSeen = pages.slice(0, -1).flatMap(({ items }) => items.map(({ _id }) => _id));
    for (const { _id } of [...untouched, ...tests.filter((test) => firstSeen.includes(test._id))]) {
      expect(seen.filter((id) => id === _id)).toHaveLength(1);
    }
    expect(tests.every(({ _id }) => seen.includes(_id))).toBe(true);
  },
);
