// The sample's server over HTTP: pictures that fit the tree, the image API's answers and refusals, framing.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSampleDocument, SAMPLE_FILE_KEY, type SampleNode } from './document.ts';
import { type Sample, startSample } from './sample.ts';

const document = readSampleDocument();
let sample: Sample;

beforeAll(async () => {
  sample = await startSample({ port: 0, host: '127.0.0.1', token: 'right' });
});
afterAll(() => sample.stop());

const get = (path: string, token?: string) =>
  fetch(new URL(path, sample.origin), { headers: token ? { 'x-figma-token': token } : {} });
const read = async (path: string) => {
  const response = await get(path, 'right');
  return { status: response.status, body: await response.json() };
};
const nodesIn = (node: SampleNode): SampleNode[] => [node, ...node.children.flatMap(nodesIn)];
const file = `/v1/files/${SAMPLE_FILE_KEY}`;
const images = `/v1/images/${SAMPLE_FILE_KEY}`;

describe('the description', () => {
  it('has six screens or more', () => {
    expect(document.frames.length).toBeGreaterThanOrEqual(6);
  });

  it('names every node once and leads to frames only', () => {
    const nodes = document.frames.flatMap(nodesIn);
    expect(new Set(nodes.map((node) => node.id)).size).toBe(nodes.length);
    const ids = document.frames.map((frame) => frame.id);
    const actions = nodes.flatMap((node) => node.interactions ?? []).flatMap((one) => one.actions);
    for (const action of actions) {
      if (action.type === 'NODE') expect(ids).toContain(action.destinationId);
    }
  });

  it.each(document.frames.map((frame) => [frame.name, frame] as const))(
    'has a picture of exactly its size for %s',
    async (_, frame) => {
      const response = await get(`/pictures/${frame.image}`);
      const { width, height } = await sharp(await response.bytes()).metadata();
      const { width: wide, height: high } = frame.absoluteBoundingBox;
      expect({ width, height }).toEqual({ width: wide, height: high });
    },
  );

  it('shows the same pixels in a scroller’s own picture and in its screen’s', async () => {
    const screen = document.frames.find((frame) => nodesIn(frame).some((node) => node.content));
    const scroller = screen && nodesIn(screen).find((node) => node.content);
    if (!screen || !scroller) throw new Error('no screen has a scroller');
    const { x, y, width, height } = scroller.absoluteBoundingBox;
    const pixels = async (name: string | undefined, left: number, top: number) =>
      sharp(await (await get(`/pictures/${name}`)).bytes())
        .extract({ left, top, width, height })
        .raw()
        .toBuffer();
    const left = x - screen.absoluteBoundingBox.x;
    const ofScreen = await pixels(screen.image, left, y - screen.absoluteBoundingBox.y);
    expect(ofScreen.equals(await pixels(scroller.content?.image, 0, 0))).toBe(true);
    expect(scroller.content?.width).toBeGreaterThan(width);
  });
});

describe('the image API', () => {
  it('cuts the tree at a depth', async () => {
    const pages = await read(`${file}?depth=1`);
    expect(pages.body.document.children[0]).toMatchObject({ type: 'CANVAS', children: [] });
    const frames = (await read(`${file}?depth=2`)).body.document.children[0].children;
    expect(frames.map((frame: SampleNode) => [frame.id, frame.children])).toEqual(
      document.frames.map((frame) => [frame.id, []]),
    );
    const nodes = await read(`${file}/nodes?ids=1:6,99:9&depth=1`);
    expect(nodes.body.nodes['99:9']).toBeNull();
    expect(nodes.body.nodes['1:6'].document.children[0].children).toEqual([]);
  });

  it('keeps what only the sample knows to itself', async () => {
    const { body } = await read(file);
    expect(JSON.stringify(body)).not.toMatch(/\.png/);
  });

  it('renders frames, at a scale too, and tells null for the rest', async () => {
    const { body } = await read(`${images}?ids=1:7,7:1,99:9&scale=0.5&format=png`);
    expect(body).toMatchObject({ err: null, images: { '7:1': null, '99:9': null } });
    const image = await fetch(body.images['1:7']);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(await sharp(await image.bytes()).metadata()).toMatchObject({ width: 260, height: 198 });
  });

  it.each([
    ['no token', file, undefined, 403],
    ['a wrong token', file, 'wrong', 403],
    ['another file', '/v1/files/AnotherFileKeyOf22Chars', 'right', 404],
    ['no ids', images, 'right', 400],
    ['a scale of 5', `${images}?ids=1:2&scale=5`, 'right', 400],
    ['another format', `${images}?ids=1:2&format=pdf`, 'right', 400],
    ['a broken depth', `${file}?depth=0`, 'right', 400],
  ] as const)('refuses %s', async (...[, path, token, status]) => {
    const response = await get(path, token);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ status, err: expect.any(String) });
  });

  it('refuses with 429 after its limit', async () => {
    const restLimit = { calls: 1, retryAfterSeconds: 396_749 };
    const limited = await startSample({ port: 0, host: '127.0.0.1', restLimit });
    const ask = () => fetch(`${limited.origin}${file}`, { headers: { 'x-figma-token': 'any' } });
    expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '396749']);
    await limited.stop();
  });
});

describe('the pages', () => {
  it.each([
    ['/', 200],
    ['/design/', 200],
    [`/design/${SAMPLE_FILE_KEY}/Little-Fern`, 200],
    [`/proto/${SAMPLE_FILE_KEY}/Little-Fern`, 200],
    ['/proto/AnotherFileKeyOf22Chars/x', 404],
    ['/elsewhere', 404],
    ['/pictures/../document.ts', 404],
  ])('%s answers %s, may be framed by anyone and calls itself a sample', async (path, status) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(response.headers.get('x-frame-options')).toBeNull();
    expect(await response.text()).toContain('sample');
  });

  it('shows no bar of its own when asked for none', async () => {
    const path = `/proto/${SAMPLE_FILE_KEY}/x`;
    expect(await (await get(path)).text()).toContain('<footer');
    for (const query of ['hide-ui=1', 'footer=false']) {
      expect(await (await get(`${path}?${query}`)).text()).not.toContain('<footer');
    }
  });
});

it('rejects when its port is taken', async () => {
  const port = Number(new URL(sample.origin).port);
  await expect(startSample({ port, host: '127.0.0.1' })).rejects.toThrow('EADDRINUSE');
});
