// Stored readings: rows that SQL sums, what the page shows of them, and reading again.
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { READING_VERSION } from '#insight/reading.ts';
import { taskOfSession } from '#server/revisions/revisions.db.ts';
import { finishSession } from '#server/sessions/end-session.flow.ts';
import { forgetScreens, showTestScreen } from '#testing/add-screen-image.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import { change, type Message, missed, press, recordMessages } from '#testing/messages.ts';
import { bearer, sendPiece, sentVideo, startSession } from '#testing/participant.ts';
import { listen } from '#testing/update-events.ts';
import { findReading, openRunningReadings, readingOf } from './find-reading.db.ts';
import { dueSessions, lockReading, markDue, renewReadings } from './renew.flow.ts';
import { rereadAll } from './reread.ts';
import { readAndStore, readMessages } from './session-reading.db.ts';

/** The first screen of the sample's link, and two that no image is stored of. */
const [HOME, LIST, CART] = ['1:2', '700:1', '700:2'];

let app: TestApp;
let owner: TestClient;
let test: Test;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.parts.db.deleteFrom('sessions').execute();
  await forgetScreens(app);
  test = await newTest();
});

const newTest = () => createTest(app, owner);

/** A whole session of any client. */
const record = async (messages: Message[], of = test) =>
  (await recordMessages(app, of, messages)).sessionId;

async function page(session: SessionId) {
  const { items } = (await owner.get(`/api/tests/${test._id}/recordings`)).body;
  const { userTimestamp } = items.find(({ id }: { id: string }) => id === session);
  const address = `/api/tests/${test.uniqueId}/${test._id}/x/y/${userTimestamp}`;
  return (await owner.get(address, { accept: 'application/json' })).body;
}

/** An image that comes later. Its boxes hold the screen itself and the layers named. */
const storeScreen = (nodeId: string, layers: string[] = []) =>
  showTestScreen(app, test, { nodeId, layers });

/** Imitates an older release: the recording is closed, nothing was read. */
async function forgetReading(session: SessionId): Promise<void> {
  const { db } = app.parts;
  await db.deleteFrom('task_runs').where('session_id', '=', session).execute();
  await sql`UPDATE readings SET version = 0, read_at = NULL WHERE session_id = ${session}`.execute(
    db,
  );
}

const setVersions = (version: number) =>
  app.parts.db.updateTable('readings').set({ version }).execute();
const due = () => dueSessions(app.parts.db, 100);

describe('sums in SQL', () => {
  beforeEach(async () => {
    // Ada: HOME → LIST → CART, one misclick on LIST. Bo: LIST → HOME, three misclicks on LIST. Cy: HOME.
    await record([missed(900, HOME), change(1000, LIST), missed(2000, LIST), change(3000, CART)]);
    await record([
      ...[change(500, LIST), missed(1000, LIST), missed(2000, LIST), missed(3000, LIST)],
      change(4000, HOME),
    ]);
    await record([press(100, HOME)]);
  });

  const ofTest = () => sql`JOIN sessions ON sessions.id = session_id WHERE test_id = ${test._id}`;

  it('tells how many people visited each screen', async () => {
    const { rows } = await sql`SELECT screen_id, count(DISTINCT session_id)::int AS people
      FROM visits ${ofTest()} GROUP BY screen_id ORDER BY screen_id`.execute(app.parts.db);
    expect(rows).toEqual([
      { screen_id: HOME, people: 3 },
      { screen_id: LIST, people: 2 },
      { screen_id: CART, people: 1 },
    ]);
  });

  it('tells how many people had dead clicks, by screen', async () => {
    const { rows } =
      await sql`SELECT screen_id, count(DISTINCT session_id)::int AS people, count(*)::int AS presses
      FROM clicks ${ofTest()} AND reacted = false GROUP BY screen_id ORDER BY screen_id`.execute(
        app.parts.db,
      );
    expect(rows).toEqual([
      { screen_id: HOME, people: 1, presses: 1 },
      { screen_id: LIST, people: 2, presses: 4 },
    ]);
  });

  it('tells how often each path was taken', async () => {
    await record([press(300, HOME)]);
    const { rows } = await sql`SELECT path, count(*)::int AS people
      FROM task_runs ${ofTest()} GROUP BY path ORDER BY people DESC, path`.execute(app.parts.db);
    expect(rows).toEqual([
      { path: [HOME], people: 2 },
      { path: [HOME, LIST, CART], people: 1 },
      { path: [LIST, HOME], people: 1 },
    ]);
  });
});

describe('a stored reading', () => {
  it('is what is read from the messages', async () => {
    await storeScreen(HOME);
    const session = await record([press(100, HOME), change(900, LIST), missed(1500, LIST)]);
    const stored = await findReading(app.parts.db, session);
    expect(stored?.runs[0]?.reading.clicks).toMatchObject([
      { seq: 0, screenId: HOME, x: 5, y: 6, unplaced: null, reacted: true },
      { seq: 2, screenId: LIST, x: null, unplaced: 'no_screen_image', reacted: false },
    ]);
    await forgetReading(session);
    const again = await readingOf(app.parts, {
      sessionId: session,
      state: 'ready',
      durationMs: null,
    });
    const last = { ...stored?.runs[0]?.reading.visits.at(-1), leftAtMs: null };
    const visits = [...(stored?.runs[0]?.reading.visits.slice(0, -1) ?? []), last];
    expect(again.runs[0]?.reading).toEqual({ ...stored?.runs[0]?.reading, visits });
  });

  it('is the same on a server that does not serve the sample', async () => {
    await storeScreen(HOME);
    const sessionId = await record([press(100, HOME), change(900, LIST)]);
    const { db, prototypeHosts } = app.parts;
    const read = (hosts: typeof prototypeHosts) =>
      readMessages({ prototypeHosts: hosts }, db, { sessionId, durationMs: 5000 });
    const { runs } = await read(prototypeHosts);
    expect(runs[0]?.reading.clicks).toMatchObject([{ x: 5, y: 6 }]);
    expect((await read(prototypeHosts.filter(({ isSample }) => !isSample))).runs).toEqual(runs);
  });

  it('has ids that no database takes as they are', async () => {
    const session = await record([press(100, 'a\0b\ud800', { targetNodeId: '\0' })]);
    const stored = await findReading(app.parts.db, session);
    expect(stored?.runs[0]?.reading.clicks).toMatchObject([
      { screenId: 'a\ufffdb\ufffd', targetId: '\ufffd' },
    ]);
  });

  it('holds the longest session, in the order of its messages', async () => {
    const messages = Array.from({ length: 20_000 }, (_, seq) =>
      press(seq * 400, seq % 2 ? HOME : LIST),
    );
    const session = await record(messages);
    const stored = await findReading(app.parts.db, session);
    expect(stored?.runs[0]?.reading.clicks.map(({ seq }) => seq)).toEqual(
      messages.map((_, seq) => seq),
    );
    expect(stored?.runs[0]?.reading.visits).toHaveLength(20_000);
  });

  it('is read again when messages come after a session was closed as quiet', async () => {
    const session = await startSession(app.anyone, test);
    successBody(await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo }));
    await send(session, [press(100, HOME)], 0);
    successBody(
      await app.anyone.send(`/api/sessions/${session._id}/abandon`, {
        method: 'POST',
        headers: bearer(session),
      }),
    );
    expect(await page(session._id)).toMatchObject({ state: 'ready', clicks: 1, readAgain: false });
    await send(session, [press(900, LIST)], 1);
    expect(await page(session._id)).toMatchObject({ clicks: 1, readAgain: true });
    await renewReadings(app.parts, {});
    expect(await page(session._id)).toMatchObject({ clicks: 2, readAgain: false });
  });
});

it('is made again with messages that arrive while the session closes', async () => {
  const { db, prototypeHosts } = app.parts;
  const session = await startSession(app.anyone, test);
  await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
  const closing = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const ended = { sizeBytes: 1, durationMs: 1000, endedEarly: true };
  const closed = db.transaction().execute(async (transaction) => {
    await finishSession(transaction, { sessionId: session._id }, ended);
    const read = { sessionId: session._id, durationMs: 1000 };
    await readAndStore({ prototypeHosts }, transaction, read);
    held.resolve();
    await closing.promise;
  });
  await held.promise;
  const sent = send(session, [press(100, HOME)], 0);
  await expect.poll(waitingForLocks, { timeout: 5000 }).toBe(1);
  closing.resolve();
  await Promise.all([closed, sent]);
  await renewReadings(app.parts, {});
  expect(await page(session._id)).toMatchObject({ clicks: 1, readAgain: false });
});

it('of a session that was deleted meanwhile is not found', async () => {
  const gone = '00000000-0000-4000-8000-000000000000' as SessionId;
  await expect(taskOfSession(app.parts.db, gone)).rejects.toMatchObject({ code: 'not_found' });
});

async function waitingForLocks() {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_locks
    WHERE NOT granted`.execute(app.parts.db);
  return rows[0]?.n;
}

async function send(session: StartedSession, messages: Message[], from: number): Promise<void> {
  const events = messages.map((message, at) => ({ ...message, seq: from + at }));
  successBody(
    await app.anyone.send(`/api/sessions/${session._id}/events`, {
      method: 'POST',
      headers: { ...bearer(session), 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    }),
  );
}

describe('reading again', () => {
  it('takes the newest tests first, each session once, and a second time nothing', async () => {
    const old = await record([press(100, HOME)]);
    const newer = await newTest();
    const first = await record([press(100, HOME)], newer);
    const second = await record([press(100, HOME)], newer);
    await setVersions(READING_VERSION - 1);
    expect(await due()).toEqual([second, first, old]);
    const beside = [renewReadings(app.parts, {}), renewReadings(app.parts, {})];
    await Promise.all(beside);
    expect(await due()).toEqual([]);
    const before = await readAt();
    await renewReadings(app.parts, {});
    expect(await readAt()).toEqual(before);
  });

  it('is heard by open pages: that it begins, and that it is done', async () => {
    const stream = await listen(owner);
    await expect.poll(() => stream.names, { timeout: 10_000 }).toContain('opened');
    const session = await record([press(100, HOME)]);
    const finished = { kind: 'session.finished', testId: test._id, sessionId: session };
    // The recording is the first to be reported as finished.
    const finishedCount = () =>
      stream.changes.filter((change) => isDeepStrictEqual(change, finished)).length;
    await expect.poll(finishedCount, { timeout: 10_000 }).toBe(1);
    await markDue(app.parts.db, session);
    await expect.poll(finishedCount, { timeout: 10_000 }).toBe(2);
    await renewReadings(app.parts, {});
    await expect.poll(finishedCount, { timeout: 10_000 }).toBe(3);
    stream.close();
  });

  it('shows what was read before until then', async () => {
    const session = await record([press(100, HOME)]);
    await app.parts.db.deleteFrom('clicks').execute();
    await setVersions(READING_VERSION - 1);
    expect(await page(session)).toMatchObject({ clickList: [], readAgain: true });
    await renewReadings(app.parts, {});
    expect(await page(session)).toMatchObject({ clickList: [{ atMs: 100 }], readAgain: false });
  });

  it('reads sessions of an older release, which are shown without a stored reading until then', async () => {
    const session = await record([press(100, HOME)]);
    await forgetReading(session);
    expect(await page(session)).toMatchObject({ clickList: [{ atMs: 100 }], readAgain: false });
    expect(await findReading(app.parts.db, session)).toBeNull();
    await renewReadings(app.parts, {});
    expect(await findReading(app.parts.db, session)).toMatchObject({ isDue: false });
  });

  it('leaves out a session that runs, and one of a newer server', async () => {
    const session = await record([press(100, HOME)]);
    await setVersions(READING_VERSION + 1);
    expect(await due()).toEqual([]);
    await setVersions(0);
    await app.parts.db.updateTable('recordings').set({ state: 'receiving' }).execute();
    expect(await due()).toEqual([]);
    await renewReadings(app.parts, {});
    const row = app.parts.db
      .selectFrom('readings')
      .select('version')
      .where('session_id', '=', session);
    expect(await row.executeTakeFirst()).toEqual({ version: 0 });
  });

  it('goes on with the others when one can’t be read', async () => {
    const [broken, sound] = [await record([press(100, HOME)]), await record([press(100, HOME)])];
    await setVersions(0);
    const { db } = app.parts;
    await refuseClicks(`NEW.session_id = '${broken}'`, () => renewReadings(app.parts, {}));
    expect(await findReading(db, sound)).toMatchObject({ isDue: false });
    expect(await findReading(db, broken)).toMatchObject({ isDue: true });
  });

  it('tries one that can’t be read after a wait that grows, until it can', async () => {
    const broken = await record([press(100, HOME)]);
    await setVersions(0);
    const waits: number[] = [];
    const tryAgain = async () => {
      expect(await due()).toEqual([broken]);
      await refuseClicks('true', () => renewReadings(app.parts, {}));
      expect(await due()).toEqual([]);
      const { rows } = await sql<{ minutes: number }>`UPDATE readings AS old SET retry_at = now()
        FROM readings WHERE readings.session_id = old.session_id
        RETURNING round(extract(epoch FROM readings.retry_at - now()) / 60)::int AS minutes`.execute(
        app.parts.db,
      );
      waits.push(...rows.map(({ minutes }) => minutes));
    };
    for (let tries = 0; tries < 13; tries += 1) await tryAgain();
    expect([...waits.slice(0, 4), ...waits.slice(-2)]).toEqual([1, 2, 4, 8, 1440, 1440]);
    await renewReadings(app.parts, {});
    expect(await findReading(app.parts.db, broken)).toMatchObject({ isDue: false });
  });

  it('shows the recording of one that can’t be read, without its clicks', async () => {
    const session = await record([press(100, HOME)]);
    await forgetReading(session);
    const { db } = app.parts;
    await storeScreen(HOME);
    await sql`UPDATE screens SET boxes = '[]' WHERE node_id = ${HOME}`.execute(db);
    expect(await page(session)).toMatchObject({ state: 'ready', clickList: [], readAgain: true });
    await sql`UPDATE screens SET boxes = '{}' WHERE node_id = ${HOME}`.execute(db);
  });

  it('reads one later whose recording closed while it could not be read', async () => {
    let session = '' as SessionId;
    await refuseClicks('true', async () => {
      session = await record([press(100, HOME)]);
    });
    expect(await page(session)).toMatchObject({ state: 'ready', clickList: [{ atMs: 100 }] });
    await app.parts.db.updateTable('readings').set({ retry_at: null }).execute();
    expect(await due()).toEqual([session]);
    await renewReadings(app.parts, {});
    expect(await findReading(app.parts.db, session)).toMatchObject({ isDue: false });
  });
});

/** The database takes no clicks for which the condition holds. */
async function refuseClicks(condition: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const { db } = app.parts;
  const refusing = `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
    CREATE TRIGGER refused BEFORE INSERT ON clicks FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION refuse()`;
  await sql.raw(refusing).execute(db);
  await meanwhile();
  await sql`DROP TRIGGER refused ON clicks`.execute(db);
}

async function readAt() {
  return await app.parts.db
    .selectFrom('readings')
    .select('read_at')
    .orderBy('session_id')
    .execute();
}

describe('an image that came later', () => {
  it('has the sessions read again that presented its screen or pressed a layer in it, and no others', async () => {
    const pressed = await record([press(100, HOME), press(500, CART, { targetNodeId: '700:9' })]);
    const presented = await record([change(500, LIST)]);
    await record([press(100, HOME), change(500, CART)]);
    const job = await storeScreen(LIST, ['700:9']);
    const before = await readAt();
    await renewReadings(app.parts, job);
    const changed = (await readAt()).filter(
      (row, at) => row.read_at?.getTime() !== before[at]?.read_at?.getTime(),
    );
    expect(changed).toHaveLength(2);
    expect((await findReading(app.parts.db, pressed))?.runs[0]?.reading.clicks).toMatchObject([
      { screenId: HOME },
      { screenId: LIST, behindOverlay: true },
    ]);
    expect(await findReading(app.parts.db, presented)).toMatchObject({ isDue: false });
  });

  it('is seen by a session that was read while it came', async () => {
    const session = await record([press(100, LIST)]);
    await setVersions(0);
    const { db } = app.parts;
    const reading = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const read = db.transaction().execute(async (transaction) => {
      // Holds the recording as a reading does that looked for the image before it came.
      await lockReading(transaction, session);
      held.resolve();
      await reading.promise;
      await transaction.updateTable('readings').set({ version: READING_VERSION }).execute();
    });
    await held.promise;
    const renewed = renewReadings(app.parts, await storeScreen(LIST));
    await expect.poll(waitingForLocks, { timeout: 5000 }).toBe(1);
    reading.resolve();
    await Promise.all([read, renewed]);
    expect((await findReading(db, session))?.runs[0]?.reading.clicks).toMatchObject([
      { x: 5, y: 6 },
    ]);
  });
});

it('tells what changed when everything is read again, by kind', async () => {
  const visits = [press(100, HOME), change(500, LIST), missed(900, LIST)];
  const [fewer, moved, first] = [await record(visits), await record(visits), await record(visits)];
  await record(visits);
  await sql`DELETE FROM clicks WHERE session_id = ${fewer} AND seq = 0`.execute(app.parts.db);
  await sql`UPDATE clicks SET screen_id = ${CART} WHERE session_id = ${moved}`.execute(
    app.parts.db,
  );
  await sql`UPDATE task_runs SET prototype_state = 'silent' WHERE session_id = ${moved}`.execute(
    app.parts.db,
  );
  await forgetReading(first);
  const silent = { progress: () => undefined, failed: () => undefined };
  const summary = await rereadAll(app.parts, silent);
  expect({ ...summary, byKind: Object.fromEntries(summary.byKind) }).toEqual({
    sessions: 4,
    changed: 2,
    first: 1,
    failed: 0,
    byKind: {
      'number of clicks': 1,
      'screen or place of clicks': 2,
      'what clicks hit': 1,
      'state of the prototype': 1,
    },
  });
  expect(await rereadAll(app.parts, silent)).toMatchObject({ sessions: 4, changed: 0, first: 0 });
  expect(await findReading(app.parts.db, first)).toMatchObject({ isDue: false });
});

it('reads a running session’s messages once for several looks, and again when time has passed', async () => {
  const { db, prototypeHosts } = app.parts;
  const session = await startSession(app.anyone, test);
  await send(
    session,
    Array.from({ length: 100 }, (_, at) => press(at * 400, HOME)),
    0,
  );
  const clock = { now: 1000 };
  const runningReadings = openRunningReadings({ db, prototypeHosts }, { now: () => clock.now });
  const look = async () => {
    const looked = { sessionId: session._id, state: 'receiving', durationMs: null } as const;
    const { runs } = await readingOf({ ...app.parts, db, runningReadings }, looked);
    return runs[0]?.reading.clicks.length;
  };
  expect(await look()).toBe(100);
  await send(session, [press(90_000, HOME)], 100);
  clock.now = 1050;
  expect(await look()).toBe(100);
  clock.now = 1060;
  expect(await look()).toBe(101);
});
