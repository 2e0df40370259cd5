// Tasks on pictures on the real app: presses that the page reports, as clicks, hot spots, outcomes, findings and exports.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RevisionId } from '#contract/ids.ts';
import type { UploadedPicture } from '#contract/pictures.api.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import type { ScreenHeat } from '#contract/result-screens.ts';
import type { ResultSummary } from '#contract/results.ts';
import type { Test } from '#contract/tests.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { countWaiting } from '#testing/count-waiting.ts';
import { begin, change, end, type Message, press, recordMessages } from '#testing/messages.ts';
import { drawPicture, rectangle, uploadPicture } from '#testing/pictures.ts';

let app: TestApp;
let owner: TestClient;
let picture: UploadedPicture;
let test: Test;

const [FIRST, FREE, SECONDS] = [1, 2, 3];
const basket = {
  number: 1,
  name: 'Basket',
  corners: rectangle({ x: 300, y: 10, width: 60, height: 40 }),
};
/** A triangle whose box has the point (20, 160) beside it. */
const menu = {
  number: 2,
  name: 'Menu',
  corners: [
    { x: 10, y: 100 },
    { x: 110, y: 100 },
    { x: 110, y: 180 },
  ],
};

const pressed = (atMs: number, step: number, [x, y]: readonly [number, number]): Message => ({
  type: 'TRYOUT_PRESSED',
  atMs,
  data: { step, x, y },
});

const inBasket = [330, 30] as const;
const inMenu = [100, 120] as const;
const besideMenu = [20, 160] as const;

/** The first presses of nine people: two find the basket, six press the menu, one presses beside everything. */
const firstPresses = [inBasket, [300, 10] as const, ...Array(6).fill(inMenu), besideMenu];

function steps(regions: object[] = [basket, menu], goal: object | null = goalOf(1)) {
  const task = (mode: string, seconds: number | null = null) => ({
    kind: 'task',
    task: 'Where is the basket?',
    figmaUrl: `picture:${picture.id}`,
    picture: { mode, seconds, regions: mode === 'seconds' ? [] : regions },
    goal: mode === 'seconds' ? null : goal,
    asks: [],
  });
  return [task('first_click'), task('free'), task('seconds', 5)];
}

function goalOf(...regions: number[]) {
  return { kind: 'regions', regions };
}

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  picture = await uploadPicture(owner, await drawPicture(400, 200), 'Shop front');
  const form = { name: 'Shop', task: 'Where is the basket?', figmaUrl: `picture:${picture.id}` };
  const body = { ...form, goal: goalOf(1), asks: [], steps: steps() };
  test = successBody<Test>(await owner.post('/api/tests', body));
  for (const at of firstPresses) {
    await recordMessages(app, test, [
      begin(500, FIRST),
      // Messages of a prototype, and presses of another step, count for nothing here.
      change(600, '700:1'),
      press(700, '1:2'),
      pressed(800, FREE, inBasket),
      pressed(1500, FIRST, at),
      // The page ends the task with the first press; another client might not.
      pressed(1600, FIRST, inBasket),
      end(1700, FIRST),
      begin(2000, FREE),
      pressed(2500, FREE, inMenu),
      // A second press at the same place is one of its own.
      pressed(2600, FREE, inMenu),
      pressed(3000, FREE, [399.6, 199.6]),
      pressed(3100, FREE, [400, 20]),
      pressed(3200, FREE, [-3, 20]),
      pressed(3500, FREE, inBasket),
      end(4000, FREE),
      begin(4100, SECONDS),
      pressed(4200, SECONDS, inBasket),
      end(5900, SECONDS),
    ]);
  }
});
afterAll(() => app.close());

const results = async <T>(path: string) =>
  successBody<T>(await owner.get(`/api/tests/${test._id}/results${path}`));
async function outcomesOf(step: number): Promise<Record<string, number>> {
  const { outcomes } = await results<ResultSummary>(`?step=${step}`);
  return Object.fromEntries(outcomes.map(({ outcome, people }) => [outcome, people]));
}

describe('a task on a picture', () => {
  it('is direct with the first press in a region of the goal, and indirect with a later one', async () => {
    expect(await outcomesOf(FIRST)).toEqual({ direct: 2, stopped: 7 });
    expect(await outcomesOf(FREE)).toEqual({ indirect: 9 });
    // A run without a press that is over in less than ten seconds has been taken all the same.
    expect(await outcomesOf(SECONDS)).toEqual({ stopped: 9 });
  });

  it('has hot spots by the names of its regions, and places for all other presses', async () => {
    const { screens } = await results<{ screens: { number: number; name: string }[] }>(
      `/screens?step=${FIRST}`,
    );
    expect(screens.map(({ name }) => name)).toEqual(['Shop front']);
    const heatOf = async (step: number) =>
      await results<ScreenHeat>(`/screens/${screens[0]?.number}/heat?step=${step}`);
    const first = await heatOf(FIRST);
    const rows = first.hotSpots.map(({ layer, people, clicks, reacts }) => [
      layer,
      people,
      clicks,
      reacts,
    ]);
    expect(rows).toEqual(
      expect.arrayContaining([
        ['Menu', 6, 6, false],
        ['Basket', 2, 2, true],
        [null, 1, 1, false],
      ]),
    );
    expect(first.hotSpots.find(({ layer }) => layer === 'Menu')?.box).toEqual({
      x: 10,
      y: 100,
      width: 100,
      height: 80,
    });
    const free = await heatOf(FREE);
    expect(free.unplaced).toEqual({ outside_screen: 18 });
    expect(free.hotSpots.find(({ layer }) => layer === 'Menu')).toMatchObject({
      people: 9,
      clicks: 18,
    });
    expect((await heatOf(SECONDS)).hotSpots).toEqual([]);
  });

  it('has the place of each press on the page of its recording', async () => {
    const { items } = successBody<{ items: { userTimestamp: string }[] }>(
      await owner.get(`/api/tests/${test._id}/recordings`),
    );
    const timestamp = encodeURIComponent(items.at(-1)?.userTimestamp ?? '');
    const detail = successBody<RecordingDetail>(
      await owner.get(`/api/tests/${test.uniqueId}/${test._id}/x/y/${timestamp}`, {
        accept: 'application/json',
      }),
    );
    expect(detail.clickList.map(({ x, y, layer }) => [x, y, layer])).toEqual([
      [...inBasket, 'Basket'],
      [...inMenu, 'Menu'],
      [...inMenu, 'Menu'],
      [399.6, 199.6, null],
      [null, null, null],
      [null, null, null],
      [...inBasket, 'Basket'],
    ]);
    expect(detail.screens).toEqual([expect.objectContaining({ width: 400, height: 200 })]);
    expect(detail.runs.map(({ beganAtMs, endedAtMs }) => [beganAtMs, endedAtMs])).toEqual([
      [500, 1700],
      [2000, 4000],
      [4100, 5900],
    ]);
  });

  it('lists the people who pressed a region, and what they pressed in vain', async () => {
    const moments = successBody<object>(
      await owner.get(
        `/api/tests/${test._id}/results/moments?step=${FIRST}&of=clicked&at=1&place=${encodeURIComponent(`layer:${FIRST}:2`)}`,
      ),
    );
    expect(moments).toMatchObject({ total: 6 });
    expect(JSON.stringify(moments)).toContain('Menu');
    const { findings, mayBeChance } = await results<ResultSummary>(`?step=${FIRST}`);
    expect([...findings, ...mayBeChance]).toContainEqual(
      expect.objectContaining({
        kind: 'nothing_reacts',
        layer: 'Menu',
        people: 6,
        screen: expect.objectContaining({ picture: 'with_goal' }),
      }),
    );
    // The picture is the only screen: that people ended there is no finding.
    const kinds = [...findings, ...mayBeChance].map(({ kind }) => kind);
    expect(kinds).not.toContain('ended_here');
  });

  it('follows other goals at once, and other regions when it is read again', async () => {
    const change = async (regions: object[], goal: object | null) => {
      const present = successBody<Test>(await owner.get(`/api/tests/${test._id}`));
      const numbered = steps(regions, goal).map((step, at) => ({ ...step, number: at + 1 }));
      const { name, task, figmaUrl } = present;
      return successBody<Test>(
        await owner.put(`/api/tests/${test._id}`, { name, task, figmaUrl, steps: numbered }),
      );
    };
    const before = test.revision;
    const changed = await change([basket, menu], goalOf(2));
    expect(changed.revision._id).toBe(before._id);
    expect(await outcomesOf(FIRST)).toEqual({ direct: 6, stopped: 3 });

    const corner = {
      number: 3,
      name: 'Corner',
      corners: rectangle({ x: 0, y: 150, width: 30, height: 30 }),
    };
    expect((await change([corner], goalOf(3))).revision._id).toBe(before._id);
    const [nodeIds, revisionId] = [await nodeIdsOf(), before._id as RevisionId];
    await jobHandlers(app.parts)['readings.renew']({ revisionId, nodeIds });
    expect(await outcomesOf(FIRST)).toEqual({ direct: 1, stopped: 8 });
    const { hotSpots } = await results<ScreenHeat>(`/screens/1/heat?step=${FIRST}`);
    const named = hotSpots.flatMap(({ layer, people }) => (layer ? [[layer, people]] : []));
    expect(named).toEqual([['Corner', 1]]);
  });
});

async function nodeIdsOf(): Promise<string[]> {
  const rows = await app.parts.db
    .selectFrom('screens')
    .select('node_id')
    .where('file_key', '=', picture.id)
    .execute();
  return rows.map(({ node_id }) => node_id);
}

it('is read by the regions that stand once it has closed, when they change while it closes', async () => {
  const { db } = app.parts;
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const corners = rectangle({ x: 380, y: 180, width: 20, height: 20 });
  const change = db.transaction().execute(async (transaction) => {
    await sql`UPDATE steps SET content = jsonb_set(content, '{picture,regions}',
        ${JSON.stringify([{ number: 9, name: 'Late', corners }])}::jsonb)
      WHERE revision_id = ${test.revision._id} AND number = ${FREE}`.execute(transaction);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const closing = recordMessages(app, test, [
    begin(100, FREE),
    pressed(500, FREE, [390, 190]),
    end(900, FREE),
  ]);
  // The session has read the regions before, and waits for the change of their step to store what it read.
  await expect.poll(() => countWaiting(db)).toBe(1);
  release.resolve();
  await change;
  const { sessionId } = await closing;
  const clicks = db.selectFrom('clicks').select('place').where('session_id', '=', sessionId);
  expect(await clicks.execute()).toEqual([{ place: `layer:${FREE}:9` }]);
});

it('takes no more presses than messages of a prototype, and retains its boundaries', async () => {
  const flood = Array.from({ length: 20_500 }, (_, at) => pressed(1000 + at, FREE, inMenu));
  const { sessionId } = await recordMessages(app, test, [
    begin(100, FREE),
    ...flood,
    end(30_000, FREE),
    begin(31_000, SECONDS),
    end(36_000, SECONDS),
  ]);
  const runs = await app.parts.db
    .selectFrom('task_runs')
    .select(['step', 'clicks', 'ended_at_ms'])
    .where('session_id', '=', sessionId)
    .orderBy('step')
    .execute();
  expect(runs).toEqual([
    { step: FREE, clicks: 20_000, ended_at_ms: 30_000 },
    { step: SECONDS, clicks: 0, ended_at_ms: 36_000 },
  ]);
});

it('refuses presses without a place', async () => {
  const { body } = await app.anyone.post(`/api/link/${test.uniqueId}/sessions`, { name: 'Eve' });
  const { token, _id } = body.session;
  const send = async (data: object) => {
    const events = [{ seq: 0, atMs: 1, type: 'TRYOUT_PRESSED', data }];
    const answer = await app.anyone.send(`/api/sessions/${_id}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ events }),
    });
    return answer.status;
  };
  for (const data of [
    {},
    { step: 1, x: 1 },
    { step: 1, x: 1, y: null },
    { step: 1, x: 1, y: 1e9 },
    { step: 1, x: 1, y: 1, z: 1 },
  ]) {
    expect([data, await send(data)]).toEqual([data, 400]);
  }
});
