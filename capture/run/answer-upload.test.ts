// Upload of answers: they are stored first, retried until the server has them, and dropped once it
// rejects them for good.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemorySpool } from '../spool/memory-spool.ts';
import { newSession } from '../spool/session.fixture.ts';
import type { Spool, SpooledAnswers } from '../spool/spool.ts';
import { answer, resumeAnswers } from './answer-upload.ts';

const { sessionId, token } = newSession();
const spooled: SpooledAnswers = {
  sessionId,
  token,
  step: 0,
  answers: { didIt: false, ease: 2, helped: 'A search.' },
};
const { signal } = new AbortController();
let spool: Spool;
let sent: { address: string; method: unknown; body: unknown; keepalive: unknown }[];
/** Statuses of the next answers; 0: none comes. */
let statuses: number[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  spool = new MemorySpool();
  sent = [];
  statuses = [];
  vi.stubGlobal('fetch', async (address: string, { method, body, keepalive }: RequestInit) => {
    sent.push({ address, method, body: JSON.parse(String(body)), keepalive });
    const status = statuses.shift() ?? 200;
    if (status === 0) throw new TypeError('no network');
    return Response.json({ code: 'not_found', message: 'x' }, { status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('keeps them before it sends them, and forgets them when the server has them', async () => {
  let storedFirst = spool.answers();
  let sentFirst = 1;
  const onStored = () => {
    storedFirst = spool.answers();
    sentFirst = sent.length;
  };
  await answer(spool, spooled, { signal, onStored });
  expect([await storedFirst, sentFirst]).toEqual([[spooled], 0]);
  const address = `/api/sessions/${sessionId}/answers`;
  expect(sent).toEqual([{ address, method: 'PUT', body: spooled.answers, keepalive: true }]);
  expect(await spool.answers()).toEqual([]);
});

it('tries again without a network and while the server fails; until then they are kept', async () => {
  statuses = [0, 503, 0, 500];
  const sending = answer(spool, spooled, { signal, onStored: () => undefined });
  await vi.advanceTimersByTimeAsync(1200);
  expect(await spool.answers()).toEqual([spooled]);
  await vi.advanceTimersByTimeAsync(30_000);
  await sending;
  expect(sent).toHaveLength(5);
  expect(await spool.answers()).toEqual([]);
});

it.each([400, 401, 404])('drops them once they are refused for good: %i', async (status) => {
  statuses = [status];
  await answer(spool, spooled, { signal, onStored: () => undefined });
  expect(sent).toHaveLength(1);
  expect(await spool.answers()).toEqual([]);
});

it('sends them where the browser keeps nothing', async () => {
  spool.keepAnswers = () => Promise.reject(new Error('full'));
  const onStored = vi.fn();
  await answer(spool, spooled, { signal, onStored });
  expect([onStored.mock.calls.length, sent.length]).toEqual([1, 1]);
});

it('sends what earlier visits left; the rest stays when the page goes away', async () => {
  const other = { ...spooled, sessionId: newSession().sessionId };
  await spool.keepAnswers(spooled);
  await spool.keepAnswers(other);
  statuses = [200, 0];
  const abort = new AbortController();
  const resumed = resumeAnswers(spool, abort.signal).catch(() => 'aborted');
  await vi.advanceTimersByTimeAsync(100);
  abort.abort();
  expect(await resumed).toBe('aborted');
  expect(await spool.answers()).toEqual([other]);
});
