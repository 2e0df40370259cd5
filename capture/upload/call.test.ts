// Table tests: answer → kind of failure, and how long to wait after it.
import { describe, expect, it, vi } from 'vitest';
import { CallError, failureOf, send } from './call.ts';
import { canRetry, delayAfter } from './retry-delay.ts';

const none = new Headers();
const body = (code: string) => ({ code, message: 'A sentence.' });

describe('failureOf', () => {
  it.each([
    [409, body('upload_offset'), 'offset'],
    [409, undefined, 'offset'],
    [409, body('session_over'), 'refused'],
    [401, body('session_token_invalid'), 'refused'],
    [404, body('not_found'), 'refused'],
    [404, '<html>', 'busy'],
    [403, undefined, 'busy'],
    [413, body('too_large'), 'refused'],
    [413, '<html>', 'refused'],
    [415, body('wrong_media'), 'refused'],
    [429, body('too_many_requests'), 'busy'],
    [423, undefined, 'busy'],
    [502, '<html>', 'busy'],
    [503, body('storage_full'), 'busy'],
  ])('%i %j', (status, answered, kind) => {
    expect(failureOf(status, answered, none).kind).toBe(kind);
  });

  it('tells an answer to HEAD from that of a proxy by the protocol it names', () => {
    const ours = new Headers({ 'tus-resumable': '1.0.0' });
    expect(failureOf(404, undefined, ours).kind).toBe('refused');
  });

  it('keeps code and sentence of the server, and how long it asks to wait', () => {
    const failure = failureOf(503, body('storage_full'), new Headers({ 'retry-after': '7' }));
    expect(failure).toEqual({
      kind: 'busy',
      status: 503,
      code: 'storage_full',
      message: 'A sentence.',
      retryAfterMs: 7000,
    });
  });
});

describe('send', () => {
  it.each([
    ['the token that it is given', 'abc', 'Bearer abc'],
    ['no permission where the address is one', null, null],
  ])('carries %s', async (_, token, expected) => {
    const sent: Headers[] = [];
    vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Headers }) => {
      sent.push(headers);
      return new Response();
    });
    const { signal } = new AbortController();
    await send('https://example.org', { method: 'GET', token, timeoutMs: 1000, signal });
    vi.unstubAllGlobals();
    expect(sent.map((headers) => headers.get('authorization'))).toEqual([expected]);
  });
});

describe('retry delay', () => {
  it('waits longer each time, up to 1.5 seconds, and down to half as long by chance', () => {
    const delays = (random: number) =>
      [0, 1, 2, 3, 50].map((failures) => delayAfter(new Error(), failures, random));
    expect(delays(0)).toEqual([300, 700, 1500, 1500, 1500]);
    expect(delays(1)).toEqual([150, 350, 750, 750, 750]);
  });

  it('waits as long as the server asks, within reason', () => {
    const asks = (retryAfterMs: number) =>
      new CallError({ kind: 'busy', status: 503, code: '', message: '', retryAfterMs });
    expect([0, 1].map((random) => delayAfter(asks(4000), 0, random))).toEqual([4000, 4400]);
    expect(delayAfter(asks(3_600_000), 0, 0)).toBe(30_000);
  });

  it('takes a refusal for an answer and nothing else', () => {
    const error = (status: number) => new CallError(failureOf(status, body(''), none));
    expect(canRetry(error(404))).toBe(false);
    expect(canRetry(error(500))).toBe(true);
    expect(canRetry(new CallError(failureOf(409, undefined, none)))).toBe(true);
    expect(canRetry(new DOMException('disk', 'UnknownError'))).toBe(true);
  });
});
