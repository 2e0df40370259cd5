// A queue for work of which one task or a few run at a time, such as hashes, screenshots and what needs a connection.
// Groups of callers take turns.

export interface QueueBounds {
  /** Tasks that run at a time; else one. */
  atOnce?: number;
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
  readonly #atOnce: number;
  readonly #waitingPerGroup: number;
  readonly #waitingMax: number;
  readonly #refusal: () => Error;
  /** Waiting tasks by group. The group that was served last is the last of the map. */
  readonly #groups = new Map<string, Waiting[]>();
  #running = 0;

  /** @param refusal makes the error for a task that is not taken */
  constructor(
    { atOnce = 1, waitingPerGroup, waiting = Number.POSITIVE_INFINITY }: QueueBounds,
    refusal: () => Error,
  ) {
    this.#atOnce = atOnce;
    this.#waitingPerGroup = waitingPerGroup;
    this.#waitingMax = waiting;
    this.#refusal = refusal;
  }

  /**
   * Runs the task when it is its turn.
   * @param group whose tasks wait together: many tasks of one group delay another group by one task.
   * @throws the refusal when too many tasks wait, and the task's errors
   */
  async run<T>(group: string, task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      this.requireRoom(group);
      await this.#wait(group);
    } else {
      this.#running += 1;
    }
    try {
      return await task();
    } finally {
      this.#running -= 1;
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
    this.#running += 1;
    next?.begin();
  }

  #waiting(): number {
    return [...this.#groups.values()].reduce((sum, { length }) => sum + length, 0);
  }
}
