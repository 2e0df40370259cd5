// Upload of answers: they are stored first, retried until the server has them, the last ones in the end, and dropped once
// the server rejects them for good.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemorySpool } from '../spool/memory-spool.ts';
import { newSession } from '../spool/session.fixture.ts';
import type { Spool, SpooledAnswers } from '../spool/spool.ts';
import { AnswerUpload } from './answer-upload.ts';

const { sessionId, token } = newSession();
const spooled = {
  sessionId,
  token,
  step: 0,
  answers: { didIt: false, ease: 2, helped: 'A search.' },
} satisfies SpooledAnswers;
let spool: Spool;
let upload: AnswerUpload;
let abort: AbortController;
let sent: { address: string; method: unknown; body: unknown; keepalive: unknown }[];
/** Statuses of the next answers; 0: none comes. */
let statuses: number[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  spool = new MemorySpool();
  abort = new AbortController();
  upload = new AnswerUpload(spool, abort.signal);
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
  await upload.answer(spooled, onStored);
  expect([await storedFirst, sentFirst]).toEqual([[spooled], 0]);
  const address = `/api/sessions/${sessionId}/answers`;
  expect(sent).toEqual([{ address, method: 'PUT', body: spooled.answers, keepalive: true }]);
  expect(await spool.answers()).toEqual([]);
});

it('tries again without a network and while the server fails; until then they are kept', async () => {
  statuses = [0, 503, 0, 500];
  const sending = upload.answer(spooled, () => undefined);
  await vi.advanceTimersByTimeAsync(1200);
  expect(await spool.answers()).toEqual([spooled]);
  await vi.advanceTimersByTimeAsync(30_000);
  await sending;
  expect(sent).toHaveLength(5);
  expect(await spool.answers()).toEqual([]);
});

it.each([400, 401, 404])('drops them once they are refused for good: %i', async (status) => {
  statuses = [status];
  await upload.answer(spooled, () => undefined);
  expect(sent).toHaveLength(1);
  expect(await spool.answers()).toEqual([]);
});

it('sends them where the browser keeps nothing', async () => {
  spool.keepAnswers = () => Promise.reject(new Error('full'));
  const onStored = vi.fn();
  await upload.answer(spooled, onStored);
  expect([onStored.mock.calls.length, sent.length]).toEqual([1, 1]);
});

it('sends what earlier visits left; the rest stays when the page goes away', async () => {
  const other = { ...spooled, sessionId: newSession().sessionId };
  await spool.keepAnswers(spooled);
  await spool.keepAnswers(other);
  statuses = [200, 0];
  const resumed = upload.resume().catch(() => 'aborted');
  await vi.advanceTimersByTimeAsync(100);
  abort.abort();
  expect(await resumed).toBe('aborted');
  expect(await spool.answers()).toEqual([other]);
});

it('sends the answer to a question to its step, and the last one after an older one', async () => {
  const { answers: _, ...ofSession } = spooled;
  const ofQuestion = { ...ofSession, step: 7 };
  statuses = [0, 503];
  const first = upload.answer({ ...ofQuestion, answer: 'half' }, () => undefined);
  await vi.advanceTimersByTimeAsync(0);
  const second = upload.answer({ ...ofQuestion, answer: { chosen: ['a'] } }, () => undefined);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(sent.map(({ address }) => address)).toEqual(
    Array.from({ length: 3 }, () => `/api/sessions/${sessionId}/answers/7`),
  );
  expect(sent.map(({ body }) => body)).toEqual([
    { answer: 'half' },
    { answer: { chosen: ['a'] } },
    { answer: { chosen: ['a'] } },
  ]);
  expect(await spool.answers()).toEqual([]);
});

it('sends an answer that changed while the older one was under way', async () => {
  const { answers: _, ...ofSession } = spooled;
  const ofQuestion = { ...ofSession, step: 7 };
  const stored: Promise<SpooledAnswers[]>[] = [];
  const keep = () => stored.push(spool.answers());
  await Promise.all([
    upload.answer({ ...ofQuestion, answer: 1 }, keep),
    upload.answer({ ...ofQuestion, answer: null }, keep),
    upload.answer(spooled, keep),
  ]);
  await upload.answer({ ...ofQuestion, answer: 3 }, keep);
  expect(sent.at(-1)?.body).toEqual({ answer: 3 });
  expect(await stored.at(-1)).toEqual([{ ...ofQuestion, answer: 3 }]);
  expect(await spool.answers()).toEqual([]);
});
