// Findings of results.summary: planted ones are found with their people, and none below the thresholds.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RevisionId, TestId } from '#contract/ids.ts';
import type { Moments } from '#contract/moments.ts';
import type { Outcome } from '#contract/outcomes.ts';
import type { PathResults } from '#contract/result-paths.ts';
import type { ScreenHeat, ScreenResults } from '#contract/result-screens.ts';
import type { FindingByRule, ResultSummary } from '#contract/results.ts';
import { insertRevision } from '#server/revisions/revisions.db.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { nodeIdOf, type SeededClick, seedPerson, seedScreens } from '#testing/result-rows.ts';

const GOAL = 4;
let app: TestApp;
let owner: TestClient;
let test: { testId: TestId; revisionId: RevisionId };

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const figmaUrl = app.parts.samplePrototypeUrl ?? '';
  const { _id: testId, revision } = successBody<{ _id: TestId; revision: { _id: RevisionId } }>(
    await owner.post('/api/tests', { name: 'T', task: 't', figmaUrl }),
  );
  test = { testId, revisionId: revision._id };
  await seedScreens(app.parts, test, 5);
  await sql`WITH image AS (
      INSERT INTO screens (id, workspace_id, api_origin, file_key, node_id, width, height, origin_x, origin_y, boxes)
      SELECT gen_random_uuid(), workspace_id, api_origin, file_key, node_id, 400, 600, 0, 0, jsonb_build_object(
        node_id, '{"x": 100, "y": 50, "width": 400, "height": 600}'::jsonb,
        '900:51', '{"x": 110, "y": 60, "width": 20, "height": 10, "name": "Buy"}'::jsonb,
        '900:52', '{"x": 110, "y": 90, "width": 20, "height": 10, "name": "Price"}'::jsonb)
      FROM test_screens JOIN tests ON tests.id = test_id RETURNING *)
    INSERT INTO revision_screens (revision_id, api_origin, file_key, node_id, screen_id)
    SELECT ${test.revisionId}::uuid, api_origin, file_key, node_id, id FROM image`.execute(
    app.parts.db,
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.parts.db.deleteFrom('sessions').execute();
  const goal = { kind: 'screens', screens: [nodeIdOf(GOAL)], routes: [] };
  await sql`UPDATE steps SET goal = ${JSON.stringify(goal)}::jsonb`.execute(app.parts.db);
});

/** People with the same path and clicks. */
async function take(
  numbers: readonly number[],
  { path, clicks = [], outcome }: { path: number[]; clicks?: SeededClick[]; outcome?: Outcome },
  of = test,
): Promise<void> {
  const reached = path.indexOf(GOAL);
  for (const number of numbers) {
    await seedPerson(app.parts, of, {
      name: `P${number}`,
      number,
      isExcluded: false,
      answers: null,
      device: null,
      clicks,
      path: path.map((screen, at) => ({ screen, atMs: at * 1000 })),
      endedAtMs: path.length * 1000,
      goalAtMs: reached === -1 ? null : reached * 1000,
      outcome: outcome ?? (reached === -1 ? 'gave_up' : 'direct'),
      startedAt: '2026-03-01T10:00:00.000Z',
    });
  }
}

const people = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
const miss = (place: string, at: SeededClick['at'] = null): SeededClick => ({
  screen: 2,
  atMs: 1500,
  at,
  reacted: false,
  place,
});
const results = (call = '') => owner.get(`/api/tests/${test.testId}/results${call}`);
const summary = async (query = '') => successBody<ResultSummary>(await results(query));
const findings = async () => successBody<ResultSummary>(await results()).findings;

describe('a place that does not react', () => {
  const path = [1, 2, 3, GOAL];
  const left = miss('cell:5,7', { x: 130, y: 170 });
  const right = miss('cell:6,7', { x: 150, y: 170 });
  it('is found by its layer, and its people are behind it', async () => {
    await take(people(1, 8), { path, clicks: [miss('layer:900:51'), miss('layer:900:51')] });
    await take(people(9, 20), { path });
    const [found, ...others] = await findings();
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      kind: 'nothing_reacts',
      place: 'layer:900:51',
      layer: 'Buy',
      at: { x: 20, y: 15 },
      people: 8,
      of: 20,
      presses: 16,
      screen: { number: 2 },
    });
    const moments = successBody<Moments>(
      await results('/moments?of=clicked&layer=missed&at=2&place=layer:900:51'),
    );
    expect(moments).toMatchObject({ total: 8, times: 16 });
  });

  it('is found as a spot of four cells where it has no name', async () => {
    await take(people(1, 4), { path, clicks: [left] });
    await take(people(5, 7), { path, clicks: [right] });
    await take(people(8, 8), { path, clicks: [left, right] });
    await take(people(9, 20), { path });
    const [found] = await findings();
    expect(found).toMatchObject({ kind: 'nothing_reacts', layer: null, people: 8, presses: 9 });
    const { place } = found as { place: string };
    const address = `/moments?of=clicked&layer=missed&at=2&place=${place}`;
    expect(successBody<Moments>(await results(address))).toMatchObject({ total: 8, times: 9 });
  });

  it.each([
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ])(
    'is found as a spot whose most pressed cell has %i to its left and %i above',
    async (across, down) => {
      const cell = (column: number, row: number) =>
        miss(`cell:${column},${row}`, { x: column * 24 + 12, y: row * 24 + 12 });
      const [column, row] = [6 - 2 * across, 8 - 2 * down];
      await take(people(1, 6), { path, clicks: [cell(5, 7)] });
      await take(people(7, 7), { path, clicks: [cell(5, row)] });
      await take(people(8, 8), { path, clicks: [cell(column, row)] });
      await take(people(9, 80), { path });
      const { findings: found, mayBeChance } = await summary();
      expect([...found, ...mayBeChance]).toMatchObject([
        { kind: 'nothing_reacts', place: `spot:${5 - across},${7 - down}`, people: 8, of: 80 },
      ]);
    },
  );

  it('is one finding with other places that the same people pressed', async () => {
    const [buy, price] = [miss('layer:900:51'), miss('layer:900:52')];
    await take(people(1, 6), { path, clicks: [buy, price, left] });
    await take(people(7, 11), { path, clicks: [buy, price, right] });
    await take(people(12, 12), { path, clicks: [price, right] });
    await take(people(13, 60), { path });
    const [found, ...others] = await findings();
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      ...{ people: 12, of: 60, presses: 35 },
      also: [{ people: 12 }, { place: 'layer:900:51', layer: 'Buy', people: 11 }],
    });
    const { layer, also } = found as Extract<FindingByRule, { kind: 'nothing_reacts' }>;
    expect(new Set([layer, also[0]?.layer])).toEqual(new Set(['Price', null]));
    // As many people, of whom two are others, are another behaviour.
    await app.parts.db.deleteFrom('sessions').execute();
    await take(people(1, 2), { path, clicks: [buy] });
    await take(people(3, 10), { path, clicks: [buy, price] });
    await take(people(11, 12), { path, clicks: [price] });
    await take(people(13, 60), { path });
    expect(await findings()).toMatchObject([{ also: [] }, { also: [] }]);
  });

  it('is not found below three people', async () => {
    await take(people(1, 2), { path, clicks: [miss('layer:900:51')] });
    await take(people(3, 5), { path });
    expect(await summary()).toMatchObject({ findings: [], mayBeChance: [] });
  });

  it('is weighed by what became of those who pressed it', async () => {
    const pressed = { clicks: [miss('layer:900:51')] };
    await take(people(1, 3), { path: [1, 2, 5], ...pressed });
    await take(people(4, 4), { path: [1, 2, 3], ...pressed });
    await take(people(5, 24), { path });
    const found = [...(await summary()).findings, ...(await summary()).mayBeChance];
    expect(found.find(({ kind }) => kind === 'nothing_reacts')).toMatchObject({
      people: 4,
      of: 24,
      // Four of 24 press and fail, none of the 20 others: 1 in C(24, 4).
      failures: { ofPressers: 4, ofOthers: 0, others: 20, chance: expect.closeTo(1 / 10_626, 12) },
    });
  });

  it('is not weighed while the success of someone is not known', async () => {
    await take(people(1, 8), { path, clicks: [miss('layer:900:51')] });
    await take(people(9, 20), { path });
    await take(people(21, 21), { path, outcome: 'to_judge' });
    expect(await findings()).toMatchObject([{ people: 8, of: 21, failures: null }]);
  });
});

it('a screen where people end without the goal is found, but not without a goal', async () => {
  await take(people(1, 9), { path: [1, 2, 3, 5] });
  await take(people(10, 11), { path: [1, 2, 3, 5, 1] });
  await take(people(12, 20), { path: [1, 2, 3, GOAL] });
  expect(await findings()).toMatchObject([
    { kind: 'ended_here', people: 9, of: 11, thoughtDone: 0, screen: { number: 5 } },
  ]);
  await sql`UPDATE steps SET goal = NULL`.execute(app.parts.db);
  expect(await findings()).toEqual([]);
});

it('a screen that people took for the end is found, with its people', async () => {
  await take(people(1, 6), { path: [1, 2, 3, 5], outcome: 'thought_done' });
  await take(people(7, 8), { path: [1, 2, 3, 2, 1], outcome: 'gave_up' });
  await take(people(9, 20), { path: [1, 2, 3, GOAL] });
  expect(await findings()).toMatchObject([
    { kind: 'thought_done', people: 6, of: 6, screen: { number: 5 } },
  ]);
  const moments = await results('/moments?of=ended_here&at=5&outcome=thought_done');
  expect(successBody<Moments>(moments)).toMatchObject({ total: 6 });
});

it('ends are always there, and their parts add up', async () => {
  await take(people(1, 2), { path: [1, 2, 5] });
  await take(people(3, 3), { path: [1, 3] });
  await take(people(4, 4), { path: [] });
  await take(people(5, 9), { path: [1, 2, 3, GOAL] });
  const { findings: found, mayBeChance, ends } = await summary();
  expect([found, mayBeChance]).toEqual([[], []]);
  expect(ends).toMatchObject({
    failures: 4,
    screens: [
      { people: 2, screen: { number: 5 } },
      { people: 1, screen: { number: 3 } },
    ],
    others: { screens: 0, people: 0 },
    unknown: 1,
  });
});

it('a filter by outcome has ends, but no findings and no success rate', async () => {
  await take(people(1, 9), { path: [1, 2, 3, 5] });
  await take(people(10, 20), { path: [1, 2, 3, GOAL] });
  expect((await findings()).length).toBeGreaterThan(0);
  expect(await summary('?outcome=gave_up')).toMatchObject({
    people: 9,
    success: null,
    direct: null,
    findings: [],
    mayBeChance: [],
    ends: { failures: 9, screens: [{ people: 9 }] },
  });
});

it('people who never began are on no tab', async () => {
  await take(people(1, 2), { path: [1], outcome: 'never_began' });
  await take(people(3, 8), { path: [1, 2, GOAL] });
  const all = await summary();
  expect(all).toMatchObject({ people: 6, outside: [{ outcome: 'never_began', people: 2 }] });
  const { screens } = successBody<ScreenResults>(await results('/screens'));
  expect(screens.find(({ number }) => number === 1)).toMatchObject({ visitedBy: 6 });
  const paths = successBody<PathResults>(await results('/paths'));
  expect(paths).toMatchObject({ people: 6, withoutPath: 0 });
  expect(paths.nodes.reduce((sum, { ended }) => sum + ended, 0)).toBe(0);
  // The filter that selects them shows them.
  const chosen = successBody<PathResults>(await results('/paths?outcome=never_began'));
  expect(chosen).toMatchObject({ people: 2, outside: [] });
});

it('a screen that people come back to is found', async () => {
  await take(people(1, 9), { path: [1, 2, 3, 2, 5, 2, GOAL] });
  await take(people(10, 30), { path: [1, 2, 5, 3, GOAL] });
  expect(await findings()).toContainEqual(
    expect.objectContaining({ kind: 'came_back', people: 9, of: 30, mostTimes: 2 }),
  );
});

describe('another revision', () => {
  let second: typeof test;
  beforeAll(async () => {
    const revision = { text: 't2', prototypeUrl: app.parts.samplePrototypeUrl ?? '' };
    const stepGoal = { goal: null, goalSetAt: new Date(), asks: [] };
    const { testId } = test;
    const kind = {
      kind: 'task' as const,
      content: null,
      condition: null,
      shuffled: false,
      variant: null,
    };
    const task = { number: 1, ...kind, ...revision, ...stepGoal };
    second = {
      testId,
      revisionId: await insertRevision(app.parts.db, { testId, number: 2 }, [task]),
    };
  });

  it('without a goal has no one who failed to reach it', async () => {
    await sql`UPDATE steps SET goal = NULL WHERE revision_id = ${second.revisionId}`.execute(
      app.parts.db,
    );
    await take(people(1, 6), { path: [1, 2, 5] });
    await take(people(7, 20), { path: [1, 5] }, second);
    const { screens } = successBody<ScreenResults>(await results('/screens?revision=all'));
    const last = screens.find(({ number }) => number === 5);
    expect(last).toMatchObject({ visitedBy: 20, endedHere: { k: 6, n: 6 } });
    const address = '/moments?of=ended_here&at=5&revision=all';
    expect(successBody<Moments>(await results(address))).toMatchObject({ total: 6 });
  });

  it('of another file with the same ids names no layer of this one', async () => {
    await sql`WITH image AS (
        INSERT INTO screens (id, workspace_id, api_origin, file_key, node_id, width, height, origin_x, origin_y, boxes)
        SELECT gen_random_uuid(), workspace_id, api_origin, 'copy', node_id, 400, 600, 0, 0, jsonb_build_object(
          node_id, '{"x": 0, "y": 0, "width": 400, "height": 600}'::jsonb,
          '900:51', '{"x": 5, "y": 5, "width": 20, "height": 10, "name": "Sell"}'::jsonb)
        FROM test_screens JOIN tests ON tests.id = test_id RETURNING *)
      INSERT INTO revision_screens (revision_id, api_origin, file_key, node_id, screen_id)
      SELECT ${second.revisionId}::uuid, api_origin, file_key, node_id, id FROM image`.execute(
      app.parts.db,
    );
    await take(people(1, 8), { path: [1, 2, 3, GOAL], clicks: [miss('layer:900:51')] });
    await take(people(9, 20), { path: [1, 2, 3, GOAL] });
    const { hotSpots } = successBody<ScreenHeat>(await results('/screens/2/heat?revision=all'));
    expect(hotSpots).toMatchObject([{ layer: 'Buy', box: { x: 10, y: 10 } }]);
    const { findings } = successBody<ResultSummary>(await results('?revision=all'));
    expect(findings).toMatchObject([{ layer: 'Buy', at: { x: 20, y: 15 } }]);
  });
});
