// When a session counts as silent, by an injected clock; and how seldom its time is stored.
import { expect, test } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { createLog } from '#server/platform/log/log.ts';
import { cloneDatabase } from '#testing/database.ts';
import { LastSeenTimes, silentInMs } from './last-seen.db.ts';

test.each([
  { what: 'a piece a second ago', isRecording: true, agoMs: 1000, inMs: 29_000 },
  { what: 'just in time', isRecording: true, agoMs: 29_999, inMs: 1 },
  { what: 'vanished', isRecording: true, agoMs: 30_000, inMs: 0 },
  { what: 'vanished an hour ago', isRecording: true, agoMs: 3_600_000, inMs: 0 },
  { what: 'by a clock that is ahead', isRecording: true, agoMs: -5000, inMs: 30_000 },
  { what: 'waiting, one sign of life is late', isRecording: false, agoMs: 41_000, inMs: 49_000 },
  { what: 'waiting, its slot is lost', isRecording: false, agoMs: 90_000, inMs: 0 },
])('$what', ({ isRecording, agoMs, inMs }) => {
  const now = Date.UTC(2026, 10, 22);
  expect(silentInMs({ lastSeenAtMs: now - agoMs, isRecording }, now)).toBe(inMs);
});

const id = '0198f7a0-0000-7000-8000-000000000001' as SessionId;
const other = '0198f7a0-0000-7000-8000-000000000002' as SessionId;

test('a session is written five seconds after it was last stored, and each for itself', async () => {
  const database = await cloneDatabase();
  let queries = 0;
  let now = 1_000_000;
  const counted = database.db.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const lastSeen = new LastSeenTimes(counted, createLog('silent'), () => now);
  const steps: [() => unknown, number, number][] = [
    [() => lastSeen.record(id), 0, 1],
    [() => lastSeen.record(id), 4999, 1],
    [() => lastSeen.record(other), 0, 2],
    [() => lastSeen.record(id), 1, 3],
    // Pieces that arrive store their time themselves, so a recording costs no write beside them.
    [() => lastSeen.rememberStored(id), 4000, 3],
    [() => lastSeen.record(id), 4999, 3],
    [() => lastSeen.record(id), 1, 4],
  ];
  for (const [step, afterMs, written] of steps) {
    now += afterMs;
    await step();
    expect(queries).toBe(written);
  }
  await database.drop();
});
