// Upload of raw messages while a server requests pauses or has reached its limit.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RawEvent } from '#contract/events.ts';
import { EVENTS_RATE } from '#contract/limits.ts';
import { MemorySpool } from '../spool/memory-spool.ts';
import { newSession } from '../spool/session.fixture.ts';
import { newlySpooled } from '../spool/spool.ts';
import { EventUpload } from './event-upload.ts';
import { ADDED_SHARE } from './retry-delay.ts';

const PAUSE_MS = 2000;
const pauseSeconds = EVENTS_RATE.perSeconds;

/** Numbers of the messages in each call. */
let calls: number[][];
let answers: Response[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  calls = [];
  answers = [];
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    const sent = (JSON.parse(body) as { events: RawEvent[] }).events.map(({ seq }) => seq);
    calls.push(sent);
    const stored = (sent.at(-1) ?? -1) + 1;
    return answers.shift() ?? Response.json({ stored, full: false });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function started(count: number): Promise<EventUpload> {
  const events = Array.from({ length: count }, (_, seq): RawEvent => {
    return { seq, atMs: seq, type: 'NEW_STATE', data: {} };
  });
  const spool = new MemorySpool();
  const session = newSession();
  await spool.begin(session);
  const upload = new EventUpload({ spool, session: newlySpooled(session), events: () => events });
  upload.start();
  return upload;
}

it.each([
  ['shortest', 0],
  ['longest', 1],
])(
  'waits as long as it is asked to, by the %s chance, and brings every message',
  async (_, chance) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    const tooMany = { code: 'too_many_requests', message: 'Wait.' };
    const headers = { 'retry-after': String(pauseSeconds) };
    answers = [Response.json(tooMany, { status: 429, headers })];
    const upload = await started(2500);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(pauseSeconds * 1000 - 1);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(pauseSeconds * 1000 * ADDED_SHARE + 3 * PAUSE_MS + 1);
    expect(calls.slice(1).flat()).toEqual(Array.from({ length: 2500 }, (_, seq) => seq));
    expect(await upload.end()).toBe(2500);
  },
);

it('sends no more once the server keeps no more', async () => {
  answers = [Response.json({ stored: 1, full: true })];
  const upload = await started(10);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(1);
  expect(await upload.end()).toBe(1);
});
