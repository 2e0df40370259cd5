// A queue for work of which one task runs at a time, such as a hash or a screenshot. Groups of callers take turns.

export interface QueueBounds {
  /** Most tasks of one group that wait. */
  waitingPerGroup: number;
  /** Most tasks of all groups that wait; else as many as there are. */
  waiting?: number;
}

interface Waiting {
  begin(): void;
  reject(error: Error): void;
}

export class FairQueue {
  readonly #waitingPerGroup: number;
  readonly #waitingMax: number;
  readonly #refusal: () => Error;
  /** Waiting tasks by group. The group that was served last is the last of the map. */
  readonly #groups = new Map<string, Waiting[]>();
  #isRunning = false;

  /** @param refusal makes the error for a task that is not taken */
  constructor(
    { waitingPerGroup, waiting = Number.POSITIVE_INFINITY }: QueueBounds,
    refusal: () => Error,
  ) {
    this.#waitingPerGroup = waitingPerGroup;
    this.#waitingMax = waiting;
    this.#refusal = refusal;
  }

  /**
   * Runs the task when all tasks before it have ended.
   * @param group whose tasks wait together: many tasks of one group delay another group by one task.
   * @throws the refusal when too many tasks wait, and the task's errors
   */
  async run<T>(group: string, task: () => Promise<T>): Promise<T> {
    if (this.#isRunning) {
      this.requireRoom(group);
      await this.#wait(group);
    }
    this.#isRunning = true;
    try {
      return await task();
    } finally {
      this.#isRunning = false;
      this.#next();
    }
  }

  /**
   * Does nothing if a task of this group would run or wait now.
   * @throws the refusal
   */
  requireRoom(group: string): void {
    const own = this.#groups.get(group)?.length ?? 0;
    const isFull = this.#waiting() >= this.#waitingMax;
    if (own >= this.#waitingPerGroup) throw this.#refusal();
    if (isFull && this.#longest().length <= own + 1) throw this.#refusal();
  }

  #wait(group: string): Promise<void> {
    // A group with less to do gets the place of the longest group's newest task.
    if (this.#waiting() >= this.#waitingMax) this.#longest().pop()?.reject(this.#refusal());
    const own = this.#groups.get(group) ?? [];
    return new Promise((begin, reject) => {
      own.push({ begin, reject });
      this.#groups.set(group, own);
    });
  }

  #longest(): Waiting[] {
    const [longest = []] = [...this.#groups.values()].sort((a, b) => b.length - a.length);
    return longest;
  }

  #next(): void {
    const [first] = this.#groups;
    if (!first) return;
    const [group, tasks] = first;
    const next = tasks.shift();
    this.#groups.delete(group);
    if (tasks.length > 0) this.#groups.set(group, tasks);
    // The place is taken at once: a call that arrives before the task begins must wait.
    this.#isRunning = true;
    next?.begin();
  }

  #waiting(): number {
    return [...this.#groups.values()].reduce((sum, { length }) => sum + length, 0);
  }
}
