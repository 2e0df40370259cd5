// The video call on the real app: either container, whole or in pieces, while it arrives and after, with the
// requests of a player.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StartedSession } from '#contract/sessions.ts';
import { mp4File } from '#testing/mp4-files.ts';
import { sendForm, sendPiece, startSession } from '#testing/participant.ts';
import { probe } from '#testing/video-probe.ts';
import { openVideoStage, type VideoStage } from '#testing/video-stage.ts';
import { recorded } from '#testing/webm-files.ts';

const PIECE_BYTES = 5000;
const containers = [
  {
    container: 'WebM',
    read: () => recorded('vp9-opus'),
    type: 'video/webm',
    name: 'recording.webm',
  },
  {
    container: 'MP4',
    read: () => mp4File('h264-aac'),
    type: 'video/mp4',
    name: 'recording.mp4',
  },
];

let stage: VideoStage;
beforeAll(async () => {
  stage = await openVideoStage();
});
afterAll(() => stage?.app.close());

const pathOf = (userTimestamp: string) =>
  `/api/recording_data/${stage.test.uniqueId}/${stage.test._id}/x/y/${userTimestamp}`;

const start = () => startSession(stage.app.anyone, stage.test);

/** A stretch of a file, whatever its sender calls it. */
function sendFrom(session: StartedSession, file: Uint8Array, offset: number) {
  const bytes = Uint8Array.from(file.subarray(offset, offset + PIECE_BYTES));
  return sendPiece(stage.app.anyone, session, { offset, bytes });
}

function finish(fill: (form: FormData) => void, session?: StartedSession) {
  const form = new FormData();
  fill(form);
  return sendForm(stage.app.anyone, stage.test, { form, session: session ?? null });
}

describe.each(containers)('$container', ({ read, type, name }) => {
  it('sent as a whole, under a wrong type, is known by its bytes', async () => {
    const file = await read();
    const blob = new Blob([Uint8Array.from(file)], { type: 'text/plain' });
    const { body, status } = await finish((form) =>
      form.append('video', blob, `Grace_${Date.now()}.mp4`),
    );
    expect([status, body.userTimestamp]).toEqual([201, expect.stringMatching(/^Grace_\d{13}$/)]);
    const path = pathOf(body.userTimestamp);
    const head = await stage.owner.fetch(path, { method: 'HEAD' });
    const saved = await stage.owner.fetch(`${path}?download=1`);
    expect(head.headers.get('content-type')).toBe(type);
    expect(saved.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    expect(head.headers.get('content-length')).toBe(saved.headers.get('content-length'));
  });

  it('sent in pieces can be watched meanwhile, and downloaded with its duration', async () => {
    const file = await read();
    const session = await start();
    const path = pathOf(session.userTimestamp);
    const tags = new Set<string | null>();
    let lastSeconds = 0;
    for (let offset = 0; offset < file.length; offset += PIECE_BYTES) {
      expect((await sendFrom(session, file, offset)).status).toBe(204);
      const answer = await stage.owner.fetch(path);
      if (answer.status === 404) continue;
      tags.add(answer.headers.get('etag'));
      const seen = await probe(Buffer.from(await answer.arrayBuffer()));
      expect(seen.complaints).toBe('');
      expect(seen.durationSeconds).toBeGreaterThanOrEqual(lastSeconds);
      lastSeconds = seen.durationSeconds ?? 0;
    }
    expect(tags.size).toBeGreaterThan(2);
    const { status } = await finish((form) => form.append('upload', session.uploadId), session);
    expect(status).toBe(201);
    const saved = await probe(await stage.bytesOf(`${path}?download=1`));
    expect(saved).toMatchObject({ packets: (await probe(file)).packets, complaints: '' });
    const { body } = await stage.owner.get(`/api/tests/${stage.test._id}/recordings`);
    const { durationMs } = body.items.find(({ id }: { id: string }) => id === session._id);
    expect(saved.durationSeconds).toBeCloseTo(durationMs / 1000, 2);
  });
});

describe('MP4', () => {
  it('answers ranges as any file does', async () => {
    const file = await mp4File('h264-opus');
    const blob = new Blob([Uint8Array.from(file)], { type: 'video/mp4' });
    const { body } = await finish((form) => form.append('video', blob, 'a.mp4'));
    const path = pathOf(body.userTimestamp);
    const whole = await stage.bytesOf(path);
    const tail = await stage.owner.fetch(path, { headers: { range: 'bytes=-70' } });
    expect(tail.status).toBe(206);
    expect(Buffer.from(await tail.arrayBuffer()).equals(whole.subarray(-70))).toBe(true);
    const beyond = await stage.owner.fetch(path, { headers: { range: `bytes=${whole.length}-` } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${whole.length}`,
    ]);
    const etag = tail.headers.get('etag') ?? '';
    expect((await stage.owner.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(
      304,
    );
  });

  it('written as a whole is served as it came', async () => {
    const file = await mp4File('h264-aac-whole');
    const blob = new Blob([Uint8Array.from(file)], { type: 'video/mp4' });
    const { body } = await finish((form) => form.append('video', blob, 'a.mp4'));
    expect((await stage.bytesOf(pathOf(body.userTimestamp))).equals(file)).toBe(true);
  });

  it.each([
    ['without a whole fragment', 'h264-opus', 3000],
    ['written as a whole and cut off', 'h264-aac-whole', 30_000],
  ] as const)('%s is refused and leaves nothing', async (_what, name, bytes) => {
    const file = (await mp4File(name)).subarray(0, bytes);
    const blob = new Blob([Uint8Array.from(file)], { type: 'video/mp4' });
    const { total } = (await stage.owner.get(`/api/tests/${stage.test._id}/recordings`)).body;
    const answer = await finish((form) => form.append('video', blob, 'a.mp4'));
    expect([answer.status, answer.body.code]).toEqual([422, 'unreadable_video']);
    expect((await stage.owner.get(`/api/tests/${stage.test._id}/recordings`)).body.total).toBe(
      total,
    );
  });
});
