// The body of chunks whose memory is used again, over a real connection: to slow readers, to ones that leave, and
// when the source fails.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChunkBody } from './chunk-body.ts';

const CHUNKS = 40;
const CHUNK_BYTES = 512 * 1024;

let app: FastifyInstance;
let returned = 0;

/** One buffer for all chunks: the next one overwrites the last. */
async function* reused(failsAt = CHUNKS): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(CHUNK_BYTES);
  try {
    for (let number = 0; number < CHUNKS; number += 1) {
      if (number === failsAt) throw new Error('the disk is gone');
      yield buffer.fill(number);
    }
  } finally {
    buffer.fill(0xff);
    returned += 1;
  }
}

beforeAll(async () => {
  app = Fastify();
  const answer = (path: string, failsAt?: number) =>
    app.get(path, (_request, reply) => {
      reply.header('content-length', CHUNKS * CHUNK_BYTES);
      return reply.send(new ChunkBody(reused(failsAt)));
    });
  answer('/whole');
  answer('/fails-at-once', 0);
  answer('/fails-later', 20);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const origin = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

it('sends each chunk before it is overwritten, also to a reader that takes its time', async () => {
  const answer = await fetch(`${origin()}/whole`);
  await sleep(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBe(CHUNKS * CHUNK_BYTES);
  for (let number = 0; number < CHUNKS; number += 1) {
    const chunk = bytes.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES);
    expect(chunk.every((byte) => byte === number)).toBe(true);
  }
});

it('ends its source when the reader leaves', async () => {
  const before = returned;
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /whole HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await expect.poll(() => returned).toBe(before + 1);
});

it('answers a source that fails at once with an error, and breaks off when it fails later', async () => {
  expect((await fetch(`${origin()}/fails-at-once`)).status).toBe(500);
  const answer = await fetch(`${origin()}/fails-later`);
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow();
});
