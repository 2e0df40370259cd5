// Three servers behind nginx in turns, PgBouncer before their database, one bucket: participants record while a server
// is killed and another one restarted, a team watches, and nothing is lost or done twice.
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StartedSession } from '#contract/sessions.ts';
import type { Database } from '#server/platform/db/database.ts';
import { S3Storage } from '#server/storage/s3-storage.ts';
import { objectsOf } from '#server/storage/storage.fixture.ts';
import { hasCeph, startCeph } from '#testing/ceph.ts';
import { claimPort } from '#testing/claimed-port.ts';
import { type Answer, successBody, TestClient } from '#testing/client.ts';
import { cloneDatabase } from '#testing/database.ts';
import { hasNginx, startNginx } from '#testing/nginx.ts';
import {
  formWithHeatmap,
  sendForm,
  sendPiece,
  startSession,
  type TestIds,
  tusHeaders,
} from '#testing/participant.ts';
import { hasPgBouncer, keepsStatements, startPgBouncer } from '#testing/pgbouncer.ts';
import { addressOf, type ServerProcess, startServerProcess } from '#testing/server-process.ts';
import { listen } from '#testing/update-events.ts';
import { recorded } from '#testing/webm-files.ts';

const SERVERS = 3;
const PARTICIPANTS = 6;
/** Thirty of them a recording: each server gets ten. */
const PIECE_BYTES = 1500;
/** A call that fails so often has not met a server that is just ending. */
const TRIES = 200;

const mayRun = hasNginx() && hasPgBouncer() && hasCeph();
const closing = new AsyncDisposableStack();
const video = Uint8Array.from(await recorded('vp9-opus'));

let servers: ServerProcess[];
let dataDirs: string[];
let db: Database;
let storage: S3Storage;
let owner: TestClient;
let anyone: TestClient;
let test: TestIds;

beforeAll(async () => {
  if (!mayRun) return;
  const ceph = await startCeph();
  closing.defer(() => ceph.stop());
  const bucket = await ceph.makeBucket();
  storage = await S3Storage.open(bucket);
  const database = await cloneDatabase();
  closing.defer(() => database.drop());
  db = database.db;
  const mode = keepsStatements() ? 'transaction' : 'session';
  const pooler = await startPgBouncer(database.connection, { mode });
  closing.defer(() => pooler.stop());
  const port = await claimPort();
  const environment = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    GOOGLE_CLIENT_ID: 'tests',
    GOOGLE_CLIENT_SECRET: 'tests',
    S3_BUCKET: bucket.bucket,
    S3_ENDPOINT: bucket.endpoint ?? '',
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    DATABASE_URL: pooler.address,
    ...(mode === 'transaction' ? { DATABASE_DIRECT_URL: addressOf(database.connection) } : {}),
  };
  dataDirs = [];
  const shared = { ...database, drop: async () => undefined };
  servers = await Promise.all(
    Array.from({ length: SERVERS }, async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'tryout-several-'));
      dataDirs.push(dataDir);
      const server = await startServerProcess(environment, { database: shared, dataDir });
      closing.defer(() => server.close());
      return server;
    }),
  );
  const nginx = await startNginx(
    port,
    servers.map(({ origin }) => origin),
  );
  closing.defer(() => nginx.stop());
  anyone = new TestClient(environment.PUBLIC_URL);
  const [first] = servers;
  if (!first) throw new Error('no server');
  owner = (await first.signIn('ada@example.com')).at(environment.PUBLIC_URL);
  const task = { name: 'Kept', task: 'Stay', figmaUrl: 'http://127.0.0.1:1/' };
  test = successBody<TestIds>(await owner.post('/api/tests', { ...task, company: 'Acme' }));
});
afterAll(() => closing.disposeAsync());

/** Repeats a call until a server has answered it; 409 and others are answers. */
async function answered(call: () => Promise<Answer>): Promise<Answer> {
  let last: unknown;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      const answer = await call();
      if (answer.status < 500) return answer;
      last = `${answer.status} ${JSON.stringify(answer.body)}`;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no server answers: ${last}`);
}

async function offsetOf(session: StartedSession): Promise<number> {
  const headers = tusHeaders(session);
  const answer = await answered(() => anyone.send(session.uploadUrl, { method: 'HEAD', headers }));
  return Number(answer.headers.get('upload-offset'));
}

/**
 * Uploads as a participant's browser does: piece by piece, and after a failure from the offset that the servers
 * have.
 */
async function record(session: StartedSession, onPiece: () => void): Promise<void> {
  let offset = 0;
  while (offset < video.length) {
    const bytes = video.subarray(offset, offset + PIECE_BYTES);
    const answer = await sendPiece(anyone, session, { offset, bytes }).catch(() => null);
    offset =
      answer?.status === 204
        ? Number(answer.headers.get('upload-offset'))
        : await offsetOf(session);
    onPiece();
  }
}

async function finish(session: StartedSession): Promise<void> {
  const form = () => formWithHeatmap(session);
  successBody(await answered(() => sendForm(anyone, test, { form: form(), session })));
}

async function mails(): Promise<number> {
  const boxes = dataDirs.map((folder) => readdir(join(folder, 'outbox')).catch(() => []));
  return (await Promise.all(boxes)).flat().filter((name) => name.endsWith('.eml')).length;
}

describe.runIf(mayRun)("three servers (left out without 'node scripts/provision.mjs')", () => {
  const sessions: StartedSession[] = [];

  it('take recordings in turns while one is killed and one restarted', async () => {
    const [first, second, third] = servers;
    for (let number = 0; number < PARTICIPANTS; number += 1) {
      sessions.push(await startSession(anyone, test, { name: `P${number}` }));
    }
    const streams = await Promise.all(servers.map(() => listen(owner)));
    // The killed server's breaks off, the restarted one's ends.
    for (const { ended } of streams) ended.catch(() => undefined);
    let sent = 0;
    const reached = new Map<number, () => void>();
    const onPiece = () => {
      sent += 1;
      reached.get(sent)?.();
    };
    const after = (pieces: number) =>
      new Promise<void>((resolve) => {
        reached.set(pieces, resolve);
      });
    const failures = (async () => {
      await after(20);
      await first?.kill();
      await after(60);
      process.kill(second?.pid() ?? 0, 'SIGTERM');
      await second?.restart();
    })();
    const invited = after(90).then(async () => {
      for (let number = 0; number < PARTICIPANTS; number += 1) {
        const invitation = { teamMemberEmail: `guest-${number}@example.com` };
        successBody(await answered(() => owner.post('/api/user-info/teamMembers', invitation)));
      }
    });
    await Promise.all(sessions.map((session) => record(session, onPiece)));
    await Promise.all([failures, invited]);
    // The killed server's stream broke, the restarted one's ended, and the third's stayed open all the time.
    for (const { ended } of streams) ended.catch(() => undefined);
    await expect
      .poll(() => streams.filter(({ changes }) => changes.length > 0).length)
      .toBeGreaterThan(0);
    expect(await third?.isUp()).toBe(true);
    await Promise.all(sessions.map(finish));
    for (const { close } of streams) close();
  });

  it('have every byte, whichever is asked', async () => {
    const { recordings_info } = successBody<{ recordings_info: object[] }>(
      await answered(() => owner.get(`/api/tests/${test._id}`)),
    );
    const whole = { state: 'ready', sizeBytes: video.length };
    expect(recordings_info).toMatchObject(sessions.map(() => whole));
    for (const { _id } of sessions) {
      const key = `recordings/${_id}/video.webm`;
      const stored = await buffer(await storage.read(key, { start: 0, end: video.length + 1 }));
      expect(stored.equals(video)).toBe(true);
    }
  });

  it('do each job once', async () => {
    await expect.poll(mails, { timeout: 60_000 }).toBe(PARTICIPANTS);
    const waiting = () => sql`
      SELECT name FROM pgboss.job WHERE name IN ('mail.send', 'objects.compact') AND state <> 'completed'`;
    await expect
      .poll(async () => (await waiting().execute(db)).rows, { timeout: 60_000 })
      .toEqual([]);
    expect(await mails()).toBe(PARTICIPANTS);
  });

  it('all hear of what one of them stores', async () => {
    const streams = await Promise.all([...servers, ...servers].map(() => listen(owner)));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const session = await startSession(anyone, test, { name: 'Late' });
    for (const { changes } of streams) {
      await expect.poll(() => JSON.stringify(changes)).toContain(test._id);
    }
    for (const { close } of streams) close();
    sessions.push(session);
  });

  it('leave nothing of a test that is deleted', async () => {
    expect(await objectsOf(storage, 'recordings')).not.toEqual([]);
    const address = `/api/tests/${test._id}/Acme/Kept`;
    expect((await answered(() => owner.delete(address))).status).toBe(200);
    expect((await answered(() => owner.get(`/api/tests/${test._id}`))).status).toBe(404);
    await expect.poll(() => objectsOf(storage, 'recordings'), { timeout: 60_000 }).toEqual([]);
  });
});

it.skipIf(mayRun)('three servers: nginx, PgBouncer or Ceph is missing', () => {
  console.info(
    'The test of three servers is left out: node scripts/provision.mjs gets its programs.',
  );
});
