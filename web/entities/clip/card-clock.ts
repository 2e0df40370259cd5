// How long a card of a reel has been shown, and when it is over. A card has no video whose time would say so.

/** Of the progress that it tells. */
const STEP_MS = 100;

interface CardRun {
  lengthMs: number;
  /** Hears how long it has been shown, about ten times a second. */
  onStep: (shownMs: number) => void;
  onEnd: () => void;
}

export class CardClock {
  #shownMs = 0;
  #run: { sinceMs: number; lengthMs: number; timer: number } | null = null;

  /** Until its end; null while it stands still. */
  get leftMs(): number | null {
    return this.#run && this.#run.lengthMs - this.#nowMs;
  }

  /** Another card, shown for so long already. */
  set(shownMs: number): void {
    this.halt();
    this.#shownMs = shownMs;
  }

  /** Goes on; one that runs is left alone. */
  run({ lengthMs, onStep, onEnd }: CardRun): void {
    if (this.#run !== null) return;
    const run = { sinceMs: performance.now(), lengthMs, timer: 0 };
    this.#run = run;
    const tick = () => {
      const shownMs = this.#nowMs;
      const leftMs = lengthMs - shownMs;
      if (leftMs > 0) {
        onStep(shownMs);
        run.timer = window.setTimeout(tick, Math.min(leftMs, STEP_MS));
      } else {
        this.halt();
        onEnd();
      }
    };
    run.timer = window.setTimeout(tick, 0);
  }

  halt(): void {
    this.#shownMs = this.#nowMs;
    clearTimeout(this.#run?.timer);
    this.#run = null;
  }

  get #nowMs(): number {
    return this.#run ? this.#shownMs + performance.now() - this.#run.sinceMs : this.#shownMs;
  }
}
