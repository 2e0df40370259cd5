// Pictures on the real app: what is taken and how it is stored, who may show it, and when it goes.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UploadedPicture } from '#contract/pictures.api.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { drawPicture, rectangle, uploadPicture } from '#testing/pictures.ts';

let app: TestApp;
let owner: TestClient;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  owner = await app.signIn('ada@acme.example', { company: 'Acme' });
});
afterAll(async () => {
  await app?.close();
});

async function bytesOf(url: string): Promise<Buffer> {
  return Buffer.from(await (await app.anyone.fetch(url)).arrayBuffer());
}

async function stored(file: Buffer, type = 'image/png') {
  const picture = successBody<{ picture: UploadedPicture }>(await send(file, type)).picture;
  const bytes = await bytesOf(picture.url);
  return { picture, bytes, metadata: await sharp(bytes).metadata() };
}

function send(file: Buffer, type = 'image/png') {
  return owner.send('/api/pictures?name=Checkout', {
    method: 'POST',
    headers: { 'content-type': type },
    body: Uint8Array.from(file),
  });
}

/** A PNG whose head names this size and whose data ends after a row. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(width * 3 + 1))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('what is stored', () => {
  it('has the pixels as they are seen, and nothing beside them', async () => {
    const turned = await sharp({
      create: { width: 30, height: 20, channels: 3, background: '#f00' },
    })
      .composite([
        {
          input: { create: { width: 5, height: 20, channels: 3, background: '#00f' } },
          left: 0,
          top: 0,
        },
      ])
      .withExif({ IFD0: { Copyright: 'Ada', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(turned).metadata()).exif).toBeDefined();
    const { picture, metadata, bytes } = await stored(turned, 'image/jpeg');
    expect([picture.width, picture.height]).toEqual([20, 30]);
    expect([metadata.format, metadata.width, metadata.height]).toEqual(['jpeg', 20, 30]);
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual(
      Array(4).fill(undefined),
    );
    // The left edge of the file is the upper one of the picture.
    const { data } = await sharp(bytes)
      .extract({ left: 10, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[2]).toBeGreaterThan(200);
  });

  it.each([
    [
      'CMYK',
      async () =>
        await sharp(await drawPicture(40, 30))
          .toColourspace('cmyk')
          .jpeg()
          .toBuffer(),
      'jpeg',
    ],
    [
      '16 bits a channel',
      async () =>
        await sharp(await drawPicture(40, 30))
          .toColourspace('rgb16')
          .png()
          .toBuffer(),
      'png',
    ],
    [
      'WebP',
      async () =>
        await sharp(await drawPicture(40, 30))
          .webp()
          .toBuffer(),
      'webp',
    ],
  ])('turns %s into eight bits in sRGB', async (_, make, format) => {
    const file = await make();
    const { metadata } = await stored(file);
    expect(metadata).toMatchObject({
      format,
      space: 'srgb',
      depth: 'uchar',
      width: 40,
      height: 30,
    });
  });

  it('takes the type of the bytes, whatever the head says', async () => {
    const { metadata } = await stored(await drawPicture(40, 30), 'image/jpeg');
    expect(metadata.format).toBe('png');
  });

  it('counts in the space of the workspace', async () => {
    const before = await screenBytes();
    const { bytes: file } = await stored(await drawPicture(300, 200));
    expect(await screenBytes()).toBe(before + file.length);
  });
});

async function screenBytes(): Promise<number> {
  const { sum } = await app.parts.db
    .selectFrom('screens')
    .select(({ fn }) => fn.sum<string>('size_bytes').as('sum'))
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

describe('refusals', () => {
  it.each([
    ['a bomb of 100 megapixels', () => bomb(10_000, 10_000), 422, 'at most 40 megapixels'],
    ['a bomb within the bound', () => bomb(6000, 6000), 422, 'damaged or cut off'],
    [
      'an SVG with a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      415,
      'PNG, JPEG or WebP',
    ],
    ['a GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'), 415, 'PNG, JPEG or WebP'],
    ['a PNG cut off', async () => (await drawPicture(400, 300)).subarray(0, 900), 422, 'cut off'],
    [
      'a JPEG cut off',
      async () => {
        const file = await sharp(await drawPicture(400, 300))
          .jpeg()
          .toBuffer();
        return file.subarray(0, file.length - 500);
      },
      422,
      'cut off',
    ],
    [
      'an animation',
      async () => {
        const frames = [await drawPicture(40, 30), await drawPicture(40, 30, '#00f')];
        return await sharp(frames, { join: { animated: true } })
          .webp()
          .toBuffer();
      },
      422,
      'animated',
    ],
    ['nothing', () => Buffer.alloc(0), 415, 'PNG, JPEG or WebP'],
  ])('refuses %s', async (...[, make, status, words]) => {
    const answer = await send(await make());
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(words)]);
  });
});

describe('tests on pictures', () => {
  const box = (number: number, name: string, x = 10) => ({
    number,
    name,
    corners: rectangle({ x, y: 10, width: 20, height: 20 }),
  });

  async function createTest(picture: UploadedPicture, more: object = {}, client = owner) {
    const figmaUrl = `picture:${picture.id}`;
    const task = { kind: 'task', task: 'Where would you press?', figmaUrl, ...more };
    return await client.post('/api/tests', {
      name: 'First click',
      task: task.task,
      figmaUrl,
      steps: [task],
      ...('goal' in more && { goal: more.goal }),
    });
  }

  it('have one step with a picture, which the link gives to participants without its regions', async () => {
    const picture = await uploadPicture(owner, await drawPicture(200, 100), 'Shop');
    const regions = [
      box(1, 'Basket'),
      {
        number: 2,
        name: 'Menu',
        corners: [
          { x: 0, y: 0 },
          { x: 200, y: 0 },
          { x: 100, y: 100 },
        ],
      },
    ];
    const goal = { kind: 'regions', regions: [1] };
    const chosen = { mode: 'first_click', seconds: null, regions };
    const test = successBody<Test>(await createTest(picture, { picture: chosen, goal }));
    expect(test.steps).toMatchObject([{ kind: 'task', picture: chosen, goal }]);
    expect(test.figmaUrl).toBe(`picture:${picture.id}`);
    const link = successBody<{
      steps: object[];
      pictures: Record<string, { src: string; width: number; height: number }>;
    }>(await app.anyone.get(`/api/link/${test.uniqueId}`));
    expect(link.steps).toEqual([
      expect.objectContaining({
        embed: { kind: 'picture' },
        picture: { mode: 'first_click', seconds: null },
      }),
    ]);
    expect(JSON.stringify(link)).not.toContain('Basket');
    const address = link.pictures[picture.id];
    expect(address).toMatchObject({ width: 200, height: 100 });
    expect((await sharp(await bytesOf(address?.src ?? '')).metadata()).width).toBe(200);

    // A client that knows one task sends it back with another text.
    const { name, task: _, figmaUrl } = test;
    const path = `/api/tests/${test._id}`;
    const again = successBody<Test>(
      await owner.send(path, json('PUT', { name, task: 'Where?', figmaUrl })),
    );
    expect(again.steps).toMatchObject([{ task: 'Where?', picture: chosen, goal }]);

    // Other regions are no other revision, and the goal loses those that are gone.
    const steps = [
      { ...again.steps?.[0], goal: undefined, picture: { ...chosen, regions: [box(3, 'Basket')] } },
    ];
    const changed = successBody<Test>(
      await owner.send(path, json('PUT', { name, task: 'Where?', figmaUrl, steps })),
    );
    expect(changed.steps).toMatchObject([{ picture: { regions: [box(3, 'Basket')] }, goal: null }]);
  });

  it('take questions and options with pictures', async () => {
    const [one, two] = [
      await uploadPicture(owner, await drawPicture(50, 40)),
      await uploadPicture(owner, await drawPicture(50, 40, '#00f')),
    ];
    const options = [
      { id: 'a', text: 'A', pictureId: one.id },
      { id: 'b', text: 'B', pictureId: two.id },
    ];
    const question = {
      kind: 'question',
      question: 'Which one?',
      pictureId: one.id,
      form: { type: 'single', options, shuffled: true, other: false, none: false },
    };
    const figmaUrl = `picture:${one.id}`;
    const body = (steps: object[]) => ({ name: 'Two', task: 'Look', figmaUrl, steps });
    const task = { kind: 'task', task: 'Look', figmaUrl, picture: { mode: 'seconds', seconds: 5 } };
    const test = successBody<Test>(await owner.post('/api/tests', body([task, question])));
    expect(test.steps?.[1]).toMatchObject({ pictureId: one.id, form: { options } });
    const link = successBody<{ pictures: object }>(
      await app.anyone.get(`/api/link/${test.uniqueId}`),
    );
    expect(Object.keys(link.pictures).sort()).toEqual([one.id, two.id].sort());

    const withOptions = (list: object[]) => ({
      ...question,
      form: { ...question.form, options: list },
    });
    for (const [list, message] of [
      [[options[0], { id: 'b', text: 'B' }], 'Give each option a picture, or none.'],
      [[options[0]], 'Compare 2 to 4 pictures.'],
    ] as const) {
      const answer = await owner.post(
        '/api/tests',
        body([task, withOptions([...list] as object[])]),
      );
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    }
  });

  it('refuse regions beyond the picture, goals without a region, and pictures of others', async () => {
    const picture = await uploadPicture(owner, await drawPicture(100, 100));
    const chosen = (regions: object[], mode = 'free', seconds: number | null = null) => ({
      picture: { mode, seconds, regions },
    });
    const goal = { kind: 'regions', regions: [1] };
    const cases: [object, string][] = [
      [chosen([box(1, 'Far', 90)]), 'The region “Far” reaches beyond the picture.'],
      [
        { ...chosen([box(2, 'Basket')]), goal },
        'Choose regions of the picture that can be pressed.',
      ],
      [
        { ...chosen([box(1, 'Basket')], 'seconds', 5), goal },
        'Choose regions of the picture that can be pressed.',
      ],
      [
        { goal: { kind: 'screens', screens: ['0:0'], routes: [] } },
        'This link leads to a page that reports no screens. Decide while you watch instead.',
      ],
      [chosen([], 'seconds'), 'Enter 1 to 60 seconds.'],
      [chosen([], 'free', 5), 'Enter 1 to 60 seconds.'],
      [chosen([], 'seconds', 61), 'Enter 1 to 60 seconds.'],
      [chosen([box(1, 'A'), box(1, 'B')]), 'Two regions have the same number.'],
      [chosen([box(1, 'A'), box(2, 'A')]), 'Two regions have the same name.'],
    ];
    for (const [more, message] of cases) {
      const answer = await createTest(picture, more);
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    }
    const other = await app.signIn('eve@other.example', { company: 'Other' });
    const answer = await createTest(picture, {}, other);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'This picture is not there any more. Upload it again.',
    ]);
    const prototype = 'https://www.figma.com/proto/AbCdEfGhIjKlMnOpQrStUv/Shop?node-id=1-2';
    const steps = [{ kind: 'task', task: 'Buy', figmaUrl: prototype, ...chosen([]) }];
    const refusal = await owner.post('/api/tests', {
      name: 'A',
      task: 'Buy',
      figmaUrl: prototype,
      steps,
    });
    expect(refusal.body.message).toBe('This link leads to no picture.');
  });

  it('are deleted with their pictures, which other tests retain', async () => {
    const [one, two] = [
      await uploadPicture(owner, await drawPicture(60, 60)),
      await uploadPicture(owner, await drawPicture(70, 60)),
    ];
    const first = successBody<Test>(await createTest(one));
    const option = (id: string, pictureId: string) => ({ id, text: id, pictureId });
    const options = [option('a', one.id), option('b', two.id)];
    const figmaUrl = `picture:${one.id}`;
    const steps = [
      { kind: 'task', task: 'Look', figmaUrl },
      {
        kind: 'question',
        question: 'Which?',
        form: { type: 'single', options, shuffled: true, other: false, none: false },
      },
    ];
    const second = successBody<Test>(
      await owner.post('/api/tests', { name: 'Second', task: 'Look', figmaUrl, steps }),
    );
    const left = async () => {
      const rows = await app.parts.db
        .selectFrom('screens')
        .select('file_key')
        .where('file_key', 'in', [one.id, two.id])
        .execute();
      return rows.length;
    };
    for (const [test, count] of [
      [second, 1],
      [first, 0],
    ] as const) {
      successBody(await owner.send(`/api/tests/${test._id}/x/y`, { method: 'DELETE' }));
      await expect.poll(left, { timeout: 20_000 }).toBe(count);
    }
    expect((await app.anyone.fetch(one.url)).status).toBe(404);
  });
});

function json(method: string, body: object) {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
