// Bodies in small pieces: the same bytes, in few chunks; what breaks off or is too large is refused as before.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { cutAnywhere } from '#testing/cut-anywhere.ts';
import { joinChunksOf } from './join-chunks.ts';

async function* chunksOf(chunks: Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

describe('joined chunks', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 200_000])('%s bytes, cut anywhere', async (bytes) => {
    const whole = Buffer.from(Array.from({ length: bytes }, (_, at) => at % 251));
    for (const { largest, chunks } of cutAnywhere(whole)) {
      if (largest === 1 && bytes > 70_000) continue;
      const joined: Buffer[] = [];
      for await (const chunk of joinChunksOf(chunksOf(chunks))) joined.push(chunk);
      expect(Buffer.concat(joined).equals(whole)).toBe(true);
      expect(joined.length).toBeLessThanOrEqual(Math.ceil(bytes / 65_536) + 1);
    }
  });
});

describe('a body in chunks of one byte', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  /** @returns all that came back */
  async function send(body: string, end = '0\r\n\r\n'): Promise<string> {
    const owner = await app.signIn(`${crypto.randomUUID()}@example.com`, { company: 'Acme' });
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { hostname, port } = new URL(app.origin);
    const socket = connect(Number(port), hostname);
    let came = '';
    socket.on('data', (piece) => {
      came += piece.toString();
    });
    socket.on('error', () => undefined);
    const head = [
      ...['POST /api/set-company HTTP/1.1', 'host: x', 'connection: close', `cookie: ${cookie}`],
      ...[`x-xsrf-token: ${owner.cookies.get('XSRF-TOKEN')}`, 'content-type: application/json'],
    ];
    const chunks = [...body].map((character) => `1\r\n${character}\r\n`).join('');
    socket.write(`${head.join('\r\n')}\r\ntransfer-encoding: chunked\r\n\r\n${chunks}${end}`);
    // The sender is gone before the end.
    if (end === '') socket.end();
    await once(socket, 'close');
    return came;
  }

  it('is taken', async () => {
    expect(await send('{"company":"Acme"}')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is refused when it is too large', async () => {
    expect(await send(`"${'x'.repeat(70_000)}"`)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"too_large"/);
  });

  it('is refused when it breaks off', async () => {
    expect(await send('{"company":', '')).toMatch(/^HTTP\/1\.1 400 /);
  });
});
