// Keeps the state of each step's form in the spool, for a reload or a crash: drafts, answers given, closed cards. One write
// at a time, of the newest states, so that fast typing does not queue writes.
import type { Spool, SpooledStep } from '../spool/spool.ts';

export class StepDrafts {
  readonly #spool: Spool;
  readonly #sessionId: string;
  readonly #steps: Map<number, SpooledStep>;
  readonly #unsaved = new Set<number>();
  #isSaving = false;

  /** @param earlier steps of an earlier visit */
  constructor(spool: Spool, sessionId: string, earlier: readonly SpooledStep[] = []) {
    this.#spool = spool;
    this.#sessionId = sessionId;
    this.#steps = new Map(earlier.map((entry) => [entry.step, entry]));
  }

  get(step: number): SpooledStep {
    return this.#steps.get(step) ?? { step, draft: null, given: null, isClosed: false };
  }

  keep(step: number, part: Partial<Omit<SpooledStep, 'step'>>): void {
    this.#steps.set(step, { ...this.get(step), ...part });
    this.#unsaved.add(step);
    if (this.#isSaving) return;
    this.#isSaving = true;
    this.#save().catch((error) => console.warn('The browser does not keep what is typed.', error));
  }

  async #save(): Promise<void> {
    try {
      for (const step of this.#unsaved) {
        this.#unsaved.delete(step);
        await this.#spool.putStep(this.#sessionId, this.get(step));
      }
    } finally {
      this.#isSaving = false;
    }
  }
}
