// A number of bytes that several parties change: read again when it is old, and meanwhile changed by what this server adds.

export interface TrackedSumOptions {
  read: () => Promise<number>;
  /** Greatest age of a reading in milliseconds, for the present value and the duration of the last reading. */
  maxAgeMs: (value: number, tookMs: number) => number;
}

export class TrackedSum {
  readonly #options: TrackedSumOptions;
  #base = 0;
  /** Added since the last complete reading began. */
  #added = 0;
  #beganMs = Number.NEGATIVE_INFINITY;
  #tookMs = 0;
  #reading: Promise<void> | null = null;

  constructor(options: TrackedSumOptions) {
    this.#options = options;
  }

  /** The last reading and what was added since it began. What the reading saw already may count twice until the next. */
  get known(): number {
    return this.#base + this.#added;
  }

  /** The value by a reading that is recent enough. */
  async value(): Promise<number> {
    await this.refresh();
    return this.known;
  }

  add(bytes: number): void {
    this.#added += bytes;
  }

  /** Reads again if the last reading is too old; callers at the same time share one reading. */
  async refresh(): Promise<void> {
    const maxAgeMs = this.#options.maxAgeMs(this.known, this.#tookMs);
    if (performance.now() - this.#beganMs < maxAgeMs) return;
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #readNow(): Promise<void> {
    const beganMs = performance.now();
    const addedBefore = this.#added;
    this.#base = await this.#options.read();
    this.#added -= addedBefore;
    this.#beganMs = beganMs;
    this.#tookMs = performance.now() - beganMs;
  }
}
