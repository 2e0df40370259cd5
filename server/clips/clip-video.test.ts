// The video of a clip on the real app: either container, of a finished recording and of one that arrives, and gone with it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mp4File } from '#testing/mp4-files.ts';
import { sendPictures, sendPiece, startSession } from '#testing/participant.ts';
import { probe } from '#testing/video-probe.ts';
import { openVideoStage, type VideoStage } from '#testing/video-stage.ts';
import { recorded } from '#testing/webm-files.ts';

let stage: VideoStage;
beforeAll(async () => {
  stage = await openVideoStage();
});
afterAll(() => stage?.app.close());

const address = ({ id }: { id: string }) => `/api/clips/${id}/video`;

describe.each([
  { read: () => recorded('vp8-opus'), type: 'video/webm', ends: 'webm', keyMs: 2019 },
  { read: () => mp4File('h264-aac'), type: 'video/mp4', ends: 'mp4', keyMs: 2021 },
])('$type', ({ read, type, ends, keyMs }) => {
  it('begins at the key frame before, and says how early', async () => {
    const { owner, send, clipOf, bytesOf } = stage;
    const { sessionId } = await send(await read());
    const clip = await clipOf(sessionId, {
      fromMs: 2500,
      toMs: 3800,
      title: 'Wo ist „Weiter“? #läuft',
    });
    const head = await owner.fetch(`${address(clip)}?download=1`, { method: 'HEAD' });
    expect(head.headers.get('clip-early-ms')).toBe(String(2500 - keyMs));
    expect(head.headers.get('content-type')).toBe(type);
    const name = head.headers.get('content-disposition')?.replaceAll(/\d{3}_/g, '012_');
    expect(name).toBe(
      `attachment; filename="012_Wo-ist-Weiter-l_uft.${ends}"; filename*=UTF-8''012_Wo-ist-Weiter-l%C3%A4uft.${ends}`,
    );
    const whole = await bytesOf(address(clip));
    expect(Number(head.headers.get('content-length'))).toBe(whole.length);
    const seen = await probe(whole);
    expect(seen.complaints).toBe('');
    expect(seen.durationSeconds).toBeCloseTo((3800 - keyMs) / 1000, 2);
    expect(await bytesOf(address(clip), { range: 'bytes=500-1499' })).toEqual(
      whole.subarray(500, 1500),
    );
    const beyond = await owner.fetch(address(clip), { headers: { range: 'bytes=9000000-' } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${whole.length}`,
    ]);
  });

  it('of a recording that arrives has what has arrived, and is another file later', async () => {
    const { app, owner, test, clipOf } = stage;
    const file = await read();
    const session = await startSession(app.anyone, test);
    const piece = (offset: number, end: number) =>
      sendPiece(app.anyone, session, {
        offset,
        bytes: Uint8Array.from(file.subarray(offset, end)),
      });
    expect((await piece(0, 25_000)).status).toBe(204);
    const clip = await clipOf(session._id, { fromMs: 500, toMs: 2600 });
    const before = await owner.fetch(address(clip));
    expect((await probe(Buffer.from(await before.arrayBuffer()))).complaints).toBe('');
    expect((await piece(25_000, file.length)).status).toBe(204);
    const after = await owner.fetch(address(clip));
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const seen = await probe(Buffer.from(await after.arrayBuffer()));
    expect(seen.durationSeconds).toBeCloseTo(clip.toMs / 1000, 2);
  });
});

it('a clip with a time of before a change is another file after it', async () => {
  const { owner, send, clipOf, bytesOf } = stage;
  const { sessionId } = await send(await recorded('vp8-opus'));
  const clip = await clipOf(sessionId, { fromMs: 0, toMs: 1000 });
  const { length } = await bytesOf(address(clip));
  await owner.put(`/api/clips/${clip.id}`, { fromMs: 0, toMs: 3000, title: '', version: 1 });
  expect((await bytesOf(address(clip))).length).toBeGreaterThan(length);
});

it('is gone with its recording, and for other workspaces', async () => {
  const { app, owner, test, send, clipOf } = stage;
  const { sessionId, userTimestamp } = await send(await recorded('vp8-opus'));
  const clip = await clipOf(sessionId, { fromMs: 0, toMs: 1000 });
  const other = await app.signIn('other@example.com', { company: 'Other' });
  expect((await other.fetch(address(clip))).status).toBe(404);
  expect((await app.anyone.fetch(address(clip))).status).toBe(401);
  await owner.delete(`/api/tests/${test._id}/recording/x/y/${userTimestamp}`);
  expect((await owner.fetch(address(clip))).status).toBe(404);
});

it('in lists has the last still before its beginning, the first one where it begins before all', async () => {
  const { app, owner, test, clipOf } = stage;
  const session = await startSession(app.anyone, test);
  const bytes = Uint8Array.from(await recorded('vp8-opus'));
  expect((await sendPiece(app.anyone, session, { offset: 0, bytes })).status).toBe(204);
  const early = await clipOf(session._id, { fromMs: 0, toMs: 1000 });
  expect(early.still).toBeNull();
  await sendPictures(app.anyone, session, [400, 1000, 2400]);
  const late = await clipOf(session._id, { fromMs: 2300, toMs: 3300 });
  const url = `/api/recordings/${session._id}/stills/0`;
  expect(late.still).toEqual({ url, width: 160, height: 90, index: 1 });
  const { items } = (await owner.get(`/api/tests/${test._id}/clips?person=${session._id}`)).body;
  const stills = items.map(({ still }: { still: { index: number } }) => still.index);
  expect(stills).toEqual([1, 0]);
  expect((await owner.fetch(url)).status).toBe(200);
});
