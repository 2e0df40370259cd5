// Signs of life while a participant gets ready: at intervals and when the page comes into view, none after the end.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SLOT_SIGN_MS } from '#contract/limits.ts';
import { newSession } from '../spool/session.fixture.ts';
import { startKeepAlive } from './slot-keep-alive.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const view = (visibilityState: string) => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};

let answer: () => Promise<Response>;
const fetched = vi.fn((_address: string, _init: RequestInit) => answer());
const warned = vi.spyOn(console, 'warn').mockReturnValue();

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', fetched);
  answer = async () => Response.json({});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const after = (intervals: number) => vi.advanceTimersByTimeAsync(intervals * SLOT_SIGN_MS);

it('go at intervals while the page is in view, and at once when it comes back', async () => {
  const session = newSession();
  const slot = startKeepAlive(session);
  await after(2);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(fetched.mock.lastCall?.[0]).toBe(`/api/sessions/${session.sessionId}/slot`);
  view('hidden');
  await after(2);
  expect(fetched).toHaveBeenCalledTimes(2);
  view('visible');
  expect(fetched).toHaveBeenCalledTimes(3);
  slot.end();
});

it('end with what was on its way', async () => {
  let signal: AbortSignal | null | undefined;
  const slot = startKeepAlive(newSession());
  answer = () => {
    signal = fetched.mock.lastCall?.[1].signal;
    return new Promise(() => 'it never ends');
  };
  view('visible');
  slot.end();
  expect(signal?.aborted).toBe(true);
  view('visible');
  await after(2);
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('go on after one that failed, which the console tells', async () => {
  const slot = startKeepAlive(newSession());
  answer = () => Promise.reject(new TypeError('offline'));
  await after(1);
  expect(warned).toHaveBeenCalledTimes(1);
  answer = async () => Response.json({});
  await after(1);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(warned).toHaveBeenCalledTimes(1);
  slot.end();
});
