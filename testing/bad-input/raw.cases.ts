// Bytes that break HTTP itself (RFC 9112): doubled lengths, broken chunks, requests that end too early.
import { MULTIPART, multipart, videoPart } from './multipart.ts';
import type { World } from './world.ts';

const request = (world: World, head: readonly string[], body: string | Buffer = '') => {
  const { cookie, 'x-xsrf-token': token } = world.credentials.owner;
  const lines = [...head, 'host: a', `cookie: ${cookie}`, `x-xsrf-token: ${token}`];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
};

const json = (world: World, headers: readonly string[], body: string) =>
  request(world, ['POST /api/tests HTTP/1.1', 'content-type: application/json', ...headers], body);

const form = (world: World, sent: Buffer, sizeBytes: number) => {
  const { _id, uniqueId } = world.tests.open;
  const head = [`POST /api/link/upload/${uniqueId}/${_id}/x/y HTTP/1.1`];
  return request(
    world,
    [...head, `content-type: ${MULTIPART}`, `content-length: ${sizeBytes}`],
    sent,
  );
};

/** A title, and the bytes that a sender writes before it ends the connection. The server answers each with 400. */
export const rawCases: [string, (world: World) => Buffer][] = [
  ['two lengths', (world) => json(world, ['content-length: 2', 'content-length: 3'], '{}')],
  [
    'a length beside chunks',
    (world) =>
      json(world, ['content-length: 2', 'transfer-encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
  ],
  ['a length below zero', (world) => json(world, ['content-length: -2'], '{}')],
  ['a length that is none', (world) => json(world, ['content-length: two'], '{}')],
  [
    'a chunk without a size',
    (world) => json(world, ['transfer-encoding: chunked'], 'zz\r\n{}\r\n'),
  ],
  [
    'a chunk that is cut off',
    (world) => json(world, ['transfer-encoding: chunked'], '20\r\n{"name"'),
  ],
  ['a body that is cut off', (world) => json(world, ['content-length: 200'], '{"name":"a"')],
  ['a NUL in a header', (world) => json(world, ['x-name: a\u0000b', 'content-length: 2'], '{}')],
  [
    'a bare line break in a header',
    (world) => json(world, ['x-name: a\rb', 'content-length: 2'], '{}'),
  ],
  ['a heading without a colon', (world) => json(world, ['nonsense', 'content-length: 2'], '{}')],
  ['UTF-8 in the address', (world) => request(world, ['GET /api/tests/ä HTTP/1.1'])],
  ['a NUL in the address', (world) => request(world, ['GET /api/tests/\u0000 HTTP/1.1'])],
  ['a method that is none', (world) => request(world, ['FETCH /api/tests HTTP/1.1'])],
  ['another version of HTTP', (world) => request(world, ['GET /api/tests HTTP/7.0'])],
  ['words', () => Buffer.from('hello there\r\n\r\n')],
  ['the beginning of TLS', () => Buffer.from('160301020001000001fc0303', 'hex')],
  [
    'a form that is cut off within the video',
    (world) => {
      const whole = multipart([videoPart(world.video)]);
      return form(world, whole.subarray(0, 30_000), whole.length);
    },
  ],
  [
    'a form that is cut off within its first heading',
    (world) => form(world, multipart([]).subarray(0, 10), 5000),
  ],
];
