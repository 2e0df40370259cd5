// A page of tests and a test's overview: counts that follow the recordings, folded search, and answers that stay small.

import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import type { TestOverview, TestSummary } from '#contract/test-summary.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';

let app: TestApp;
let owner: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());

interface Page {
  items: TestSummary[];
  nextCursor: string | null;
  total: number;
}

async function create(name: string, task = 'Buy.'): Promise<Test> {
  const figmaUrl = 'https://shop.example.com/prototype';
  return successBody<Test>(await owner.post('/api/tests', { name, task, figmaUrl }));
}

const page = async (query: string) => successBody<Page>(await owner.get(`/api/tests?${query}`));
const summaryOf = async ({ _id }: Test, query = '') =>
  (await page(`ids=${_id}${query}`)).items[0] as TestSummary;
const overviewOf = async ({ _id }: Test) =>
  successBody<TestOverview>(await owner.get(`/api/tests/${_id}/overview`));

/** A session that has recorded nothing yet. */
async function start({ _id, revision }: Test, number: number, name = 'Grace'): Promise<string> {
  const id = uuidv7();
  const { db } = app.parts;
  await sql`INSERT INTO sessions (id, test_id, revision_id, participant_name, timestamp_ms, number, state)
    VALUES (${id}, ${_id}, ${revision._id}, ${name}, ${Date.now() + number}, ${number}, 'started')`.execute(
    db,
  );
  await sql`INSERT INTO recordings (session_id, upload_id, state) VALUES (${id}, ${uuidv7()}, 'receiving')`.execute(
    db,
  );
  return id;
}

const change = async (id: string, values: object) =>
  await app.parts.db
    .updateTable('recordings')
    .set(values)
    .where('session_id', '=', id as SessionId)
    .execute();

it('counts follow what is recorded, runs, ends and goes', async () => {
  const test = await create('Counted');
  const [a, b] = [await start(test, 1), await start(test, 2)];
  const counts = async () => {
    const summary = await summaryOf(test);
    const overview = await overviewOf(test);
    const { live, silent } = summary.running;
    expect(overview).toMatchObject({
      count_of_recordings: summary.count_of_recordings,
      running: { live, silent },
      storedTimeStamp: summary.storedTimeStamp,
    });
    return [summary.count_of_recordings, live, silent, overview.totals?.clicks];
  };
  expect(await counts()).toEqual([0, 0, 0, 0]);
  await change(a, { size_bytes: 10 });
  expect(await counts()).toEqual([1, 1, 0, 0]);
  await change(b, { size_bytes: 10, last_piece_at: new Date(Date.now() - 60_000) });
  await app.parts.db
    .updateTable('sessions')
    .set({ seen_at: new Date(Date.now() - 60_000) })
    .where('id', '=', b as SessionId)
    .execute();
  expect(await counts()).toEqual([2, 1, 1, 0]);
  await change(b, { state: 'ready', clicks: 3, duration_ms: 2000, poster_at_ms: 7 });
  expect(await counts()).toEqual([2, 1, 0, 3]);
  expect((await overviewOf(test)).totals).toMatchObject({ durationMs: 2000, averageMs: 2000 });
  const newest = (await summaryOf(test)).storedTimeStamp;
  expect((await summaryOf(test)).posterUrl).toContain(b);
  await app.parts.db
    .deleteFrom('sessions')
    .where('id', '=', b as SessionId)
    .execute();
  expect(await counts()).toEqual([1, 1, 0, 0]);
  expect((await summaryOf(test)).storedTimeStamp).toBeLessThan(newest ?? 0);
  await change(a, { size_bytes: 0 });
  expect(await counts()).toEqual([0, 0, 0, 0]);
  expect(await summaryOf(test)).toMatchObject({ storedTimeStamp: null, posterUrl: null });
});

it('tells how many recordings came since a time, when it is asked', async () => {
  const test = await create('Since');
  await change(await start(test, 1), { size_bytes: 10 });
  const at = (ms: number) => `&since=${encodeURIComponent(new Date(ms).toISOString())}`;
  expect((await summaryOf(test)).recordedSince).toBeNull();
  expect((await summaryOf(test, at(Date.now() - 60_000))).recordedSince).toBe(1);
  expect((await summaryOf(test, at(Date.now() + 60_000))).recordedSince).toBe(0);
});

it('carries no recordings', async () => {
  const summary = await summaryOf(await create('Bare'));
  expect(Object.keys(summary)).not.toContain('recordings');
  expect(Object.keys(summary)).not.toContain('recordings_info');
});

it('ends a page where it grows long, and goes on from there', async () => {
  const writer = await app.signIn('writer@example.com', { company: '会社'.repeat(100) });
  for (let number = 100; number < 150; number += 1) {
    const name = `${number}${'😀'.repeat(98)}`;
    const figmaUrl = `https://shop.example.com/${'p'.repeat(1900)}`;
    await writer.post('/api/tests', { name, task: '任'.repeat(400), figmaUrl });
  }
  const names: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body, text } = await longPage(writer, cursor);
    expect([status, text.length < 100_000]).toEqual([200, true]);
    names.push(...body.items.map(({ name }) => name.slice(0, 3)));
    expect(body.total).toBe(50);
    cursor = body.nextCursor;
  }
  expect(names).toEqual(Array.from({ length: 50 }, (_, at) => String(149 - at)));
});

async function longPage(writer: TestClient, cursor: string) {
  const answer = await writer.fetch(`/api/tests?limit=200&cursor=${cursor}`);
  const text = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, text, body: JSON.parse(text.toString()) as Page };
}

it.each([
  ['Straße', 'STRASSE'],
  ['STRASSE', 'straße'],
  ['Straẞe', 'strasse'],
  ['Caf\u00e9', 'cafe\u0301'],
  ['Cafe\u0301', 'CAF\u00c9'],
  ['Jos\u00e9', 'jose'],
  ['ΟΔΟΣ', 'οδος'],
  ['Москва', 'МОСКВА'],
  ['100 %', '0 %'],
  ['a_b', '_'],
  ['漢字', '字'],
  ['😀'.repeat(50), '😀'],
])('%s is found by %s, as a test and as a participant', async (name, search) => {
  const test = await create(`x ${name} y`);
  for (const number of [1, 501]) await change(await start(test, number, name), { size_bytes: 1 });
  await change(await start(test, 2, 'Someone'), { size_bytes: 1 });
  const found = await page(`limit=200&search=${encodeURIComponent(search)}`);
  expect(found.items.map(({ _id }) => _id)).toContain(test._id);
  expect(found.total).toBe(found.items.length);
  const address = `/api/tests/${test._id}/recordings?search=${encodeURIComponent(search)}`;
  const people = successBody<{ items: { number: number }[]; total: number }>(
    await owner.get(address),
  );
  expect([people.items.map(({ number }) => number), people.total]).toEqual([[501, 1], 2]);
});

it('finds nothing by 200 emoji, by what is in no name, and beyond the end', async () => {
  const test = await create('Searched');
  await change(await start(test, 1), { size_bytes: 1 });
  const nothing = { items: [], nextCursor: null, total: 0 };
  for (const search of ['🦄'.repeat(200), 'no such name', '%']) {
    const query = `limit=5&search=${encodeURIComponent(search)}`;
    expect(await page(query)).toEqual(search === '%' ? expect.anything() : nothing);
    expect(successBody(await owner.get(`/api/tests/${test._id}/recordings?${query}`))).toEqual(
      nothing,
    );
  }
  expect(await page('cursor=00000000-0000-7000-8000-000000000000')).toMatchObject({ items: [] });
  expect(successBody(await owner.get(`/api/tests/${test._id}/recordings?cursor=1`))).toEqual({
    items: [],
    nextCursor: null,
    total: 1,
  });
});

it('goes on behind a recording that is gone', async () => {
  const test = await create('Gone');
  const ids = [];
  for (const number of [1, 2, 3]) {
    ids.push(await start(test, number));
    await change(ids.at(-1) ?? '', { size_bytes: 1 });
  }
  const address = `/api/tests/${test._id}/recordings?limit=2`;
  const first = successBody<{ nextCursor: string }>(await owner.get(address));
  await app.parts.db
    .deleteFrom('sessions')
    .where('id', '=', (ids[1] ?? '') as SessionId)
    .execute();
  const rest = await owner.get(`${address}&cursor=${first.nextCursor}`);
  expect(successBody(rest)).toMatchObject({ items: [{ id: ids[0] }], nextCursor: null, total: 2 });
});
