// One thing at a time for many: each name has a line of its own, and the lines take turns, so that a long one
// makes no other name wait.

export interface FairQueue {
  /**
   * Runs a task when it is its line's turn; with what the task answers or throws.
   * @throws what `full` makes when this name's line is full
   */
  run<T>(name: string, task: () => Promise<T>): Promise<T>;
}

/** @param perName tasks of one name that may wait or run. */
export function createFairQueue(perName: number, full: () => Error): FairQueue {
  /** In the order of their turns: whose task ran goes to the end. */
  const lines = new Map<string, (() => Promise<unknown>)[]>();
  const counts = new Map<string, number>();
  let isBusy = false;

  const runNext = async () => {
    const [next] = lines;
    if (!next) {
      isBusy = false;
      return;
    }
    isBusy = true;
    const [name, tasks] = next;
    const task = tasks.shift();
    lines.delete(name);
    if (tasks.length > 0) lines.set(name, tasks);
    await task?.();
    const left = (counts.get(name) ?? 1) - 1;
    if (left > 0) counts.set(name, left);
    else counts.delete(name);
    void runNext();
  };

  return {
    async run<T>(name: string, task: () => Promise<T>): Promise<T> {
      const count = counts.get(name) ?? 0;
      if (count >= perName) throw full();
      counts.set(name, count + 1);
      const result = Promise.withResolvers<T>();
      const line = lines.get(name) ?? [];
      line.push(() => task().then(result.resolve, result.reject));
      lines.set(name, line);
      if (!isBusy) void runNext();
      return await result.promise;
    },
  };
}
