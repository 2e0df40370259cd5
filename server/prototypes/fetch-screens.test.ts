// Screens from the sample's real image API, and from one with faulty answers.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { readSampleDocument } from '#sample/document.ts';
import { type Sample, startSample } from '#sample/sample.ts';
import { ImageReader } from '#server/media/images.ts';
import { type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.fixture.ts';
import { fetchScreens, listScreens } from './fetch-screens.ts';
import { type PrototypeHost, prototypeOf } from './prototype-hosts.ts';
import { grantAccess, type ReadablePrototype } from './tool-access.ts';

const images = new ImageReader();

const document = readSampleDocument();
const allIds = document.frames.map((frame) => frame.id);
let sample: Sample;
let proxy: FaultProxy | null = null;

beforeAll(async () => {
  sample = await startSample({ port: 0, host: '127.0.0.1', token: 'right' });
});
afterEach(async () => {
  await proxy?.stop();
  proxy = null;
});
afterAll(() => sample.stop());

interface Changes extends Partial<PrototypeHost> {
  token?: string;
}

function prototypeAt(
  origin: string,
  { token = 'right', ...host }: Changes = {},
): ReadablePrototype {
  const origins = { webOrigin: origin, embedOrigin: origin, messageOrigin: origin };
  const all = { name: 'Sample', ...origins, apiOrigin: origin, clientId: 'x', isSample: false };
  const found = prototypeOf(sample.prototypeUrl.replace(sample.origin, origin), [
    { ...all, ...host },
  ]);
  if (!found) throw new Error('the link is none of the sample');
  const access = grantAccess({ host: found.host, token, account: 'a workspace' });
  return { ...found, access };
}

async function spoiled(fault: Fault): Promise<ReadablePrototype> {
  proxy = await startFaultProxy(sample.origin, fault);
  return prototypeAt(proxy.origin);
}

async function refusalOf(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw new Error('the call was not refused', { cause: error });
}

/** Returns the answer about a screen with nested layers. */
function nestedLayers(depth: number): string {
  const box = '"absoluteBoundingBox":{"x":0,"y":0,"width":1280,"height":860}';
  const layers = Array.from({ length: depth }, (_, at) => `{"id":"1:${at + 2}",${box}`);
  return `{"nodes":{"1:2":{"document":${layers.join(',"children":[')}${'}]'.repeat(depth - 1)}}}}}`;
}

describe('a whole prototype', () => {
  it('takes three calls and the downloads', async () => {
    const prototype = await spoiled(() => null);
    const { screens, missing } = await fetchScreens(
      { images },
      prototype,
      (await listScreens(prototype)).map(({ nodeId }) => nodeId),
    );
    expect(missing).toEqual([]);
    expect(screens.map((screen) => screen.nodeId)).toEqual(allIds);
    expect(proxy?.requests.filter((path) => path.startsWith('/v1/'))).toHaveLength(3);
  });

  it('comes with sizes and boxes in canvas pixels', async () => {
    const { screens } = await fetchScreens({ images }, prototypeAt(sample.origin), ['1:6']);
    const screen = screens[0];
    const frame = document.frames.find(({ id }) => id === '1:6');
    const own = { ...frame?.absoluteBoundingBox, name: 'Cast-iron plant' };
    expect(screen?.boxes['1:6']).toEqual(own);
    expect(screen).toMatchObject({ width: 1280, height: frame?.absoluteBoundingBox.height });
    const scrollers = Object.values(screen?.boxes ?? {}).filter((box) => box.overflow);
    expect(scrollers.map((box) => box.overflow)).toEqual(['HORIZONTAL_SCROLLING']);
  });

  it('marks layers inside a pinned one as pinned, and no others', async () => {
    const { screens } = await fetchScreens({ images }, prototypeAt(sample.origin), ['1:3']);
    const boxes = Object.values(screens[0]?.boxes ?? {});
    const pinned = boxes.filter((box) => box.scroll);
    expect(pinned.length).toBeGreaterThan(5);
    expect(pinned.every((box) => box.scroll === 'FIXED' && box.y + box.height <= 76)).toBe(true);
    expect(boxes.length).toBeGreaterThan(pinned.length * 2);
  });

  it('tells a small image of a large node by both sizes', async () => {
    const halved: Fault = (path) => {
      if (!path.startsWith('/v1/images')) return null;
      const address = `${proxy?.origin}/pictures/1-2.png?scale=0.5`;
      return new Response(JSON.stringify({ images: { '1:2': address } }));
    };
    const { screens } = await fetchScreens({ images }, await spoiled(halved), ['1:2']);
    expect(screens[0]).toMatchObject({ width: 640, height: 430 });
    expect(screens[0]?.boxes['1:2']).toMatchObject({ width: 1280, height: 860 });
  });

  it('is read with layers two hundred deep', async () => {
    const deep: Fault = (path) =>
      path.includes('/nodes?') ? new Response(nestedLayers(200)) : null;
    const { screens } = await fetchScreens({ images }, await spoiled(deep), ['1:2']);
    expect(Object.keys(screens[0]?.boxes ?? {})).toHaveLength(200);
  });

  it('finds frames in sections with one more call', async () => {
    const sections: Fault = (path) => {
      const frame = { id: '5:2', name: ' Shop\u0007 ', type: 'FRAME' };
      const inner = { id: '5:3', type: 'SECTION', children: [{ id: '5:4', type: 'COMPONENT' }] };
      const section = { id: '5:1', type: 'SECTION', children: [frame, inner] };
      const hidden = { id: '5:9', type: 'FRAME', visible: false };
      const page = {
        id: '0:1',
        type: 'CANVAS',
        children: [section, hidden, { id: '5:8', type: 'TEXT' }],
      };
      const root = { id: '0:0', type: 'DOCUMENT', children: [page] };
      const isNodes = path.includes('/nodes?');
      const body = isNodes ? { nodes: { '5:1': { document: section } } } : { document: root };
      return new Response(JSON.stringify(body));
    };
    expect(await listScreens(await spoiled(sections))).toEqual([
      { nodeId: '5:2', name: 'Shop' },
      { nodeId: '5:4', name: null },
    ]);
    expect(proxy?.requests).toHaveLength(2);
  });
});

describe('missing screens', () => {
  it('are kept apart and do not spoil the others', async () => {
    const { screens, missing } = await fetchScreens({ images }, prototypeAt(sample.origin), [
      '1:2',
      '2:1',
      '99:9',
      '1:2',
    ]);
    expect(screens.map((screen) => screen.nodeId)).toEqual(['1:2']);
    expect(missing).toEqual([
      { nodeId: '2:1', reason: 'not_rendered' },
      { nodeId: '99:9', reason: 'unknown_node' },
    ]);
  });

  it.each<[string, () => Response | 'break']>([
    ['other media', () => new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } })],
    [
      'a cut PNG',
      () => new Response(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
    ],
    ['nothing', () => new Response(new Uint8Array())],
    ['a refusal', () => new Response('', { status: 500 })],
    ['a redirect', () => Response.redirect(`${sample.origin}/pictures/1-2.png`)],
    ['a broken connection', () => 'break'],
  ])('have no image when the download gives %s', async (_, answer) => {
    const fault: Fault = (path) => (path === '/pictures/1-2.png' ? answer() : null);
    const { screens, missing } = await fetchScreens({ images }, await spoiled(fault), [
      '1:2',
      '1:4',
    ]);
    expect(screens.map((screen) => screen.nodeId)).toEqual(['1:4']);
    expect(missing).toEqual([{ nodeId: '1:2', reason: 'no_image' }]);
  });

  it('are not fetched from another machine without https [13.2.4]', async () => {
    const elsewhere = sample.origin.replace('127.0.0.1', 'localhost');
    const answer = { images: { '1:2': `${elsewhere}/pictures/1-2.png` } };
    const fault: Fault = (path) =>
      path.startsWith('/v1/images') ? new Response(JSON.stringify(answer)) : null;
    const { missing } = await fetchScreens({ images }, await spoiled(fault), ['1:2']);
    expect(missing).toEqual([{ nodeId: '1:2', reason: 'no_image' }]);
  });
});

describe('refusals', () => {
  it.each([
    ['a wrong token', { token: 'wrong' }, /token/],
    ['no server', { apiOrigin: 'http://127.0.0.1:1' }, /does not answer/],
  ])('say what is wrong: %s', async (_, host, message) => {
    const refusal = await refusalOf(
      fetchScreens({ images }, prototypeAt(sample.origin, host), ['1:2']),
    );
    expect(refusal.code).toBe('prototype_unavailable');
    expect(refusal.message).toMatch(message);
  });

  it('tell an unknown file', async () => {
    const prototype = { ...prototypeAt(sample.origin), fileKey: 'AnotherFileKeyOf22Chars' };
    expect((await refusalOf(listScreens(prototype))).status).toBe(404);
  });

  it('keep how long the tool wants to be left alone', async () => {
    const restLimit = { calls: 1, retryAfterSeconds: 396_749 };
    const limited = await startSample({ port: 0, host: '127.0.0.1', token: 'right', restLimit });
    const prototype = prototypeAt(limited.origin);
    await listScreens(prototype);
    const refusal = await refusalOf(listScreens(prototype));
    expect(refusal.code).toBe('prototype_unavailable');
    expect(refusal.detail.retryAfterSeconds).toBe(396_749);
    await limited.stop();
  });

  it('wait a minute when a limit does not say for how long', async () => {
    const restLimit = { calls: 0, retryAfterSeconds: 0 };
    const limited = await startSample({ port: 0, host: '127.0.0.1', token: 'right', restLimit });
    const refusal = await refusalOf(listScreens(prototypeAt(limited.origin)));
    expect(refusal.detail.retryAfterSeconds).toBe(60);
    await limited.stop();
  });

  it.each<[string, Response | 'break']>([
    ['broken JSON', new Response('{"nodes":')],
    ['another shape', new Response('{"nodes":[]}')],
    ['layers too deep to read', new Response(nestedLayers(10_000))],
    ['a failure', new Response('', { status: 500 })],
    ['a bad request', new Response('', { status: 400 })],
    [
      'a redirect',
      new Response(null, { status: 302, headers: { location: 'http://127.0.0.1:1/' } }),
    ],
    ['a broken connection', 'break'],
  ])('follow from %s [15.3.2]', async (_, answer) => {
    const refusal = await refusalOf(fetchScreens({ images }, await spoiled(() => answer), ['1:2']));
    expect(refusal.code).toBe('prototype_unavailable');
  });
});
