// The list of a test's recordings: filter, order, search and pages, and the position of one within the filter.
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionId, TestId } from '#contract/ids.ts';
import { recordingPath } from '#contract/paths.ts';
import { recordingSort } from '#contract/recording-list.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import { change, missed, press, recordMessages } from '#testing/messages.ts';
import { type SeededPerson, seedPerson, seedScreens } from '#testing/result-rows.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;
let names: Map<string, SessionId>;

const person = (number: number, name: string, more: Partial<SeededPerson>): SeededPerson => ({
  number,
  name,
  outcome: 'stopped',
  isExcluded: false,
  path: [{ screen: 1, atMs: 500 }],
  endedAtMs: 1000 * number,
  goalAtMs: null,
  clicks: [],
  answers: null,
  device: null,
  startedAt: `2026-11-0${number}T10:00:00Z`,
  ...more,
});
const misclick = { screen: 1, atMs: 700, at: { x: 5, y: 5 }, reacted: false, place: 'cell:0,0' };

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  test = await createTest(app, owner);
  const of = { testId: test._id as TestId, revisionId: test.revision._id };
  await seedScreens(app.parts, of, 3);
  const answers = { didIt: true, ease: 6, helped: 'A search' };
  const people = [
    person(1, 'Ann', { outcome: 'direct', goalAtMs: 900, answers, device: 'Firefox on Windows' }),
    person(2, 'Bo 100%', { outcome: 'left', clicks: [misclick, misclick], endedAtMs: 9000 }),
    person(3, 'Cy', { outcome: 'stopped', isExcluded: true, clicks: [misclick] }),
    person(4, 'Di', { outcome: 'indirect', goalAtMs: 400 }),
    person(5, 'Ed', { outcome: null, endedAtMs: 100 }),
    person(6, 'Ann B', { outcome: 'left' }),
  ];
  names = new Map();
  for (const one of people) names.set(one.name, await seedPerson(app.parts, of, one));
});
afterAll(() => app.close());

interface Row {
  participantName: string;
}
const list = async (query: string) =>
  successBody<{ items: Row[]; nextCursor: string | null; total: number }>(
    await owner.get(`/api/tests/${test._id}/recordings?${query}`),
  );
const listed = async (query: string) =>
  (await list(query)).items.map(({ participantName }) => participantName);

describe('the list', () => {
  it.each([
    ['', ['Ann B', 'Ed', 'Di', 'Cy', 'Bo 100%', 'Ann']],
    ['sort=longest', ['Bo 100%', 'Ann B', 'Di', 'Cy', 'Ann', 'Ed']],
    ['sort=misclicks', ['Bo 100%', 'Cy', 'Ann B', 'Ed', 'Di', 'Ann']],
    ['sort=outcome', ['Cy', 'Ed', 'Ann', 'Di', 'Ann B', 'Bo 100%']],
    ['outcome=left', ['Ann B', 'Bo 100%']],
    ['outcome=excluded', ['Cy']],
    ['outcome=running,direct&sort=outcome', ['Ed', 'Ann']],
    ['search=ann', ['Ann B', 'Ann']],
    ['search=100%25', ['Bo 100%']],
    ['search=%25', ['Bo 100%']],
    ['answer=easy', ['Ann']],
    ['device=Firefox%20on%20Windows', ['Ann']],
    ['text=A%20search', ['Ann']],
    ['from=2026-11-03&to=2026-11-04', ['Di', 'Cy']],
    ['from=2026-11-03&to=2026-11-04&zone=UTC', ['Di', 'Cy']],
    // Everyone begins at 10:00 UTC, which is the next day there.
    ['from=2026-11-04&to=2026-11-05&zone=Pacific/Kiritimati', ['Di', 'Cy']],
    ['zone=Pacific/Kiritimati', ['Ann B', 'Ed', 'Di', 'Cy', 'Bo 100%', 'Ann']],
    ['screen=2', []],
    ['revision=2', []],
    ['revision=1&outcome=left&search=b&sort=misclicks', ['Bo 100%', 'Ann B']],
  ])('of ?%s is %j', async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
    expect((await list(query)).total).toBe(expected.length);
  });

  it('says of a recording that is over neither when it was heard last nor that it is silent', async () => {
    const { items } = await list('outcome=left');
    const over = { state: 'ready', lastHeardAt: null, silentInMs: null };
    expect(items).toEqual(items.map(() => expect.objectContaining(over)));
  });

  it.each(['newest', 'longest', 'misclicks', 'outcome'])('has pages by %s', async (sort) => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await list(`sort=${sort}&limit=2&cursor=${cursor}`);
      expect(page.items).toHaveLength(2);
      seen.push(...page.items.map(({ participantName }) => participantName));
      expect(page.total).toBe(6);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(await listed(`sort=${sort}`));
  });

  it('begins again with a cursor of another order', async () => {
    expect(await listed('sort=longest&cursor=1700000000003')).toHaveLength(6);
    expect(await listed('cursor=9000~1700000000003')).toHaveLength(6);
  });

  it.each([
    ['newest', '1'],
    ['longest', '999999999999999~1'],
    ['longest', '0~1'],
    ['misclicks', '0~1'],
    ['outcome', '0~1'],
  ])('by %s has nothing beyond its end, and its total, at cursor %s', async (sort, cursor) => {
    const page = await list(`sort=${sort}&cursor=${cursor}`);
    const rest = cursor.startsWith('9') ? 6 : 0;
    expect([page.items.length, page.nextCursor, page.total]).toEqual([rest, null, 6]);
  });

  it('searches for 200 emoji, and finds none', async () => {
    const emoji = '%F0%9F%AA%B4'.repeat(200);
    for (const query of ['search', 'text']) expect(await listed(`${query}=${emoji}`)).toEqual([]);
  });

  it('answers those that are named alone, as far as they are in the list, and the total of it', async () => {
    const idOf = (name: string) => names.get(name) ?? '';
    const of = (...ids: string[]) => `ids=${ids.join()}`;
    const named = of(idOf('Ann'), uuidv7(), idOf('Di'));
    expect(await listed(named)).toEqual(['Di', 'Ann']);
    expect(await listed(`${named}&sort=longest&search=ann`)).toEqual(['Ann']);
    expect((await list(`${named}&search=ann`)).total).toBe(2);
  });

  it('tells what each run came to', async () => {
    const { items } = await list('search=ann');
    expect(items).toMatchObject([
      { number: 6, outcome: 'left', timeToGoalMs: null, device: null, answers: null },
      {
        number: 1,
        outcome: 'direct',
        timeToGoalMs: 400,
        device: 'Firefox on Windows',
        answers: { didIt: true, ease: 6, helped: 'A search' },
      },
    ]);
    expect((await list('search=di')).items).toMatchObject([{ timeToGoalMs: 0 }]);
    expect((await list('search=ed')).items).toMatchObject([{ outcome: 'running' }]);
  });

  it.each([
    ['outcome=won', 'outcome.0'],
    ['sort=name', 'sort'],
    ['revision=0', 'revision'],
    ['screen=x', 'screen.0'],
    ['from=2026-02-31', 'from'],
    ['cursor=1~2~3', 'cursor'],
    ['ids=x', 'ids.0'],
    ['ids=', 'ids.0'],
    [`ids=${Array(101).fill(uuidv7())}`, 'ids'],
  ])('is refused for ?%s', async (query, field) => {
    const { status, body } = await owner.get(`/api/tests/${test._id}/recordings?${query}`);
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  });
});

describe('sort keys', () => {
  interface Keyed extends Row {
    sortKey: string;
  }
  const upwards = (a: Keyed, b: Keyed) => (a.sortKey < b.sortKey ? -1 : 1);
  const downwards = (a: Keyed, b: Keyed) => (a.sortKey > b.sortKey ? -1 : 1);

  it.each(recordingSort.options)('by %s recordings stand in their order', async (sort) => {
    const figmaUrl = app.parts.samplePrototypeUrl;
    const keyed = successBody<Test>(
      await owner.post('/api/tests', { name: 'K', task: 't', figmaUrl }),
    );
    const of = { testId: keyed._id as TestId, revisionId: keyed.revision._id };
    await seedScreens(app.parts, of, 1);
    const outcomes = [null, 'left', 'direct', 'direct', null, 'stopped', 'left'] as const;
    for (const [at, outcome] of outcomes.entries()) {
      const clicks = Array.from({ length: [0, 12, 3][at % 3] ?? 0 }, () => misclick);
      const one = { outcome, clicks, endedAtMs: 9000 + (at % 2) };
      const id = await seedPerson(app.parts, of, person(at + 1, `P${at}`, one));
      // One has no length yet, and another is the longest that fits.
      const length = at === 0 ? null : at === 1 ? 2_147_483_647 : one.endedAtMs;
      const { db } = app.parts;
      const values = { duration_ms: length };
      await db.updateTable('recordings').set(values).where('session_id', '=', id).execute();
    }
    const { body } = await owner.get(`/api/tests/${keyed._id}/recordings?sort=${sort}`);
    const items: Keyed[] = body.items;
    expect(new Set(items.map(({ sortKey }) => sortKey)).size).toBe(outcomes.length);
    // The opposite order comes first, so that no order is right by chance.
    expect(items.toReversed().toSorted(upwards)).toEqual(items);
    expect(items.toSorted(downwards)).toEqual(items.toReversed());
  });
});

describe('a recording within a filter', () => {
  async function placeOf(name: string, query: string) {
    const address = recordingPath({
      uniqueId: test.uniqueId,
      testId: test._id,
      company: 'x',
      testName: 'y',
      userTimestamp: `x_${1_700_000_000_000 + [...names.keys()].indexOf(name) + 1}`,
    });
    const { place } = successBody<{ place: { newer: Row | null; older: Row | null } & object }>(
      await owner.get(`/api/tests/${address}?${query}`),
    );
    const nameOf = (row: Row | null) => row?.participantName ?? null;
    return { ...place, newer: nameOf(place.newer), older: nameOf(place.older) };
  }

  it.each([
    ['Di', '', { position: 3, total: 6, newer: 'Ed', older: 'Cy' }],
    ['Bo 100%', 'sort=longest', { position: 1, total: 6, newer: null, older: 'Ann B' }],
    ['Ann', 'search=ann', { position: 2, total: 2, newer: 'Ann B', older: null }],
    ['Bo 100%', 'outcome=left', { position: 2, total: 2, newer: 'Ann B', older: null }],
    // The recording has the same position after its outcome was decided.
    ['Di', 'outcome=left', { position: 2, total: 3, newer: 'Ann B', older: 'Bo 100%' }],
  ])('%s of ?%s', async (name, query, place) => {
    expect(await placeOf(name, query)).toEqual(place);
  });
});

describe('a recording of its own', () => {
  it('has its number, outcome, names of its screens, and a name for its download', async () => {
    const figmaUrl = app.parts.samplePrototypeUrl;
    const other = successBody<Test>(
      await owner.post('/api/tests', { name: 'O', task: 't', figmaUrl }),
    );
    const messages = [press(100, '1:2'), change(900, '700:1'), missed(1000, '700:1')];
    await recordMessages(app, other, messages);
    const { userTimestamp } = await recordMessages(app, other, messages);
    const { uniqueId, _id: testId } = other;
    const address = recordingPath({
      uniqueId,
      testId,
      company: 'x',
      testName: 'y',
      userTimestamp,
    });
    const { body } = await owner.get(`/api/tests/${address}`);
    expect(body).toMatchObject({
      number: 2,
      outcome: 'stopped',
      timeToGoalMs: null,
      device: null,
      answers: null,
      judged: { outcome: 'stopped', computed: 'stopped', override: null, exclusion: null },
      namedScreens: [
        { number: 1, screenId: '1:2', name: 'Screen 1', isGoal: false, isInDesign: true },
        { number: 2, screenId: '700:1', name: 'Screen 2', image: null },
      ],
    });
    const dispositionOf = async (download: string) => {
      const path = `/api/recording_data/${address}?download=${download}`;
      return (await owner.fetch(path, { method: 'HEAD' })).headers.get('content-disposition');
    };
    expect(await dispositionOf('named')).toBe('attachment; filename="002_stopped.webm"');
    expect(await dispositionOf('1')).toBe('attachment; filename="recording.webm"');
  });
});
