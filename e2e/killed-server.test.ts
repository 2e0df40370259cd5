// Killing the server at any time loses nothing that it acknowledged: rows, pieces, messages.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestClient } from '#testing/client.ts';
import {
  bearer,
  sendForm,
  sendPiece,
  startSession,
  streamedForm,
  tusHeaders,
} from '#testing/participant.ts';
import { recorded } from '#testing/webm-files.ts';
import { type RunningServer, runServer } from './server.ts';
import { signIn } from './stage.ts';

/** Small pieces, so that a kill falls between, into and behind many of them. */
const PIECE_BYTES = 400;
const KILLS = 4;

const video = Uint8Array.from(await recorded('vp9-opus'));
let server: RunningServer;
let owner: TestClient;

beforeAll(async () => {
  server = await runServer();
  owner = await signIn(server.origin, 'ada@example.com');
});
afterAll(() => server?.remove());

it('keeps every acknowledged piece and message through kills, and finishes once', async () => {
  const created = await owner.post('/api/tests', {
    name: 'Kept',
    task: 'Stay',
    figmaUrl: server.prototypeUrl,
    company: 'Acme',
  });
  expect(created.status).toBe(201);
  const { _id } = created.body;
  const anyone = new TestClient(server.origin);
  const session = await startSession(anyone, created.body);

  const offsetNow = async () => {
    const head = await anyone.fetch(session.uploadUrl, {
      method: 'HEAD',
      headers: tusHeaders(session),
    });
    return Number(head.headers.get('upload-offset'));
  };
  const patch = async (offset: number) => {
    const bytes = video.subarray(offset, offset + PIECE_BYTES);
    const answer = await sendPiece(anyone, session, { offset, bytes });
    expect(answer.status).toBe(204);
    return Number(answer.headers.get('upload-offset'));
  };
  const sendEvent = (seq: number) =>
    anyone.send(`/api/sessions/${session._id}/events`, {
      method: 'POST',
      headers: { ...bearer(session), 'content-type': 'application/json' },
      body: JSON.stringify({ events: [{ seq, atMs: seq, type: 'INITIAL_LOAD', data: {} }] }),
    });

  let acknowledged = 0;
  let events = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const until = (video.length * kill) / (KILLS + 1);
    while (acknowledged < until) {
      acknowledged = await patch(acknowledged);
      if (events < kill * 5) events = (await sendEvent(events)).body.stored;
    }
    // One more piece is on its way while the process dies: it may or may not have been stored.
    const onItsWay = patch(acknowledged).catch(() => null);
    await server.stop('SIGKILL');
    await onItsWay;
    await server.start();
    const storedOffset = await offsetNow();
    expect(storedOffset).toBeGreaterThanOrEqual(acknowledged);
    acknowledged = storedOffset;
    expect((await sendEvent(events)).body.stored).toBe(events + 1);
    events += 1;
  }
  while (acknowledged < video.length) acknowledged = await patch(acknowledged);

  const finish = () => {
    const form = streamedForm(session);
    return sendForm(anyone, created.body, { form, session });
  };
  const first = finish().catch(() => null);
  await server.stop('SIGKILL');
  await first;
  await server.start();
  expect((await finish()).status).toBe(201);
  expect((await finish()).status).toBe(201);

  const test = (await owner.get(`/api/tests/${_id}`)).body;
  expect(test.recordings_info).toMatchObject([{ state: 'ready', sizeBytes: video.length }]);
  const stored = await readFile(
    join(server.dataDir, 'media/recordings', session._id, 'video.webm'),
  );
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  expect(hash(stored)).toBe(hash(video));
});

it('stops cleanly when asked, and everything is there at the next start', async () => {
  await server.stop('SIGTERM');
  await server.start();
  expect((await owner.get('/auth/check-auth')).status).toBe(200);
  expect((await owner.get('/api/tests')).body).toHaveLength(1);
});
