// A queue whose groups take turns: one task at a time, in a known order, and never more waiting than its bounds.
import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const BOUNDS = { waitingPerGroup: 3, waiting: 5 };
const refusal = () => new Error('full');

/** A queue whose tasks end when the test ends them. */
function openQueue() {
  const queue = new FairQueue(BOUNDS, refusal);
  const begun: string[] = [];
  const refused: string[] = [];
  let running = 0;
  let most = 0;
  let end = (): void => undefined;
  const add = (name: string) => {
    const task = async () => {
      begun.push(name);
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      running -= 1;
    };
    return queue.run(name.charAt(0), task).catch(({ message }: Error) => {
      expect(message).toBe('full');
      refused.push(name);
    });
  };
  const endAll = async (all: Promise<unknown>[]) => {
    let isOver = false;
    const over = Promise.all(all).then(() => {
      isOver = true;
    });
    while (!isOver) {
      end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await over;
  };
  return { begun, refused, add, endAll, most: () => most };
}

it('runs one task at a time, and groups take turns', async () => {
  const { begun, add, endAll, most } = openQueue();
  await endAll(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map(add));
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
  expect(most()).toBe(1);
});

it('rejects the tasks of a group that has enough waiting, and no other', async () => {
  const { begun, refused, add, endAll } = openQueue();
  await endAll(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1'].map(add));
  expect(refused).toEqual(['a5', 'a6']);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

it('when all is full, a group with less gets the place of the newest task of the longest', async () => {
  const { begun, refused, add, endAll } = openQueue();
  await endAll(['x0', 'a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'd1', 'e1', 'f1'].map(add));
  expect(begun).toEqual(['x0', 'a1', 'b1', 'c1', 'd1', 'e1']);
  expect(refused.toSorted()).toEqual(['a2', 'a3', 'b2', 'f1']);
});

it('says in advance which groups have room', async () => {
  const queue = new FairQueue({ ...BOUNDS, waitingPerGroup: 1 }, refusal);
  const room = (group: string) => {
    try {
      queue.requireRoom(group);
      return true;
    } catch {
      return false;
    }
  };
  expect(room('a')).toBe(true);
  const tasks = [queue.run('a', async () => undefined), queue.run('a', async () => undefined)];
  expect([room('a'), room('b')]).toEqual([false, true]);
  await Promise.all(tasks);
  expect(room('a')).toBe(true);
});

it('goes on after a task that fails', async () => {
  const queue = new FairQueue(BOUNDS, refusal);
  const failed = queue.run('a', () => Promise.reject(new Error('planted')));
  const next = queue.run('a', async () => 'done');
  await expect(failed).rejects.toThrow('planted');
  expect(await next).toBe('done');
});
