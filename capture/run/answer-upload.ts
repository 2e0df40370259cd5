// Uploads answers to cards and questions: stores them in the spool first and retries until the server has them. The
// recording's end does not wait for them.
import { sessions } from '#contract/sessions.api.ts';
import { answersKey, type Spool, type SpooledAnswers } from '../spool/spool.ts';
import { sendOf } from '../upload/call.ts';
import { canRetry, RetryDelay } from '../upload/retry-delay.ts';

/** Timeout of a call, in milliseconds. Answers have 9 kB at most. */
const TIMEOUT_MS = 15_000;

export class AnswerUpload {
  readonly #spool: Spool;
  readonly #signal: AbortSignal;
  /** The last answers to each step. */
  readonly #last = new Map<string, SpooledAnswers>();
  /** Uploads by step. One at a time, so that an older answer never arrives after a newer one. */
  readonly #uploads = new Map<string, Promise<boolean>>();

  /** @param signal ends all uploads; the spool keeps the rest */
  constructor(spool: Spool, signal: AbortSignal) {
    this.#spool = spool;
    this.#signal = signal;
  }

  /**
   * Stores answers in the spool, and sends them.
   * @param onStored called once the answers survive the loss of the tab, if the browser provides storage
   * @returns true once the server has the answers, or false if it rejected them for good
   */
  async answer(spooled: SpooledAnswers, onStored: () => void): Promise<boolean> {
    this.#last.set(answersKey(spooled), spooled);
    await this.#spool
      .keepAnswers(spooled)
      .catch((error) => console.warn('The browser does not keep the answers.', error));
    onStored();
    return await this.#send(spooled);
  }

  /** Sends what earlier visits could not. Resolves when nothing is left, and rejects when aborted. */
  async resume(): Promise<void> {
    const left = await this.#spool.answers();
    await Promise.all(left.map((spooled) => this.#send(spooled)));
  }

  /** Resolves when the server has every answer of this visit, or has rejected it for good. */
  async settle(): Promise<void> {
    while (this.#uploads.size > 0) await Promise.all(this.#uploads.values());
  }

  async #send(spooled: SpooledAnswers): Promise<boolean> {
    const key = answersKey(spooled);
    const upload = this.#uploads.get(key) ?? this.#sendLast(key, spooled);
    this.#uploads.set(key, upload);
    return await upload;
  }

  /** Sends the last answers to a step, and again if they changed meanwhile. */
  async #sendLast(key: string, first: SpooledAnswers): Promise<boolean> {
    const retryDelay = new RetryDelay();
    for (;;) {
      const spooled = this.#last.get(key) ?? first;
      let isTaken = true;
      try {
        await sendAnswers(spooled, this.#signal);
      } catch (error) {
        this.#signal.throwIfAborted();
        if (canRetry(error)) {
          await retryDelay.wait(error, this.#signal);
          continue;
        }
        // The session was deleted or a day has passed, so a later visit could not send the answers either.
        console.warn('The answers were refused.', error);
        isTaken = false;
      }
      if ((this.#last.get(key) ?? first) !== spooled) continue;
      // From here on a newer answer begins another upload.
      this.#last.delete(key);
      this.#uploads.delete(key);
      await this.#spool.forgetAnswers(spooled);
      return isTaken;
    }
  }
}

async function sendAnswers(spooled: SpooledAnswers, signal: AbortSignal): Promise<void> {
  const { step } = spooled;
  // The request continues after the tab is closed.
  const options = { timeoutMs: TIMEOUT_MS, aside: { keepalive: true }, signal };
  if ('answer' in spooled) {
    await sendOf(spooled, sessions.answer, { json: { answer: spooled.answer }, ...options });
    return;
  }
  const json = { ...spooled.answers, ...(step > 0 && { step }) };
  await sendOf(spooled, sessions.answers, { json, ...options });
}
