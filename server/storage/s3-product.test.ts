// The product on a bucket: a whole video and a streamed one become recordings, are watched, joined and deleted.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type Ceph, hasCeph, startCeph } from '#testing/ceph.ts';
import type { TestClient } from '#testing/client.ts';
import { sendForm, sendPiece, startSession, sentVideo as video } from '#testing/participant.ts';
import { type Bucket, listObjects, openBucket } from './s3-bucket.ts';

describe.runIf(hasCeph())("the product on S3 (left out without 'scripts/provision.mjs')", () => {
  let ceph: Ceph;
  let bucket: Bucket;
  let app: TestApp;
  let owner: TestClient;
  let test: { _id: string; uniqueId: string };

  beforeAll(async () => {
    ceph = await startCeph();
    const s3 = await ceph.makeBucket();
    bucket = openBucket(s3);
    const env = {
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.endpoint ?? '',
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    app = await startTestApp({ sample: true, jobs: true, env });
    owner = await app.signIn('owner@example.com', { company: 'Acme' });
    const draft = { name: 'Shop', task: 'Buy', figmaUrl: app.parts.samplePrototypeUrl };
    test = (await owner.post('/api/tests', draft)).body;
  });
  afterAll(async () => {
    await app?.close();
    await ceph?.stop();
  });

  async function namesOf(prefix: string): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of listObjects(bucket, prefix)) names.push(name);
    return names;
  }

  /** Reads every byte of a recording as a player does, in ranges. */
  async function watch(userTimestamp: string): Promise<Buffer> {
    const path = `/api/recording_data/${test.uniqueId}/${test._id}/x/y/${userTimestamp}`;
    const head = await owner.fetch(path, { method: 'HEAD' });
    const sizeBytes = Number(head.headers.get('content-length'));
    const parts: Buffer[] = [];
    for (let start = 0; start < sizeBytes; start += 7000) {
      const range = `bytes=${start}-${start + 6999}`;
      const part = await owner.fetch(path, { headers: { range } });
      expect(part.status).toBe(206);
      parts.push(Buffer.from(await part.arrayBuffer()));
    }
    return Buffer.concat(parts);
  }

  async function uploadWhole(): Promise<string> {
    const form = new FormData();
    form.append('video', new Blob([video], { type: 'video/webm' }), 'Grace.webm');
    const answer = await sendForm(app.anyone, test, { form });
    expect(answer.status).toBe(201);
    return answer.body.userTimestamp;
  }

  /** Sends the video by tus in pieces of 10 kB, and watches it half-way. */
  async function stream(): Promise<string> {
    const session = await startSession(app.anyone, test);
    const { uploadId, userTimestamp } = session;
    for (let offset = 0; offset < video.length; offset += 10_000) {
      const bytes = video.subarray(offset, offset + 10_000);
      const answer = await sendPiece(app.anyone, session, { offset, bytes });
      expect(answer.status).toBe(204);
      if (offset === 20_000) expect((await watch(userTimestamp)).length).toBeGreaterThan(20_000);
    }
    const form = new FormData();
    form.append('upload', uploadId);
    const answer = await sendForm(app.anyone, test, { form, session });
    expect(answer.status).toBe(201);
    return answer.body.userTimestamp;
  }

  it('keeps recordings, joins their pieces when they are closed, and removes them', async () => {
    const whole = await uploadWhole();
    const streamed = await stream();
    const watchedBytes = await watch(whole);
    expect(watchedBytes.length).toBeGreaterThanOrEqual(video.length);
    expect((await watch(streamed)).equals(watchedBytes)).toBe(true);
    await vi.waitFor(async () => expect(await namesOf('_pieces/')).toEqual([]), 10_000);
    const videos = (await namesOf('recordings/')).filter((name) => name.endsWith('/video.webm'));
    expect(videos).toHaveLength(2);
    expect((await watch(streamed)).equals(watchedBytes)).toBe(true);
    expect((await owner.delete(`/api/tests/${test._id}/x/y`)).status).toBe(200);
    await vi.waitFor(async () => expect(await namesOf('recordings/')).toEqual([]), 10_000);
  });
});
