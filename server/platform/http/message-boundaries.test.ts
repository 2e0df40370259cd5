// The end of one request and the beginning of the next. A request that defines its end in two ways is refused, and
// its connection ends, so that a proxy and this server never count differently (RFC 9112 sections 6 and 11.2).
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A request that a proxy would take for a part of the body before it. */
const HIDDEN = 'GET /api/about HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/** Sends lines of a head, a body and a hidden request. @returns the status of each answer on the connection */
async function statuses(head: string[], body: string): Promise<string[]> {
  const { hostname, port } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}${HIDDEN}`);
  const answer = await text(socket).catch(() => '');
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status);
}

const post = ['POST /api/view HTTP/1.1', 'Host: x', 'Content-Type: application/json'];

it.each([
  ['a length and chunks', ['Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 2'], '0\r\n\r\n'],
  ['two lengths', ['Content-Length: 2', 'Content-Length: 4'], '{}'],
  ['a list of lengths', ['Content-Length: 2, 4'], '{}'],
  ['a length with a sign', ['Content-Length: +2'], '{}'],
  ['a length in other digits', ['Content-Length: 0x2'], '{}'],
  ['chunks that are not the last coding', ['Transfer-Encoding: chunked, gzip'], '0\r\n\r\n'],
  ['a coding that is none', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
  ['space before the colon', ['Content-Length : 2'], '{}'],
  ['a line that goes on', ['X: a', ' Transfer-Encoding: chunked', 'Content-Length: 2'], '{}'],
  ['a chunk with a length that is none', ['Transfer-Encoding: chunked'], '2x\r\n{}\r\n0\r\n\r\n'],
])(
  '%s: one refusal, and nothing behind it is read as a request [4.2.1]',
  async (_what, lines, body) => {
    const codes = await statuses([...post, ...lines], body);
    expect(codes.length).toBeLessThanOrEqual(1);
    expect(codes.every((status) => status.startsWith('4'))).toBe(true);
  },
);

it('requests that say plainly where they end are both answered', async () => {
  expect(await statuses([...post, 'Content-Length: 2'], '{}')).toEqual(['400', '200']);
  const chunks = '2\r\n{}\r\n0\r\n\r\n';
  expect(await statuses([...post, 'Transfer-Encoding: chunked'], chunks)).toEqual(['400', '200']);
});
