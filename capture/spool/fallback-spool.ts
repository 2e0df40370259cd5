// The spool over the browser's storage, which may be lost while it records: this site's data is cleared, or the
// disk fails. It is then opened again and filled from memory with what the server does not have.
import type { RawEvent } from '#contract/events.ts';
import { MemorySpool } from './memory-spool.ts';
import {
  type NewSession,
  NotSpooledError,
  type Piece,
  type Spool,
  type SpooledAnswers,
  type SpooledHeatmap,
  type SpooledSession,
  type Stretch,
} from './spool.ts';
import { UnsentCopy } from './unsent-copy.ts';

/** Names of IndexedDB's errors when it is closed, cleared or broken (quota: SpoolFullError). */
const lostNames = new Set([
  'AbortError',
  'InvalidStateError',
  'NotFoundError',
  'NotReadableError',
  'TimeoutError',
  'UnknownError',
]);

/** While a browser clears a site's storage, what is opened may be closed again: seen for some 100 ms. */
const PAUSES_BEFORE_OPENING_MS = [0, 100, 400, 1000];

/** After this many losses of the storage, a call continues in memory. */
const LOSSES_BEFORE_MEMORY = 2;

interface Loss {
  error: unknown;
  /** Another storage is opened; else memory takes its place at once. */
  isOpenedAgain: boolean;
}

export class FallbackSpool implements Spool {
  readonly #open: () => Promise<Spool>;
  readonly #copies = new Map<string, UnsentCopy>();
  readonly #answers = new Map<string, SpooledAnswers>();
  #spool: Spool;
  #replacing: Promise<void> | null = null;

  /** @param open another one, as often as needed; rejects where the browser gives no storage. */
  constructor(spool: Spool, open: () => Promise<Spool>) {
    this.#spool = spool;
    this.#open = open;
  }

  get durable(): boolean {
    return this.#spool.durable;
  }

  get maxBytes(): number {
    return this.#spool.maxBytes;
  }

  async begin(session: NewSession, startBytes = 0): Promise<void> {
    await this.#on((spool) => spool.begin(session, startBytes));
    this.#copies.set(session.sessionId, new UnsentCopy(session));
  }

  get(sessionId: string): Promise<SpooledSession | null> {
    return this.#on(async (spool) => {
      const session = await spool.get(sessionId);
      if (!session && this.#copies.has(sessionId)) throw new NotSpooledError(sessionId);
      return session;
    });
  }

  list(): Promise<SpooledSession[]> {
    return this.#on((spool) => spool.list());
  }

  finishing(sessionId: string, how: { sharingEnded: boolean }): Promise<void> {
    return this.#on((spool) => spool.finishing(sessionId, how));
  }

  append(sessionId: string, piece: Piece): Promise<void> {
    const copy = this.#copies.get(sessionId);
    copy?.add(piece);
    return this.#on(async (spool, isOther) => {
      // The piece was in the copy, or it was stored and only the answer was lost.
      const endBytes = isOther && copy ? (await spool.get(sessionId))?.spooledBytes : undefined;
      if (endBytes === undefined || endBytes !== copy?.endBytes)
        await spool.append(sessionId, piece);
    });
  }

  read(sessionId: string, from: Stretch): Promise<Uint8Array<ArrayBuffer>> {
    return this.#on((spool) => spool.read(sessionId, from));
  }

  async release(sessionId: string, offset: number): Promise<void> {
    this.#copies.get(sessionId)?.release(offset);
    await this.#on((spool) => spool.release(sessionId, offset));
  }

  async addEvents(sessionId: string, events: readonly RawEvent[]): Promise<void> {
    this.#copies.get(sessionId)?.addEvents(events);
    await this.#on((spool) => spool.addEvents(sessionId, events));
  }

  events(sessionId: string): Promise<RawEvent[]> {
    return this.#on((spool) => spool.events(sessionId));
  }

  async putHeatmap(sessionId: string, heatmap: SpooledHeatmap): Promise<void> {
    this.#copies.get(sessionId)?.putHeatmap(heatmap);
    await this.#on((spool) => spool.putHeatmap(sessionId, heatmap));
  }

  heatmaps(sessionId: string): Promise<SpooledHeatmap[]> {
    return this.#on((spool) => spool.heatmaps(sessionId));
  }

  async remove(sessionId: string): Promise<void> {
    this.#copies.delete(sessionId);
    await this.#on((spool) => spool.remove(sessionId));
  }

  async keepAnswers(answers: SpooledAnswers): Promise<void> {
    this.#answers.set(answers.sessionId, answers);
    await this.#on((spool) => spool.keepAnswers(answers));
  }

  answers(): Promise<SpooledAnswers[]> {
    return this.#on((spool) => spool.answers());
  }

  async forgetAnswers(sessionId: string): Promise<void> {
    this.#answers.delete(sessionId);
    await this.#on((spool) => spool.forgetAnswers(sessionId));
  }

  close(): void {
    this.#spool.close();
  }

  /** Works on the current spool, else on one opened again, else on one in memory. */
  async #on<T>(work: (spool: Spool, isOther: boolean) => Promise<T>): Promise<T> {
    for (let losses = 0; ; losses += 1) {
      const spool = this.#spool;
      try {
        return await work(spool, losses > 0);
      } catch (error) {
        const isLost = isStorageLost(error) || (losses === 0 && this.#isMissing(error));
        if (!isLost || losses > LOSSES_BEFORE_MEMORY) throw error;
        console.warn('The browser lost its storage.', error);
        await this.#replace(spool, { error, isOpenedAgain: losses < LOSSES_BEFORE_MEMORY });
      }
    }
  }

  /** A session recorded in this tab must be there. */
  #isMissing(error: unknown): boolean {
    return error instanceof NotSpooledError && this.#copies.has(error.sessionId);
  }

  /** One replacement at a time; later callers wait for it. */
  async #replace(lost: Spool, loss: Loss): Promise<void> {
    if (this.#spool !== lost) return;
    this.#replacing ??= this.#put(loss).finally(() => {
      this.#replacing = null;
      if (this.#spool !== lost) lost.close();
    });
    await this.#replacing;
  }

  async #put({ error, isOpenedAgain }: Loss): Promise<void> {
    let refusal = error;
    for (const pauseMs of isOpenedAgain ? PAUSES_BEFORE_OPENING_MS : []) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      try {
        this.#spool = await this.#filled(await this.#open());
        return;
      } catch (failure) {
        refusal = failure;
      }
    }
    // Data that is in no copy may still be on the disk.
    if (![...this.#copies.values()].every(({ isWhole }) => isWhole)) throw refusal;
    this.#spool = await this.#filled(new MemorySpool(this.maxBytes));
  }

  async #filled(spool: Spool): Promise<Spool> {
    for (const copy of this.#copies.values()) await copy.putInto(spool);
    for (const answers of this.#answers.values()) await spool.keepAnswers(answers);
    return spool;
  }
}

function isStorageLost(error: unknown): boolean {
  return error instanceof DOMException && lostNames.has(error.name);
}
