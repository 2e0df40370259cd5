// Media that not everybody may see: a browser's copy is never shown without asking, and asking costs a 304.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { bearer, recordSession, type TestIds } from '#testing/participant.ts';

let app: TestApp;
let owner: TestClient;
let test: TestIds;
/** Row of the endpoint table → an address of it that answers bytes. */
const addresses = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const figmaUrl = app.parts.samplePrototypeUrl ?? '';
  test = (await owner.post('/api/tests', { name: 'T', task: 't', figmaUrl })).body;
  const session = await recordSession(app.anyone, test, { name: 'Ada', pictures: true });
  const shot = new URLSearchParams({ figmaUrl, screenId: '1:2', uniqueId: test.uniqueId });
  const { screenshotUrl } = (await app.anyone.get(`/api/take-screenshot?${shot}`)).body;
  const recording = `/api/recordings/${session._id}`;
  const names = `${test.uniqueId}/${test._id}/x/y/${session.userTimestamp}`;
  addresses.set('recordings.video', `/api/recording_data/${names}`);
  const stretch = { fromMs: 0, toMs: 1000, title: '' };
  const clip = (await owner.post(`${recording}/clips`, stretch)).body;
  addresses.set('clips.video', `/api/clips/${clip.id}/video`);
  addresses.set('recordings.heatmapImage', `${recording}/heatmaps/1:2`);
  addresses.set('stills.poster', `${recording}/poster`);
  addresses.set('stills.sheet', `${recording}/stills/0`);
  addresses.set('screens.image', screenshotUrl);
  const own = await app.anyone.get('/api/my-recording', bearer({ token: session.privateToken }));
  addresses.set('myRecording.video', own.body.videoUrl);
});
afterAll(() => app.close());

const binary = new Set<Endpoint['answer']>(['video', 'png', 'image']);
const rows = Object.entries(api).flatMap(([group, table]) =>
  Object.entries<Endpoint>(table)
    .filter(([, row]) => row.method === 'GET' && binary.has(row.answer))
    .map(([name]) => `${group}.${name}`),
);

const get = (row: string, headers: Record<string, string> = {}) =>
  owner.fetch(addresses.get(row) ?? `no address for ${row}`, { headers });

it.each(rows)(
  '%s: kept, but asked for each time; unchanged is 304 without a byte [14.2.2, 14.3.2]',
  async (row) => {
    const first = await get(row);
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect((await first.arrayBuffer()).byteLength).toBeGreaterThan(0);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const again = await get(row, { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('cache-control')).toBe('private, no-cache');
    expect((await get(row, { 'if-none-match': '"another"' })).status).toBe(200);
  },
);

it('an address is decoded once: what stays encoded is another id [1.1.1]', async () => {
  const path = addresses.get('recordings.heatmapImage') ?? '';
  expect((await owner.fetch(path.replace('1:2', '1%3A2'))).status).toBe(200);
  expect((await owner.fetch(path.replace('1:2', '1%253A2'))).status).toBe(404);
});

it('a heatmap that took the place of another has another validator', async () => {
  const before = (await get('recordings.heatmapImage')).headers.get('etag');
  const [, id] = /recordings\/([^/]+)/.exec(addresses.get('recordings.heatmapImage') ?? '') ?? [];
  const other = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#04f' } });
  await app.parts.storage.put(`recordings/${id}/heatmaps/1-2.png`, await other.png().toBuffer());
  expect((await get('recordings.heatmapImage')).headers.get('etag')).not.toBe(before);
});

it('nothing is shown any more after the sign-out or the deletion, whatever the browser keeps', async () => {
  // Their addresses are signed.
  const guarded = rows.filter((row) => row !== 'screens.image' && row !== 'myRecording.video');
  for (const row of guarded) {
    const etag = (await get(row)).headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag };
    expect((await app.anyone.fetch(addresses.get(row) ?? '', { headers })).status).toBe(401);
  }
  const etags = new Map(
    await Promise.all(
      rows.map(async (row) => [row, (await get(row)).headers.get('etag') ?? ''] as const),
    ),
  );
  await owner.delete(`/api/tests/${test._id}/x/y`);
  for (const row of [...guarded, 'myRecording.video']) {
    expect((await get(row, { 'if-none-match': etags.get(row) ?? '' })).status).toBe(404);
  }
});
