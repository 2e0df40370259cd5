// The load's own honesty: a few short recordings are found whole, and a single changed byte is found.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { videoKey } from '#server/media/object-keys.ts';
import { takeIn } from './load.bench.ts';

it('finds whole recordings whole, and the one in which a byte differs', async () => {
  const errorSpy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { wrong, sent, boundaries } = await takeIn(
    { recordings: 3, seconds: 2, tasks: 5 },
    async (dataDir, sessions) => {
      const [, second] = sessions;
      if (!second) throw new Error('no second session');
      const handle = await open(join(dataDir, 'media', videoKey(second._id)), 'r+');
      const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, 400_000);
      await handle.write(
        buffer.map((byte) => ~byte),
        0,
        1,
        400_000,
      );
      await handle.close();
    },
  ).finally(() => errorSpy.mockRestore());
  expect(wrong).toHaveLength(1);
  expect(boundaries).toEqual({ lost: 0, lostAnswers: 0, withoutRuns: 0 });
  expect(sent.bytes).toBe(3 * 2 * 312_500);
});
