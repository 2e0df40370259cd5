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

let spool: MemorySpool;

async function started(
  count: number,
  events: RawEvent[] = messages(count),
  spooledBefore = 0,
): Promise<EventUpload> {
  spool = new MemorySpool();
  const session = newlySpooled(newSession());
  await spool.begin(session);
  await spool.addEvents(session.sessionId, events.slice(0, spooledBefore));
  const upload = new EventUpload({ spool, session, events: () => events, spooledBefore });
  upload.start();
  return upload;
}

function messages(count: number): RawEvent[] {
  return Array.from({ length: count }, (_, seq) => {
    return { seq, atMs: seq, type: 'NEW_STATE', data: {} };
  });
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

it('goes on after an earlier visit with what the server lacks', async () => {
  answers = [Response.json({ stored: 3, full: false })];
  const upload = await started(6, messages(6), 5);
  await vi.advanceTimersByTimeAsync(2 * PAUSE_MS + 2);
  expect(calls).toEqual([[], [3, 4, 5]]);
  expect(await upload.end()).toBe(6);
});

it('has every message in the spool before the server gets it', async () => {
  const upload = await started(3);
  const spooled: number[] = [];
  vi.stubGlobal('fetch', async () => {
    const [session] = await spool.list();
    spooled.push((await spool.events(session?.sessionId ?? '')).length);
    return Response.json({ stored: 3, full: false });
  });
  // A heatmap's image is wanted before the next message is due in the spool.
  await Promise.all([upload.reported(), vi.advanceTimersByTimeAsync(10)]);
  expect(spooled).toEqual([3]);
  await upload.end();
});

it('sends no more once the server keeps no more', async () => {
  answers = [Response.json({ stored: 1, full: true })];
  const upload = await started(10);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(1);
  expect(await upload.end()).toBe(1);
});

it('goes on with the messages of the page once the server keeps no more of the prototype', async () => {
  answers = [Response.json({ stored: 1, full: true })];
  const events = messages(10);
  const upload = await started(10, events);
  await vi.advanceTimersByTimeAsync(PAUSE_MS + 1);
  expect(calls).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]);
  const end = { type: 'TRYOUT_STEP_ENDED', data: { step: 1, how: 'done' } } as const;
  for (let seq = 10; seq < 15; seq += 1) {
    events.push({ seq, atMs: seq, ...(seq === 12 ? end : { type: 'NEW_STATE', data: {} }) });
  }
  await vi.advanceTimersByTimeAsync(PAUSE_MS + 1);
  expect(calls.slice(1)).toEqual([[12]]);
  await upload.end();
  expect(calls).toHaveLength(2);
});
