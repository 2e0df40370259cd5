// Limits of one session, one workspace and one disk: data beyond them is rejected or left out, and running
// sessions continue.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  EVENTS_BODY_MAX_BYTES,
  EVENTS_RATE,
  EVENTS_TOTAL_MAX_BYTES,
  HEATMAPS_MAX,
  HEATMAPS_TOTAL_MAX_BYTES,
  PIXELS_RATE,
  PIXELS_RATE_PER_ADDRESS,
} from '#contract/limits.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { heatmapPrefix } from '#server/media/object-keys.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { backdateSession } from '#testing/backdate-session.ts';
import type { TestClient } from '#testing/client.ts';
import {
  bearer,
  sendForm,
  sendPiece,
  sentHeatmap,
  sentVideo,
  startSession,
  streamedForm,
  type TestIds,
} from '#testing/participant.ts';

/** Room for one recording and a half. */
const QUOTA_BYTES = Math.round(sentVideo.length * 1.5);
const FLOOR_BYTES = 1024 ** 3;
/** A recording of the usual length. */
const TWENTY_MINUTES = 1200;

let app: TestApp;
let owner: TestClient;
let test: TestIds;
let free = 2 * FLOOR_BYTES;

beforeAll(async () => {
  app = await startTestApp({
    env: {
      WORKSPACE_QUOTA_BYTES: String(QUOTA_BYTES),
      FREE_SPACE_FLOOR_BYTES: String(FLOOR_BYTES),
    },
    freeBytes: async () => free,
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  // A workspace of its own for each: none finds the last one's sum.
  owner = await app.signIn(`${crypto.randomUUID()}@example.com`, { company: 'Acme' });
  const input = { name: 'Shop', task: 'Buy', figmaUrl: 'https://example.org/x' };
  test = (await owner.post('/api/tests', input)).body;
});

/** A test of a workspace in which nothing is stored. */
async function another(): Promise<TestIds> {
  const other = await app.signIn(`${crypto.randomUUID()}@example.com`, { company: 'Other' });
  const input = { name: 'Shop', task: 'Buy', figmaUrl: 'https://example.org/x' };
  return (await other.post('/api/tests', input)).body;
}
const start = () => startSession(app.anyone, test);
const tryStart = () => app.anyone.post(`/api/link/${test.uniqueId}/sessions`, { name: 'Ada' });
const link = async () => (await app.anyone.get(`/api/link/${test.uniqueId}`)).body;
const wholeVideo = () => {
  const form = new FormData();
  form.append('video', new Blob([sentVideo]), 'Ada.webm');
  return form;
};

describe('raw messages of a session', () => {
  const event = (seq: number, text = '') => ({ seq, atMs: 1, type: 'NEW_STATE', data: { text } });
  const send = (session: StartedSession, events: object[], to = app) =>
    to.anyone.send(`/api/sessions/${session._id}/events`, {
      method: 'POST',
      headers: { ...bearer(session), 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    });
  const storedBytes = async ({ _id }: StartedSession) =>
    (
      await app.parts.db
        .selectFrom('sessions')
        .select('events_bytes')
        .where('id', '=', _id)
        .executeTakeFirstOrThrow()
    ).events_bytes;

  it('are counted by what is stored, repetitions once', async () => {
    const session = await start();
    const events = [event(0, 'a'), event(1, 'äöü')];
    const bytes = events.reduce(
      (sum, { data }) => sum + Buffer.byteLength(JSON.stringify(data)),
      0,
    );
    await send(session, events);
    expect((await send(session, events)).body).toEqual({ stored: 2, full: false });
    expect(await storedBytes(session)).toBe(bytes);
  });

  it('are left out once they fill their room, and the recording goes on', async () => {
    const session = await start();
    await backdateSession(app.parts.db, session, TWENTY_MINUTES);
    await app.parts.db
      .updateTable('sessions')
      .set({ events_bytes: EVENTS_TOTAL_MAX_BYTES - 100 })
      .where('id', '=', session._id)
      .execute();
    const large = event(1, 'x'.repeat(200));
    expect((await send(session, [event(0), large, event(2)])).body).toEqual({
      stored: 1,
      full: true,
    });
    const piece = await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
    expect(piece.status).toBe(204);
    const form = streamedForm(session);
    form.append('events', JSON.stringify([event(0), large, event(2)]));
    expect((await sendForm(app.anyone, test, { form, session })).status).toBe(201);
    expect(await storedBytes(session)).toBeLessThanOrEqual(EVENTS_TOTAL_MAX_BYTES);
  });

  it('that are sent once more take no room from those that are new', async () => {
    const session = await start();
    await backdateSession(app.parts.db, session, TWENTY_MINUTES);
    const known = event(0, 'x'.repeat(200));
    await send(session, [known]);
    await app.parts.db
      .updateTable('sessions')
      .set({ events_bytes: EVENTS_TOTAL_MAX_BYTES - 100 })
      .where('id', '=', session._id)
      .execute();
    expect((await send(session, [known, event(1)])).body).toEqual({ stored: 2, full: false });
  });

  it('count as what they are when a proxy leaves their length out', async () => {
    const session = await start();
    const calls = Array.from({ length: EVENTS_RATE.bytes / EVENTS_BODY_MAX_BYTES + 1 });
    for (const [seq] of calls.entries()) {
      const init = {
        method: 'POST',
        headers: { ...bearer(session), 'content-type': 'application/json' },
        body: new Blob([JSON.stringify({ events: [event(seq)] })]).stream(),
        // Fetch standard: with a stream, and so without a length.
        duplex: 'half',
      };
      const answer = await app.anyone.send(`/api/sessions/${session._id}/events`, init);
      expect(answer.status).toBe(200);
    }
  });

  it('come as quick as twenty minutes of them at once, and no quicker', async () => {
    const session = await start();
    const batch = Array.from({ length: 1000 }, (_, seq) => event(seq));
    const calls = EVENTS_RATE.messages / batch.length;
    for (let call = 0; call < calls; call += 1) {
      expect((await send(session, batch)).status).toBe(200);
    }
    const refused = await send(session, [event(1000)]);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(EVENTS_RATE.perSeconds);
    expect((await send(await start(), [event(0)])).status).toBe(200);
  });

  it('are bounded in bytes as well', async () => {
    // Without a quota, which they would fill.
    const roomy = await startTestApp({ beside: app });
    onTestFinished(roomy.close);
    const session = await start();
    await backdateSession(app.parts.db, session, TWENTY_MINUTES);
    const batch = Array.from({ length: 250 }, (_, seq) => event(seq, 'x'.repeat(3900)));
    const bytes = Buffer.byteLength(JSON.stringify({ events: batch }));
    const taken = Math.floor(EVENTS_RATE.bytes / bytes);
    for (let call = 0; call < taken; call += 1) {
      expect((await send(session, batch, roomy)).status).toBe(200);
    }
    expect((await send(session, batch, roomy)).status).toBe(429);
  });

  it('count into the quota of the workspace as what they take', async () => {
    const session = await start();
    await backdateSession(app.parts.db, session, TWENTY_MINUTES);
    const batch = (from: number) =>
      Array.from({ length: 20 }, (_, at) => event(from + at, 'x'.repeat(3900)));
    let sent = 0;
    while ((await send(session, batch(sent))).status === 200) sent += 20;
    const refused = await send(session, batch(sent));
    expect([refused.status, refused.body.code]).toEqual([409, 'workspace_full']);
    expect((sent - 20) * 3900).toBeLessThan(QUOTA_BYTES);
    expect(sent * 4100 + 4096).toBeGreaterThan(QUOTA_BYTES);
    expect((await tryStart()).body.code).toBe('workspace_full');
  });

  it('with nothing in them take a multiple of neither rows nor bytes', async () => {
    const session = await start();
    const nothing = (seq: number) => ({ seq, atMs: 0, type: 'NEW_STATE', data: {} });
    const batch = Array.from({ length: 1000 }, (_, seq) => nothing(seq));
    expect((await send(session, batch)).body).toEqual({ stored: 1000, full: false });
    const { rows } = await sql<{ rows: number; bytes: number }>`SELECT count(*)::int AS rows,
      sum(octet_length(bytes))::int AS bytes FROM session_messages
      WHERE session_id = ${session._id}`.execute(app.parts.db);
    expect(rows[0]?.rows).toBe(1);
    expect(rows[0]?.bytes).toBeLessThan(JSON.stringify({ events: batch }).length);
  });

  it('name as many nodes as a prototype has, in one row', async () => {
    const session = await start();
    const naming = (seq: number) => ({
      ...event(seq),
      data: { presentedNodeId: `1:${seq}`, targetNodeId: `2:${seq}` },
    });
    await send(
      session,
      Array.from({ length: 900 }, (_, seq) => naming(seq)),
    );
    await send(session, [naming(900)]);
    const { rows } = await sql<{ ids: number }>`SELECT cardinality(node_ids) AS ids
      FROM reported_nodes WHERE session_id = ${session._id}`.execute(app.parts.db);
    expect(rows).toEqual([{ ids: 1000 }]);
  });
});

describe('heatmaps of a session', () => {
  const bring = (session: StartedSession, ids: string[]) => {
    const form = new FormData();
    for (const id of ids) form.append(id, new Blob([sentHeatmap], { type: 'image/png' }), id);
    return app.anyone.send(`/api/sessions/${session._id}/heatmaps`, {
      method: 'POST',
      headers: bearer(session),
      body: form,
    });
  };
  const stored = async ({ _id }: StartedSession) => {
    const keys: string[] = [];
    for await (const { key } of app.parts.storage.list(heatmapPrefix(_id))) keys.push(key);
    return keys.length;
  };
  const ids = (from: number, count: number) =>
    Array.from({ length: count }, (_, number) => `1-${from + number}`);

  it('have a budget of pixels, whatever they weigh, and may come again later [15.2.2]', async () => {
    const [session, other] = [await start(), await start()];
    expect((await bring(session, ids(0, 1))).status).toBe(200);
    const { numUpdatedRows } = await app.parts.db
      .updateTable('rate_counts')
      .set({ points: PIXELS_RATE.calls, expire: Date.now() + 50_000 })
      .where('key', '=', `pixels of session:${session._id}`)
      .executeTakeFirst();
    expect(numUpdatedRows).toBe(1n);
    const { status, body, headers } = await bring(session, ids(0, 1));
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await bring(other, ids(0, 1))).status).toBe(200);
  });

  it('have a budget of pixels for all sessions of an address', async () => {
    const counting = vi.spyOn(app.parts.rates, 'count');
    for (const session of [await start(), await start()]) await bring(session, ids(0, 1));
    const counts = counting.mock.calls.filter(([name]) => name === 'pixels of address');
    counting.mockRestore();
    const ofOne = ['pixels of address', '127.0.0.1', { ...PIXELS_RATE_PER_ADDRESS, points: 1 }];
    expect(counts).toEqual([ofOne, ofOne]);
  });

  it('are bounded over all calls, and a screen may bring its own again', async () => {
    const session = await start();
    expect((await bring(session, ids(0, HEATMAPS_MAX - 1))).status).toBe(200);
    const refused = await bring(session, ids(HEATMAPS_MAX, 2));
    expect([refused.status, refused.body.code]).toEqual([413, 'too_large']);
    expect(await stored(session)).toBe(HEATMAPS_MAX - 1);
    expect((await bring(session, ids(HEATMAPS_MAX, 1))).status).toBe(200);
    expect((await bring(session, ids(0, 5))).status).toBe(200);
    expect((await bring(session, ['2-1'])).status).toBe(413);
    await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
    const form = streamedForm(session);
    form.append('2-1', new Blob([sentHeatmap], { type: 'image/png' }), '2-1');
    expect((await sendForm(app.anyone, test, { form, session })).status).toBe(413);
    expect(await stored(session)).toBe(HEATMAPS_MAX);
  });

  it('are bounded in bytes together', async () => {
    const session = await start();
    await backdateSession(app.parts.db, session, TWENTY_MINUTES);
    await bring(session, ['1-1', '1-2']);
    await app.parts.db
      .updateTable('heatmaps')
      .set({ size_bytes: HEATMAPS_TOTAL_MAX_BYTES })
      .where('session_id', '=', session._id)
      .where('screen_id', '=', '1:1')
      .execute();
    expect((await bring(session, ['1-3'])).status).toBe(413);
    expect((await bring(session, ['1-1'])).status).toBe(200);
    expect((await bring(session, ['1-3'])).status).toBe(200);
  });
});

describe("a workspace's storage", () => {
  it('adds up videos and images, and shows in the settings', async () => {
    const session = await start();
    await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo.subarray(0, 20_000) });
    const form = streamedForm(session);
    form.append('1-2', new Blob([sentHeatmap], { type: 'image/png' }), '1-2');
    await sendForm(app.anyone, test, { form, session });
    expect((await owner.get('/api/storage')).body).toEqual({
      storedBytes: 20_000 + sentHeatmap.length,
      quotaBytes: QUOTA_BYTES,
      noSpace: null,
      deletingSessions: 0,
    });
  });

  it('when it is full takes no new session, says so kindly, and finishes what is stored', async () => {
    const running = await start();
    const filling = await start();
    const begun = await sendPiece(app.anyone, running, { offset: 0, bytes: sentVideo });
    expect(begun.status).toBe(204);
    await sendPiece(app.anyone, filling, { offset: 0, bytes: sentVideo });
    const refused = await tryStart();
    expect([refused.status, refused.body.code]).toEqual([409, 'workspace_full']);
    expect(refused.body.message).toBe(
      "This test can't take recordings right now. Please tell the person who sent you the link.",
    );
    expect(await link()).toMatchObject({ state: 'full', noSpace: 'workspace_full' });
    expect((await owner.get('/api/storage')).body.noSpace).toBe('workspace_full');
    const whole = await sendForm(app.anyone, test, { form: wholeVideo() });
    expect([whole.status, whole.body.code]).toEqual([409, 'workspace_full']);
    const end = { 'upload-length': String(sentVideo.length) };
    const none = { offset: sentVideo.length, bytes: new Uint8Array(), headers: end };
    expect((await sendPiece(app.anyone, running, none)).status).toBe(204);
    const form = streamedForm(running);
    expect((await sendForm(app.anyone, test, { form, session: running })).status).toBe(201);
  });

  it('takes no whole video that does not fit', async () => {
    expect((await sendForm(app.anyone, test, { form: wholeVideo() })).status).toBe(201);
    const second = await sendForm(app.anyone, test, { form: wholeVideo() });
    expect([second.status, second.body.code]).toEqual([409, 'workspace_full']);
    expect((await tryStart()).status).toBe(201);
  });
});

describe('whole uploads', () => {
  it('at once take no more room than there is', async () => {
    const uploads = Array.from({ length: 10 }, () =>
      sendForm(app.anyone, test, { form: wholeVideo() }),
    );
    const codes = (await Promise.all(uploads)).map(({ status, body }) => body.code ?? status);
    expect(codes.filter((code) => code === 201).length).toBeLessThanOrEqual(1);
    expect(codes.filter((code) => code === 'workspace_full').length).toBeGreaterThanOrEqual(9);
    expect((await sendForm(app.anyone, await another(), { form: wholeVideo() })).status).toBe(201);
  });

  it('of one address are counted apart from calls of sessions', async () => {
    const { rates } = app.parts;
    const counted = rates.count;
    const names: string[] = [];
    rates.count = async (name, ...rest) => {
      names.push(name);
      await counted(name, ...rest);
    };
    await sendForm(app.anyone, test, { form: wholeVideo() });
    rates.count = counted;
    expect(names).toEqual(['sessions.finish', 'whole uploads', 'whole uploads of test']);
  });
});

describe('a disk with little free', () => {
  it('takes no new session, asks to come back, and finishes what runs', async () => {
    const running = await start();
    free = FLOOR_BYTES - 1;
    const refused = await tryStart();
    expect([refused.status, refused.body.code]).toEqual([503, 'server_full']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await link()).toMatchObject({ state: 'full', noSpace: 'server_full' });
    expect((await app.anyone.get('/api/health')).body).toEqual({
      status: 'ok',
      newSessions: false,
    });
    const whole = await sendForm(app.anyone, test, { form: wholeVideo() });
    expect([whole.status, whole.body.code]).toEqual([503, 'server_full']);
    expect((await sendPiece(app.anyone, running, { offset: 0, bytes: sentVideo })).status).toBe(
      204,
    );
    free = 2 * FLOOR_BYTES;
    await sendForm(app.anyone, test, { form: streamedForm(running), session: running });
    expect((await tryStart()).status).toBe(201);
    expect((await app.anyone.get('/api/health')).body).toEqual({ status: 'ok', newSessions: true });
  });
});
