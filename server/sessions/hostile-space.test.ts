// Started sessions that write as fast as the server reads: bounded by their age, the quota and the disk's
// reserve, while an honest recording continues and loses nothing.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VIDEO_BYTES_PER_SECOND, VIDEO_START_BYTES } from '#contract/limits.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { backdateSession } from '#testing/backdate-session.ts';
import type { Answer } from '#testing/client.ts';
import {
  bearer,
  sendForm,
  sendPiece,
  sentSheet,
  sentVideo,
  startSession,
  streamedForm,
  type TestIds,
} from '#testing/participant.ts';
import { SmallDisk } from '#testing/small-disk.ts';

const MEGABYTE = 1024 ** 2;
const FLOOR_BYTES = 64 * MEGABYTE;
const QUOTA_BYTES = 2 * MEGABYTE;
/** An hour: what a session of this age may store is more than these tests send. */
const LONG_AGO = 3600;
const HOSTILE_SESSIONS = 8;

const disk = new SmallDisk(3 * FLOOR_BYTES);
let app: TestApp;
let limited: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    env: {
      FREE_SPACE_FLOOR_BYTES: String(FLOOR_BYTES),
      TRUSTED_PROXIES: '127.0.0.1',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
    },
    storage: (storage) => disk.of(storage),
    freeBytes: async () => disk.freeBytes,
  });
  limited = await startTestApp({ env: { WORKSPACE_QUOTA_BYTES: String(QUOTA_BYTES) } });
});
afterAll(async () => {
  await app.close();
  await limited.close();
});

async function createTest(at: TestApp): Promise<TestIds> {
  const owner = await at.signIn(`${crypto.randomUUID()}@example.com`, { company: 'Acme' });
  const input = { name: 'Shop', task: 'Buy', figmaUrl: 'https://example.org/x' };
  return (await owner.post('/api/tests', input)).body;
}

const storedBytes = async (at: TestApp, { _id }: StartedSession) =>
  (await at.parts.storage.size(videoKey(_id))) ?? 0;

/** Sends the beginning of a video and pieces of nothing until the server refuses one. */
async function writeAll(
  at: TestApp,
  session: StartedSession,
  { pieceBytes, address }: { pieceBytes: number; address: string },
): Promise<{ refused: Answer; acknowledged: number }> {
  const headers = { 'x-forwarded-for': address };
  let acknowledged = 0;
  for (;;) {
    const bytes = acknowledged === 0 ? sentVideo : new Uint8Array(pieceBytes);
    const piece = { offset: acknowledged, bytes, headers };
    const answer = await sendPiece(at.anyone, session, piece);
    if (answer.status !== 204) return { refused: answer, acknowledged };
    acknowledged += bytes.length;
  }
}

describe('a session that has just begun', () => {
  it('is refused a piece that cannot have been recorded yet, and goes on when it can', async () => {
    const session = await startSession(app.anyone, await createTest(app));
    await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
    const bytes = new Uint8Array(40 * MEGABYTE);
    const piece = { offset: sentVideo.length, bytes };
    const refused = await sendPiece(app.anyone, session, piece);
    expect([refused.status, refused.body.code]).toEqual([429, 'ahead_of_time']);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(await storedBytes(app, session)).toBe(sentVideo.length);
    await backdateSession(app.parts.db, session, seconds + 1);
    expect((await sendPiece(app.anyone, session, piece)).status).toBe(204);
  });

  it('is cut at what it can have recorded when a piece does not say how long it is', async () => {
    const session = await startSession(app.anyone, await createTest(app));
    async function* pieces() {
      yield sentVideo;
      for (let sent = 0; sent < 40; sent += 1) yield new Uint8Array(MEGABYTE);
    }
    const began = performance.now();
    const answer = await app.anyone.send(session.uploadUrl, {
      method: 'PATCH',
      headers: {
        ...bearer(session),
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: Readable.toWeb(Readable.from(pieces())) as ReadableStream,
      // Fetch standard: with a stream, and so without a length.
      duplex: 'half',
    } as RequestInit);
    expect([answer.status, answer.body.code]).toEqual([429, 'ahead_of_time']);
    const stored = await storedBytes(app, session);
    expect(stored).toBeGreaterThan(sentVideo.length);
    const mostSeconds = (performance.now() - began) / 1000 + 1;
    expect(stored).toBeLessThan(VIDEO_START_BYTES + mostSeconds * VIDEO_BYTES_PER_SECOND);
  });

  it('sends messages and stills as they can have come about, and is not refused for good', async () => {
    const session = await startSession(app.anyone, await createTest(app));
    const data = { text: 'x'.repeat(3900) };
    const send = (from: number) => {
      const batch = Array.from({ length: 250 }, (_, number) => from + number);
      const events = batch.map((seq) => ({ seq, atMs: 1, type: 'NEW_STATE', data }));
      return app.anyone.send(`/api/sessions/${session._id}/events`, {
        method: 'POST',
        headers: { ...bearer(session), 'content-type': 'application/json' },
        body: JSON.stringify({ events }),
      });
    };
    expect((await send(0)).status).toBe(200);
    expect((await send(250)).body.code).toBe('ahead_of_time');
    await backdateSession(app.parts.db, session, 60);
    expect((await send(250)).body).toEqual({ stored: 500, full: false });
    const { db } = app.parts;
    const images = (bytes: number) =>
      db
        .updateTable('recordings')
        .set({ images_bytes: bytes })
        .where('session_id', '=', session._id)
        .execute();
    const still = () =>
      app.anyone.send(`/api/sessions/${session._id}/stills/0?timesMs=0`, {
        method: 'PUT',
        headers: { ...bearer(session), 'content-type': 'image/webp' },
        body: sentSheet,
      });
    await images(90 * MEGABYTE);
    expect((await still()).body.code).toBe('ahead_of_time');
    await backdateSession(db, session, 90);
    expect((await still()).status).toBe(200);
  });
});

describe('a quota', () => {
  it('holds for running sessions, whatever they send at once [2.3.2, 5.2.1]', async () => {
    const test = await createTest(limited);
    const started = Array.from({ length: HOSTILE_SESSIONS }, () =>
      startSession(limited.anyone, test),
    );
    const hostile = await Promise.all(started);
    const pieceBytes = 300_000;
    const written = await Promise.all(
      hostile.map((session) => writeAll(limited, session, { pieceBytes, address: '' })),
    );
    expect(written.map(({ refused }) => refused.body.code)).toEqual(
      hostile.map(() => 'workspace_full'),
    );
    const stored = await Promise.all(hostile.map((session) => storedBytes(limited, session)));
    const total = stored.reduce((sum, bytes) => sum + bytes, 0);
    expect(total).toBeGreaterThanOrEqual(QUOTA_BYTES);
    expect(total).toBeLessThanOrEqual(QUOTA_BYTES + HOSTILE_SESSIONS * pieceBytes);
    for (const [number, { acknowledged }] of written.entries()) {
      expect(stored[number]).toBeGreaterThanOrEqual(acknowledged);
    }
  });

  it('refuses new sessions before it refuses a running one', async () => {
    const test = await createTest(limited);
    const session = await startSession(limited.anyone, test);
    await backdateSession(limited.parts.db, session, LONG_AGO);
    await sendPiece(limited.anyone, session, { offset: 0, bytes: sentVideo });
    const bytes = new Uint8Array(1.1 * MEGABYTE);
    const piece = { offset: sentVideo.length, bytes };
    expect((await sendPiece(limited.anyone, session, piece)).status).toBe(204);
    const start = () => limited.anyone.post(`/api/link/${test.uniqueId}/sessions`, { name: 'Ada' });
    expect((await start()).body.code).toBe('workspace_full');
    const next = { offset: sentVideo.length + bytes.length, bytes: new Uint8Array(300_000) };
    expect((await sendPiece(limited.anyone, session, next)).status).toBe(204);
    await sendForm(limited.anyone, test, { form: streamedForm(session), session });
    expect((await start()).status).toBe(201);
  });
});

describe('hostile sessions that fill the disk', () => {
  const honestAddresses = ['203.0.113.7', '198.51.100.1'];

  it('leave space for honest ones, behind another address and behind their own', async () => {
    const test = await createTest(app);
    const started = Array.from({ length: HOSTILE_SESSIONS + honestAddresses.length }, () =>
      startSession(app.anyone, test),
    );
    const sessions = await Promise.all(started);
    for (const session of sessions) await backdateSession(app.parts.db, session, LONG_AGO);
    const hostile = sessions.slice(0, HOSTILE_SESSIONS);
    const written = await Promise.all(
      hostile.map((session) =>
        writeAll(app, session, { pieceBytes: MEGABYTE, address: '198.51.100.1' }),
      ),
    );
    expect(written.map(({ refused }) => refused.body.code)).toEqual(
      hostile.map(() => 'storage_full'),
    );
    expect(disk.freeBytes).toBeLessThan(FLOOR_BYTES);
    expect(disk.freeBytes).toBeGreaterThan(FLOOR_BYTES / 2);
    const started2 = await app.anyone.post(`/api/link/${test.uniqueId}/sessions`, { name: 'Ada' });
    expect([started2.status, started2.body.code]).toEqual([503, 'server_full']);

    for (const [number, address] of honestAddresses.entries()) {
      const session = sessions[HOSTILE_SESSIONS + number] as StartedSession;
      const sent = await recordHonestly(session, address, hostile);
      await sendForm(app.anyone, test, { form: streamedForm(session), session });
      const stored = await app.parts.storage.read(videoKey(session._id), {
        start: 0,
        end: Number.MAX_SAFE_INTEGER,
      });
      expect(sha256(await buffer(stored))).toBe(sha256(sent));
    }
    for (const [number, session] of hostile.entries()) {
      const { acknowledged = 0 } = written[number] ?? {};
      expect(await storedBytes(app, session)).toBeGreaterThanOrEqual(acknowledged);
    }
    expect((await app.anyone.get('/api/health')).body).toEqual({
      status: 'ok',
      newSessions: false,
    });
  });

  /** Ten pieces of a second, with a hostile try between any two. @returns what was acknowledged */
  async function recordHonestly(
    session: StartedSession,
    address: string,
    hostile: readonly StartedSession[],
  ): Promise<Uint8Array> {
    const headers = { 'x-forwarded-for': address };
    let sent = Buffer.alloc(0);
    for (let second = 0; second < 10; second += 1) {
      const bytes = Uint8Array.from(second === 0 ? sentVideo : Buffer.alloc(200_000, second));
      const piece = { offset: sent.length, bytes, headers };
      expect((await sendPiece(app.anyone, session, piece)).status).toBe(204);
      sent = Buffer.concat([sent, bytes]);
      for (const other of hostile) {
        const offset = await storedBytes(app, other);
        const tried = { offset, bytes: new Uint8Array(MEGABYTE), headers };
        await sendPiece(app.anyone, other, {
          ...tried,
          headers: { 'x-forwarded-for': '198.51.100.1' },
        });
      }
    }
    return sent;
  }
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
