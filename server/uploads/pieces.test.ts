// Pieces in a row: the row judges each of them before and after it is stored, and none counts after its session's end.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { TUS_VERSION } from '#contract/uploads.api.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createTest } from '#testing/create-test.ts';
import {
  bearer,
  pieceHeaders,
  sendForm,
  sendPiece,
  startSession,
  sentVideo as video,
} from '#testing/participant.ts';

const [first, second, third] = [
  video.subarray(0, 4000),
  video.subarray(4000, 8000),
  video.subarray(8000),
];

let app: TestApp;
let test: { _id: string; uniqueId: string };
let session: StartedSession;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  test = await createTest(app, owner);
});
afterAll(() => app?.close());
beforeEach(async () => {
  session = await startSession(app.anyone, test);
  expect([(await send(0, first)).status, (await send(4000, second)).status]).toEqual([204, 204]);
});

function send(
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  return sendPiece(app.anyone, session, { offset, bytes, headers });
}

const stored = () => app.parts.storage.size(videoKey(session._id));

it('refuses what is no next piece, and the list keeps what is there', async () => {
  const listed = async () =>
    (
      await sql<{ size_bytes: number }>`select size_bytes from recordings
        where session_id = ${session._id}`.execute(app.parts.db)
    ).rows[0]?.size_bytes;
  expect((await send(4000, third)).body.code).toBe('upload_offset');
  expect(await listed()).toBe(8000);
  vi.spyOn(app.parts.intake, 'append').mockRejectedValueOnce(new AppError('storage_full'));
  expect((await send(8000, third)).body.code).toBe('storage_full');
  expect(await listed()).toBe(8000);
  expect((await send(8000, third, { 'upload-length': '9' })).body.code).toBe('bad_input');
  const length = String(video.length);
  expect((await send(8000, third, { 'upload-length': length })).status).toBe(204);
  expect((await send(video.length, first)).body.code).toBe('too_large');
  const row = await sql`select size_bytes, length_bytes from recordings
    where session_id = ${session._id}`.execute(app.parts.db);
  expect(row.rows).toEqual([{ size_bytes: video.length, length_bytes: video.length }]);
});

it('a piece at another place declares no length, and an empty one does without any space', async () => {
  const lengths = async () =>
    (
      await sql`select length_bytes from recordings
        where session_id = ${session._id}`.execute(app.parts.db)
    ).rows;
  const length = { 'upload-length': String(video.length) };
  expect((await send(4000, third, length)).body.code).toBe('upload_offset');
  expect(await lengths()).toEqual([{ length_bytes: null }]);
  const full = {
    take: () => new AppError('storage_full'),
    [Symbol.dispose]: () => 'nothing was taken',
  };
  vi.spyOn(app.parts.space, 'admitRunning').mockResolvedValueOnce(full).mockResolvedValueOnce(full);
  expect((await send(8000, third, length)).body.code).toBe('storage_full');
  expect((await send(8000, new Uint8Array(), length)).status).toBe(204);
  expect(await lengths()).toEqual([{ length_bytes: video.length }]);
});

it.each([
  ['at once if it says that it is too long', { 'content-length': '40000000' }, [429, 8000]],
  ['where it goes beyond the length', { 'upload-length': String(video.length - 1) }, [413, 12_000]],
])('a piece is refused %s, while it arrives', async (_, headers, refusal) => {
  const sent = request(new URL(session.uploadUrl, app.origin), {
    method: 'PATCH',
    headers: { ...pieceHeaders(session, 8000), ...headers },
  });
  const answered: Promise<IncomingMessage[]> = once(sent, 'response');
  sent.write(third.subarray(0, 4000));
  await expect.poll(stored).toBe(refusal[1]);
  sent.write(third.subarray(4000));
  const [answer] = await answered;
  expect([answer?.statusCode, await stored()]).toEqual(refusal);
  sent.destroy();
});

it('after an end on this server nothing is stored any more', async () => {
  const form = new FormData();
  form.set('upload', session.uploadId);
  const ended = await sendForm(app.anyone, test, { form, session });
  expect(ended.status).toBe(201);
  expect((await send(8000, third)).body.code).toBe('session_over');
  expect(await stored()).toBe(8000);
});

const endOnAnotherServer = () =>
  sql`with ended as (
      update sessions set state = 'finished', finished_at = now() where id = ${session._id} returning id
    ) update recordings set state = 'ready' from ended where session_id = ended.id`.execute(
    app.parts.db,
  );
const deleteOnAnotherServer = () =>
  sql`delete from sessions where id = ${session._id}`.execute(app.parts.db);

it('after an end on another server nothing is stored any more', async () => {
  await endOnAnotherServer();
  expect((await send(8000, third)).body.code).toBe('session_over');
  expect((await send(video.length, first)).body.code).toBe('session_over');
  expect(await stored()).toBe(8000);
});

it('of a session that another server deleted nothing is stored any more', async () => {
  await deleteOnAnotherServer();
  expect((await send(8000, third)).body.code).toBe('not_found');
  expect((await send(0, first)).body.code).toBe('not_found');
  expect(await stored()).toBe(8000);
});

describe('while a piece arrives', () => {
  /** The third piece, with something done between its halves. */
  async function sendAround(meanwhile: () => Promise<unknown>): Promise<string> {
    const half = Math.floor(third.length / 2);
    async function* halves() {
      yield third.subarray(0, half);
      await expect.poll(stored).toBe(8000 + half);
      await meanwhile();
      yield third.subarray(half);
    }
    const init = {
      method: 'PATCH',
      headers: {
        ...bearer(session),
        'tus-resumable': TUS_VERSION,
        'upload-offset': '8000',
        'content-type': 'application/offset+octet-stream',
      },
      body: Readable.toWeb(Readable.from(halves())) as ReadableStream,
      // Fetch standard: with a stream, and so without a length.
      duplex: 'half',
    };
    return (await app.anyone.send(session.uploadUrl, init)).body.code;
  }

  it('its session ends on another server: it does not count', async () => {
    expect(await sendAround(endOnAnotherServer)).toBe('session_over');
  });

  it('its session is deleted on another server: nothing of the video stays', async () => {
    expect(await sendAround(deleteOnAnotherServer)).toBe('not_found');
    expect(await stored()).toBeUndefined();
  });
});

it('a newer request ends the one before, and one after that ends the newer', async () => {
  let ended = 0;
  /** Sends a tenth of the third piece, and no end of it. */
  async function stall(part: number): Promise<void> {
    const tenth = Math.floor(third.length / 10);
    const headers = pieceHeaders(session, 8000 + part * tenth);
    const stalled = request(new URL(session.uploadUrl, app.origin), { method: 'PATCH', headers });
    stalled.on('error', () => {
      ended += 1;
    });
    stalled.write(third.subarray(part * tenth, (part + 1) * tenth));
    await expect.poll(stored).toBe(8000 + (part + 1) * tenth);
  }
  await stall(0);
  await stall(1);
  await expect.poll(() => ended).toBe(1);
  const size = (await stored()) ?? 0;
  expect((await send(size, video.subarray(size))).status).toBe(204);
  await expect.poll(() => ended).toBe(2);
});

it('a recording that was closed as quiet is open again with the next piece', async () => {
  await sql`update recordings set state = 'ready', ended_early = true
    where session_id = ${session._id}`.execute(app.parts.db);
  expect((await send(8000, third)).status).toBe(204);
  const { rows } = await sql`select state from recordings
    where session_id = ${session._id}`.execute(app.parts.db);
  expect(rows).toEqual([{ state: 'receiving' }]);
});
