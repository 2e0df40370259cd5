// Videos that would fill the server's memory, sent as a participant sends pieces: rejected, and the session
// continues.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TUS_VERSION } from '#contract/uploads.api.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createTest } from '#testing/create-test.ts';
import { MP4_BOMBS } from '#testing/index-bombs.ts';
import { bearer, sendPiece, sentVideo, startSession } from '#testing/participant.ts';

/** A chunk of one byte (RFC 9112 section 7.1), and the last chunk. */
const ONE = Buffer.from('1\r\n');
const END = Buffer.from('\r\n');
const LAST = Buffer.from('0\r\n\r\n');

let app: TestApp;
let test: { _id: string; uniqueId: string };

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  test = await createTest(app, owner);
});
afterAll(() => app?.close());

const promises = Object.entries(MP4_BOMBS).filter(([what]) => /no bytes|never come/.test(what));

it.each(promises)(
  '%s: refused at once, and an honest video takes its place [15.2.2]',
  async (_what, bomb) => {
    const session = await startSession(app.anyone, test);
    const key = videoKey(session._id);
    const refused = await sendPiece(app.anyone, session, {
      offset: 0,
      bytes: Uint8Array.from(bomb),
    });
    expect([refused.status, refused.body.code]).toEqual([422, 'unreadable_video']);
    expect(await app.parts.storage.size(key)).toBeUndefined();
    const sent = await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
    expect(sent.status).toBe(204);
  },
);

it('a piece that shows that those before were no video: the list has none of them', async () => {
  const session = await startSession(app.anyone, test);
  const listedBytes = async () => {
    const row = app.parts.db
      .selectFrom('recordings')
      .select('size_bytes')
      .where('session_id', '=', session._id);
    return (await row.executeTakeFirstOrThrow()).size_bytes;
  };
  const begun = await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo.slice(0, 3) });
  expect([begun.status, await listedBytes()]).toEqual([204, 3]);
  const rest = await sendPiece(app.anyone, session, { offset: 3, bytes: new Uint8Array(900) });
  expect([rest.body.code, await listedBytes()]).toEqual(['unreadable_video', 0]);
});

it('a piece in 200,000 chunks of a byte: taken, in steps that grow with its bytes alone', async () => {
  const session = await startSession(app.anyone, test);
  const filler = Buffer.alloc(200_000 - (sentVideo.length % 200_000), 0);
  const bytes = Buffer.concat([sentVideo, filler]).subarray(0, 200_000);
  const { hostname, port } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  const head = [
    `PATCH ${session.uploadUrl} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    ...Object.entries(bearer(session)).map(([name, value]) => `${name}: ${value}`),
    `tus-resumable: ${TUS_VERSION}`,
    'upload-offset: 0',
    'content-type: application/offset+octet-stream',
    'transfer-encoding: chunked',
  ];
  const chunks = Array.from(bytes, (byte) => Buffer.concat([ONE, Buffer.of(byte), END]));
  socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), ...chunks, LAST]));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 204 /);
  expect(await app.parts.storage.size(videoKey(session._id))).toBe(bytes.length);
  socket.destroy();
});
