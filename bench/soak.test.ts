// The soak's own honesty: a handful of sessions with a killed server end without a fault, and one of
// which an acknowledged byte is taken away is found.
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { videoKey } from '#server/media/object-keys.ts';
import { soak } from './soak.bench.ts';

it('finds no fault where there is none, and a session that lacks its last byte', async () => {
  const errorSpy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const plan = { seed: 7, sessions: 6, atOnce: 6, longestSeconds: 4, killWithinMs: 3000 };
  let shortened = '';
  const { findings } = await soak(plan, async (dataDir, endings) => {
    const whole = endings.find(({ phase }) => phase === 'done');
    if (!whole?.sessionId) throw new Error('no session was finished');
    shortened = whole.sessionId;
    const path = join(dataDir, 'media', videoKey(whole.sessionId));
    await truncate(path, whole.spooledBytes - 1);
  }).finally(() => errorSpy.mockRestore());
  const faulty = findings.filter(({ faults }) => faults.length > 0);
  expect(faulty.map(({ ending }) => ending.sessionId)).toEqual([shortened]);
  expect(findings).toHaveLength(plan.sessions);
});
