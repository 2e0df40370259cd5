// recordings.*: addresses with any name in them, and ids that must belong together and to the caller.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { recordingPath } from '#contract/paths.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { sentHeatmap as png, sendForm, sentVideo as video } from '#testing/participant.ts';

interface Recorded {
  test: { _id: string; uniqueId: string; name: string; company: string };
  sessionId: string;
  userTimestamp: string;
}

let app: TestApp;
let owner: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  stranger = await app.signIn('stranger@example.com', { company: 'Other' });
});
afterAll(() => app.close());

async function record(
  client: TestClient,
  names: { test: string; company: string; participant: string },
  figmaUrl = app.parts.samplePrototypeUrl,
): Promise<Recorded> {
  const form = { name: names.test, company: names.company, task: 't', figmaUrl };
  const { body: test } = await client.post('/api/tests', form);
  const userTimestamp = await submit(test, names.participant);
  const [info] = (await client.get(`/api/tests/${test._id}`)).body.recordings_info;
  return { test, sessionId: info.id, userTimestamp };
}

/** @returns the recording's userTimestamp. */
async function submit(test: Recorded['test'], participant: string): Promise<string> {
  const upload = new FormData();
  upload.append('name', participant);
  upload.append('video', new Blob([video], { type: 'video/webm' }), 'a.webm');
  upload.append('1-2', new Blob([png], { type: 'image/png' }), '1-2.png');
  const { body } = await sendForm(app.anyone, test, { form: upload });
  return body.userTimestamp;
}

function addressOf({ test, userTimestamp }: Recorded): string {
  return recordingPath({
    uniqueId: test.uniqueId,
    testId: test._id,
    company: test.company,
    testName: test.name,
    userTimestamp,
  });
}

describe('names in addresses', () => {
  it.each([
    ['a slash', 'a/b'],
    ['dots', '..'],
    ['a quote, a question mark, a hash and a percent sign', '"?#%2F%'],
    ['200 four-byte characters', '🌿'.repeat(200)],
    ['an underscore and digits', 'Ada_1700000000000'],
  ])('survive %s', async (_, name) => {
    const recorded = await record(owner, { test: name, company: name, participant: name });
    expect(recorded.userTimestamp.startsWith(`${name}_`)).toBe(true);
    const address = addressOf(recorded);
    const { body } = await owner.get(`/api/tests/${address}`, { accept: 'application/json' });
    expect(body).toMatchObject({ participantName: name, test: { name, company: name } });
    const referer = `${app.origin}/api/tests/${address}`;
    const head = await owner.fetch(body.videoUrl, { method: 'HEAD', headers: { referer } });
    expect(head.status).toBe(200);
    expect((await owner.get(`/api/recording_data/heatmaps/${address}`)).body.images).toHaveLength(
      1,
    );
    const [company, test, timestamp] = address.split('/').slice(2);
    const gone = await owner.delete(
      `/api/tests/${recorded.test._id}/recording/${company}/${test}/${timestamp}`,
    );
    expect(gone.status).toBe(200);
    expect((await owner.get(`/api/tests/${address}`)).status).toBe(404);
  });
});

describe('ids in one address', () => {
  let ours: Recorded;
  let other: Recorded;
  let theirs: Recorded;
  beforeAll(async () => {
    const names = { test: 'T', company: 'C', participant: 'P' };
    ours = await record(owner, names);
    other = await record(owner, names);
    theirs = await record(stranger, names);
  });

  async function statuses(client: TestClient, { test, sessionId, userTimestamp }: Recorded) {
    const address = addressOf({ test, sessionId, userTimestamp });
    const answers = [
      await client.get(`/api/tests/${address}`, { accept: 'application/json' }),
      await client.get(`/api/recording_data/${address}`),
      await client.get(`/api/recording_data/heatmaps/${address}`),
      await client.delete(`/api/tests/${test._id}/recording/C/T/${userTimestamp}`),
    ];
    return answers.map(({ status }) => status);
  }

  it('must belong together [2.2.3]', async () => {
    const { test } = ours;
    const mixed = [
      { ...ours, test: { ...test, uniqueId: other.test.uniqueId } },
      { ...ours, test: { ...test, _id: other.test._id } },
      { ...ours, test: { ...test, uniqueId: theirs.test.uniqueId } },
      { ...ours, userTimestamp: 'P_1' },
      { ...ours, userTimestamp: 'P' },
    ];
    for (const recorded of mixed) {
      const [get, watch, heatmaps] = await statuses(owner, recorded);
      expect([get, watch, heatmaps]).toEqual([404, 404, 404]);
    }
  });

  it('must be the caller’s', async () => {
    expect(await statuses(owner, theirs)).toEqual([404, 404, 404, 404]);
    expect(await statuses(app.anyone, theirs)).toEqual([401, 401, 401, 401]);
    const image = `/api/recordings/${theirs.sessionId}/heatmaps/1:2`;
    const bytes = await (await stranger.fetch(image)).arrayBuffer();
    expect(Buffer.from(bytes).equals(png)).toBe(true);
    expect((await owner.get(image)).status).toBe(404);
    expect((await owner.get(`/api/tests/${theirs.test._id}/recordings`)).status).toBe(404);
  });
});

it('a recording that is deleted leaves the intake, and its removal is queued', async () => {
  const { test, sessionId, userTimestamp } = await record(owner, {
    test: 'T',
    company: 'C',
    participant: 'P',
  });
  const discarded = vi.spyOn(app.parts.intake, 'discard');
  const queued = vi.spyOn(app.parts.jobs, 'send');
  await owner.delete(`/api/tests/${test._id}/recording/C/T/${userTimestamp}`);
  expect(discarded).toHaveBeenCalledWith(videoKey(sessionId as SessionId));
  expect(queued.mock.calls.map(([kind]) => kind)).toEqual(['deleted.remove']);
  vi.restoreAllMocks();
});

describe('recordings.get', () => {
  it('tells where a recording stands in its test, and its neighbours there', async () => {
    const first = await record(owner, { test: 'T', company: 'C', participant: 'First' });
    await record(owner, { test: 'Another', company: 'C', participant: 'Elsewhere' });
    const second = await submit(first.test, 'Second_2');
    const third = await submit(first.test, 'Third');
    const placeOf = async (userTimestamp: string) =>
      (await owner.get(`/api/tests/${addressOf({ ...first, userTimestamp })}`)).body.place;
    const neighbour = (userTimestamp: string, participantName: string) => ({
      userTimestamp,
      participantName,
    });
    expect(await placeOf(third)).toEqual({
      position: 1,
      total: 3,
      newer: null,
      older: neighbour(second, 'Second_2'),
    });
    expect(await placeOf(second)).toEqual({
      position: 2,
      total: 3,
      newer: neighbour(third, 'Third'),
      older: neighbour(first.userTimestamp, 'First'),
    });
    expect(await placeOf(first.userTimestamp)).toEqual({
      position: 3,
      total: 3,
      newer: neighbour(second, 'Second_2'),
      older: null,
    });
  });

  it.each([
    ['design_tool', undefined],
    ['none', 'https://www.figma.com/proto/AbCdEfGhIjKlMnOpQrStUv/Shop?node-id=1-2'],
    [null, 'https://example.com/page'],
  ])('names the source of images of its prototype: %s', async (source, url) => {
    const names = { test: 'T', company: 'C', participant: 'P' };
    const address = addressOf(await record(owner, names, url));
    expect((await owner.get(`/api/tests/${address}`)).body.imageSource).toBe(source);
  });

  it('names the devices that the recording lacks', async () => {
    const recorded = await record(owner, { test: 'T', company: 'C', participant: 'First' });
    const lacks = async (columns: { lacks_microphone?: boolean; lacks_camera?: boolean }) => {
      await app.parts.db
        .updateTable('recordings')
        .set({ lacks_microphone: false, lacks_camera: false, ...columns })
        .execute();
      return (await owner.get(`/api/tests/${addressOf(recorded)}`)).body.lacks;
    };
    expect(await lacks({})).toEqual([]);
    expect(await lacks({ lacks_microphone: true })).toEqual(['microphone']);
    expect(await lacks({ lacks_camera: true })).toEqual(['camera']);
    expect(await lacks({ lacks_microphone: true, lacks_camera: true })).toEqual([
      'microphone',
      'camera',
    ]);
  });
});

describe('recordings.video', () => {
  it('tells by any form of If-None-Match that nothing changed', async () => {
    const recorded = await record(owner, { test: 'T', company: 'C', participant: 'P' });
    const path = `/api/recording_data/${addressOf(recorded)}`;
    const etag = (await owner.fetch(path, { method: 'HEAD' })).headers.get('etag') ?? '';
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      expect((await owner.fetch(path, { headers: { 'if-none-match': header } })).status).toBe(304);
    }
    const changed = await owner.fetch(path, { headers: { 'if-none-match': '"x"' } });
    expect(changed.status).toBe(200);
    await changed.arrayBuffer();
    const stale = { range: 'bytes=0-9', 'if-range': '"x"' };
    expect((await owner.fetch(path, { method: 'HEAD', headers: stale })).status).toBe(200);
    const ranged = await owner.fetch(path, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
    expect([ranged.status, ranged.headers.get('content-range')]).toEqual([200, null]);
  });
});
