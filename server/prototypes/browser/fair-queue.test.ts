// Who is next where many ask for one thing, and who is refused.
import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const full = () => new Error('full');

/** Tasks that end when told, and the order in which they began. */
function tasks() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const task = (label: string) => async () => {
    begun.push(label);
    await new Promise<void>((resolve) => ends.push(resolve));
    return label;
  };
  const endAll = async () => {
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { begun, task, endAll };
}

it('one runs at a time; a name that came later waits for one task, not for a whole line', async () => {
  const line = createFairQueue(10, full);
  const { begun, task, endAll } = tasks();
  const many = ['a1', 'a2', 'a3', 'a4'].map((label) => line.run('a', task(label)));
  const others = [line.run('b', task('b1')), line.run('c', task('c1')), line.run('b', task('b2'))];
  expect(begun).toEqual(['a1']);
  await endAll();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  await Promise.all([...many, ...others]);
});

it('a full line refuses its own name alone, until one of it has ended', async () => {
  const line = createFairQueue(2, full);
  const { task, endAll } = tasks();
  const first = [line.run('a', task('a1')), line.run('a', task('a2'))];
  await expect(line.run('a', task('a3'))).rejects.toThrow('full');
  const other = line.run('b', task('b1'));
  await endAll();
  expect(await Promise.all([...first, other])).toEqual(['a1', 'a2', 'b1']);
  const again = line.run('a', task('a4'));
  await endAll();
  expect(await again).toBe('a4');
});

it('a task that fails fails for its caller, and the next one runs', async () => {
  const line = createFairQueue(2, full);
  const failing = line.run('a', () => Promise.reject(new Error('broken')));
  const next = line.run('a', async () => 'fine');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('fine');
});
