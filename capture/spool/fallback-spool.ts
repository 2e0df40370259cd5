// A spool that survives the loss of the browser's storage, for example when the site's data is cleared or the disk fails.
// It opens the storage again, or continues in memory, and restores from memory what the server does not have yet.
import type { RawEvent } from '#contract/events.ts';
import { MemorySpool } from './memory-spool.ts';
import {
  answersKey,
  type NewSession,
  NotSpooledError,
  type Piece,
  type RecordingEnd,
  type Spool,
  type SpooledAnswers,
  type SpooledHeatmap,
  type SpooledSession,
  type SpooledStep,
  type Stretch,
} from './spool.ts';

/** Names of IndexedDB's errors after it was closed, cleared or damaged. A full disk is a SpoolFullError instead. */
const lostNames = new Set([
  'AbortError',
  'InvalidStateError',
  'NotFoundError',
  'NotReadableError',
  'TimeoutError',
  'UnknownError',
]);

/** Pauses before the attempts to open the storage again. A browser that clears a site's data may close it for some 100 ms. */
const PAUSES_BEFORE_OPENING_MS = [0, 100, 400, 1000];

/** Number of losses during one call after which the spool continues in memory. */
const LOSSES_BEFORE_MEMORY = 2;

interface Loss {
  error: unknown;
  /** The storage is opened again; otherwise memory replaces it at once. */
  isOpenedAgain: boolean;
}

export class FallbackSpool implements Spool {
  readonly #open: () => Promise<Spool>;
  readonly #copies = new Map<string, UnsentCopy>();
  readonly #answers = new Map<string, SpooledAnswers>();
  #spool: Spool;
  #replacing: Promise<void> | null = null;

  /** @param open opens a new spool over the storage; rejects if the browser provides none */
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

  finishing(sessionId: string, end: RecordingEnd): Promise<void> {
    return this.#on((spool) => spool.finishing(sessionId, end));
  }

  append(sessionId: string, piece: Piece): Promise<void> {
    const copy = this.#copies.get(sessionId);
    copy?.add(piece);
    return this.#on(async (spool, isOther) => {
      // A new spool may already have the piece: from the copy, or because it was stored before the storage failed.
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

  async putStep(sessionId: string, entry: SpooledStep): Promise<void> {
    this.#copies.get(sessionId)?.putStep(entry);
    await this.#on((spool) => spool.putStep(sessionId, entry));
  }

  steps(sessionId: string): Promise<SpooledStep[]> {
    return this.#on((spool) => spool.steps(sessionId));
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
    this.#answers.set(answersKey(answers), answers);
    await this.#on((spool) => spool.keepAnswers(answers));
  }

  answers(): Promise<SpooledAnswers[]> {
    return this.#on((spool) => spool.answers());
  }

  async forgetAnswers(answers: Pick<SpooledAnswers, 'sessionId' | 'step'>): Promise<void> {
    this.#answers.delete(answersKey(answers));
    await this.#on((spool) => spool.forgetAnswers(answers));
  }

  close(): void {
    this.#spool.close();
  }

  /** Runs the work on the current spool, and after a loss on its replacement. */
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

  /** Returns true if a session that this tab recorded is missing, which means that the storage was cleared. */
  #isMissing(error: unknown): boolean {
    return error instanceof NotSpooledError && this.#copies.has(error.sessionId);
  }

  /** Replaces the lost spool. Simultaneous callers wait for the same replacement. */
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
    // Memory can replace the storage only if the copies are complete; other data may still be on the disk.
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

// A copy of a session's unsent data in this tab's memory: the browser's storage may be lost.

/** About a minute of recording: usually one second is unsent, and 20 minutes do not fit into memory. */
const COPY_MAX_BYTES = 16 * 1024 ** 2;

/** The copy of one session, as long as this tab records it. */
class UnsentCopy {
  readonly #session: NewSession;
  readonly #maxBytes: number;
  #pieces: Piece[] = [];
  #events: RawEvent[] = [];
  readonly #steps = new Map<number, SpooledStep>();
  readonly #heatmaps = new Map<string, SpooledHeatmap>();
  #releasedBytes = 0;
  #endBytes = 0;

  constructor(session: NewSession, maxBytes = COPY_MAX_BYTES) {
    this.#session = session;
    this.#maxBytes = maxBytes;
  }

  /** Bytes recorded so far. */
  get endBytes(): number {
    return this.#endBytes;
  }

  /** Returns whether all bytes that the server lacks are here. */
  get isWhole(): boolean {
    return this.#startBytes <= this.#releasedBytes;
  }

  /** Takes the next piece; the same one again changes nothing. */
  add(piece: Piece): void {
    if (piece.offset !== this.#endBytes) return;
    this.#endBytes += piece.bytes.length;
    this.#pieces.push(piece);
    while (this.#endBytes - this.#startBytes > this.#maxBytes) this.#pieces.shift();
  }

  addEvents(events: readonly RawEvent[]): void {
    this.#events = [...this.#events, ...events];
  }

  putStep(entry: SpooledStep): void {
    this.#steps.set(entry.step, entry);
  }

  putHeatmap(heatmap: SpooledHeatmap): void {
    this.#heatmaps.set(heatmap.screenId, heatmap);
  }

  /** The server has everything below the offset. */
  release(offset: number): void {
    this.#releasedBytes = Math.max(this.#releasedBytes, offset);
    this.#pieces = this.#pieces.filter((piece) => piece.offset + piece.bytes.length > offset);
  }

  /** Makes a spool have what is here; what it has already stays. */
  async putInto(spool: Spool): Promise<void> {
    const { sessionId } = this.#session;
    const spooled = await spool.get(sessionId);
    if (!spooled) await spool.begin(this.#session, this.#startBytes);
    const fromBytes = spooled?.spooledBytes ?? this.#startBytes;
    for (const piece of this.#pieces) {
      if (piece.offset >= fromBytes) await spool.append(sessionId, piece);
    }
    await spool.addEvents(sessionId, this.#events);
    for (const entry of this.#steps.values()) await spool.putStep(sessionId, entry);
    for (const heatmap of this.#heatmaps.values()) await spool.putHeatmap(sessionId, heatmap);
  }

  get #startBytes(): number {
    return this.#pieces[0]?.offset ?? this.#endBytes;
  }
}
