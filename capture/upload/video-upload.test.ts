// When a piece is sent after the server was away, and after a connection that died without a word.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemorySpool } from '../spool/memory-spool.ts';
import { newSession } from '../spool/session.fixture.ts';
import { newlySpooled } from '../spool/spool.ts';
import { headTimeoutAfter, VideoUpload } from './video-upload.ts';

const PIECE = new Uint8Array([1, 2, 3]);
const PARTICIPANTS = 50;

let end: AbortController;

beforeEach(() => {
  end = new AbortController();
  vi.useFakeTimers();
  // Node's own timeouts would pass by another clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(new DOMException('too late', 'TimeoutError')), ms);
    return timeout.signal;
  });
});
afterEach(() => {
  end.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** An upload with one piece in its spool. */
async function startUpload(number: number): Promise<void> {
  const spool = new MemorySpool();
  const session = newSession({ uploadUrl: `/uploads/${number}` });
  await spool.begin(session);
  await spool.append(session.sessionId, { offset: 0, bytes: PIECE, recordedMs: 10 });
  const spooled = await spool.get(session.sessionId);
  const upload = new VideoUpload({
    spool,
    session: spooled ?? newlySpooled(session),
    onProgress: () => undefined,
  });
  upload.run(end.signal).catch(() => 'ended with the test');
}

const stored = (offset: number) => {
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': String(offset) };
  return new Response(null, { status: 200, headers });
};

it.each([1, 10, 40, 600])(
  'after %s s without a server fifty participants send within 3 s, each at another moment',
  async (seconds) => {
    let isUp = false;
    const sentAtMs = new Map<string, number>();
    vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
      if (!isUp) throw new TypeError('fetch failed');
      if (method === 'HEAD') return stored(0);
      sentAtMs.set(address, performance.now());
      return stored(PIECE.length);
    });
    for (let number = 0; number < PARTICIPANTS; number += 1) await startUpload(number);
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    isUp = true;
    await vi.advanceTimersByTimeAsync(2999);
    expect(sentAtMs.size).toBe(PARTICIPANTS);
    const moments = new Set([...sentAtMs.values()].map((at) => Math.round(at)));
    expect(moments.size).toBeGreaterThan(PARTICIPANTS / 2);
  },
);

it('a piece whose connection died without a word is sent again after some seconds', async () => {
  const calls: (string | undefined)[] = [];
  vi.stubGlobal('fetch', (_address: string, { method, signal }: RequestInit) => {
    calls.push(method);
    if (method === 'HEAD') return Promise.resolve(stored(0));
    if (calls.length > 2) return Promise.resolve(stored(PIECE.length));
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  await startUpload(0);
  await vi.advanceTimersByTimeAsync(5999);
  expect(calls).toEqual(['HEAD', 'PATCH']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls).toEqual(['HEAD', 'PATCH', 'HEAD', 'PATCH']);
});

it('waits longer for the answer to every fourth HEAD, for a slow server', () => {
  const timeouts = [0, 1, 2, 3, 4, 5, 6, 7].map(headTimeoutAfter);
  expect(timeouts).toEqual([4000, 4000, 4000, 15_000, 4000, 4000, 4000, 15_000]);
});
