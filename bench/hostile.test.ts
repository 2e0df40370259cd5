// The hostile load's own honesty: under a flood nothing is lost, and a changed byte is found.
import { open } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { endure } from './hostile.bench.ts';

it('finds nothing lost beside a flood, and all of a recording in which a byte differs', async () => {
  const small = { participants: 2, seconds: 1, runs: [['accept', 'starts', 'refused']] };
  const [whole] = await endure(small);
  expect([whole?.without.lostBytes, whole?.beside.lostBytes]).toEqual([0, 0]);
  expect(whole?.beside.honest.kept).toHaveLength(2);
  const change = async (path: string) => {
    const handle = await open(path, 'r+');
    await handle.write(Buffer.from([0xaa]), 0, 1, 5000);
    await handle.close();
  };
  const [changed] = await endure({ ...small, participants: 1, runs: [[]] }, change);
  expect(changed?.without.lostBytes).toBe(changed?.without.honest.kept[0]?.bytes);
  expect(changed?.without.lostBytes).toBeGreaterThan(100_000);
});
