// A reel as one ZIP on the real app, read by a program that is not ours.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Clip } from '#contract/clips.ts';
import type { Reel } from '#contract/reels.ts';
import { successBody } from '#testing/client.ts';
import { mp4File } from '#testing/mp4-files.ts';
import { readZip } from '#testing/read-zip.ts';
import { openVideoStage, type VideoStage } from '#testing/video-stage.ts';
import { recorded } from '#testing/webm-files.ts';

let stage: VideoStage;
beforeAll(async () => {
  stage = await openVideoStage();
});
afterAll(() => stage?.app.close());

async function clipOf(file: Uint8Array, title: string): Promise<Clip> {
  const { sessionId } = await stage.send(file);
  return await stage.clipOf(sessionId, { fromMs: 2500, toMs: 3800, title });
}

it('has its clips, title cards and what is gone in order, with its length known before', async () => {
  const { owner, test, bytesOf } = stage;
  const webm = await clipOf(await recorded('vp8-opus'), 'Sucht „Weiter“');
  const mp4 = await clipOf(await mp4File('h264-aac'), '');
  const gone = await clipOf(await recorded('vp8-opus'), 'Gone');
  const clips = [webm.id, gone.id, mp4.id];
  const reel = successBody<Reel>(
    await owner.post(`/api/tests/${test._id}/reels`, { name: 'Best/of', clips }),
  );
  const title = { id: crypto.randomUUID(), kind: 'title', text: 'Prices: ¿dónde?' };
  const clipItems = reel.items.map(({ id, kind }) => ({ id, kind }));
  const items = [title, ...clipItems];
  await owner.put(`/api/reels/${reel.id}`, { version: reel.version, name: reel.name, items });
  await owner.delete(`/api/clips/${gone.id}?version=1`);
  const path = `/api/reels/${reel.id}/download`;
  const head = await owner.fetch(path, { method: 'HEAD' });
  expect(head.headers.get('content-disposition')).toBe('attachment; filename="Best-of.zip"');
  // The key frames before are at 2019 ms of the WebM and 2021 ms of the MP4.
  expect(head.headers.get('clip-early-ms')).toBe('481');
  const archive = await bytesOf(path);
  expect(Number(head.headers.get('content-length'))).toBe(archive.length);
  const files = await readZip(archive);
  const number = ({ recording }: Clip) => String(recording.number).padStart(3, '0');
  expect([...files.keys()]).toEqual([
    '01_Prices-dónde.txt',
    `02_${number(webm)}_Sucht-Weiter.webm`,
    '03_deleted.txt',
    `04_${number(mp4)}_clip.mp4`,
  ]);
  const [card, first, deleted, second] = [...files.values()];
  expect(card?.toString()).toBe('Prices: ¿dónde?\n');
  expect(deleted?.toString()).toBe('This clip was deleted\n');
  expect(first?.equals(await bytesOf(`/api/clips/${webm.id}/video`))).toBe(true);
  expect(second?.equals(await bytesOf(`/api/clips/${mp4.id}/video`))).toBe(true);
});

it('goes on after a break, until something in it is another', async () => {
  const { owner, test } = stage;
  const clips = [
    (await clipOf(await recorded('vp8-opus'), 'One')).id,
    (await clipOf(await mp4File('h264-aac'), 'Two')).id,
  ];
  const reel = successBody<Reel>(
    await owner.post(`/api/tests/${test._id}/reels`, { name: 'R', clips }),
  );
  const path = `/api/reels/${reel.id}/download`;
  const first = await owner.fetch(path);
  const whole = Buffer.from(await first.arrayBuffer());
  const ifRange = { 'if-range': first.headers.get('etag') ?? '' };
  // The ranges start within a header, either video, and the directory.
  for (const at of [1, 2000, whole.length >> 1, whole.length - 100, whole.length - 1]) {
    const headers = { range: `bytes=${at}-`, ...ifRange };
    const rest = await owner.fetch(path, { headers });
    expect([rest.status, rest.headers.get('content-range')]).toEqual([
      206,
      `bytes ${at}-${whole.length - 1}/${whole.length}`,
    ]);
    expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(at))).toBe(true);
  }
  const middle = await owner.fetch(path, { headers: { range: 'bytes=20-59', ...ifRange } });
  expect(Buffer.from(await middle.arrayBuffer()).equals(whole.subarray(20, 60))).toBe(true);
  await owner.delete(`/api/clips/${clips[0]}?version=1`);
  const changed = await owner.fetch(path, { headers: { range: 'bytes=20-59', ...ifRange } });
  expect([changed.status, changed.headers.get('etag') === ifRange['if-range']]).toEqual([
    200,
    false,
  ]);
  expect([...(await readZip(Buffer.from(await changed.arrayBuffer()))).keys()]).toContain(
    '01_deleted.txt',
  );
});

it('of nothing is an archive without files', async () => {
  const { owner, test, bytesOf } = stage;
  const reel = successBody<Reel>(await owner.post(`/api/tests/${test._id}/reels`, { name: '…' }));
  expect(await readZip(await bytesOf(`/api/reels/${reel.id}/download`))).toEqual(new Map());
});
