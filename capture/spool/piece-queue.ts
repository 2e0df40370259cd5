// Recorder → spool: pieces are appended in order; what the spool can't take waits in memory.
import { type Observable, Store } from '../store.ts';
import { type Spool, SpoolFullError } from './spool.ts';

export interface PieceQueueState {
  /** `waiting`: the spool takes nothing right now; `full`: memory is used up as well. */
  space: 'ok' | 'waiting' | 'full';
  /** Bytes stored in the spool since the start. */
  spooledBytes: number;
  /** Bytes in memory only. */
  waitingBytes: number;
}

/** About a minute of recording: time for the upload to free space; a crash of the tab loses no more. */
export const WAITING_MAX_BYTES = 16 * 1024 ** 2;
/** Delay before a full spool is tried again. */
const RETRY_MS = 1000;

export class PieceQueue implements Observable<PieceQueueState> {
  readonly #state = new Store<PieceQueueState>({ space: 'ok', spooledBytes: 0, waitingBytes: 0 });
  readonly #spool: Spool;
  readonly #sessionId: string;
  /** Appends run one behind the other. */
  #tail: Promise<void> = Promise.resolve();

  subscribe = this.#state.subscribe;
  getSnapshot = this.#state.getSnapshot;

  readonly #waitingMaxBytes: number;

  constructor(spool: Spool, sessionId: string, waitingMaxBytes = WAITING_MAX_BYTES) {
    this.#spool = spool;
    this.#sessionId = sessionId;
    this.#waitingMaxBytes = waitingMaxBytes;
  }

  /** Takes a piece of the recording at `recordedMs` from its start. */
  add(bytes: Uint8Array<ArrayBuffer>, recordedMs: number): void {
    this.#count(bytes.length);
    this.#tail = this.#tail.then(() => this.#keep(bytes, recordedMs));
  }

  /** Answers when everything added so far is in the spool. */
  async settled(): Promise<void> {
    await this.#tail;
  }

  async #keep(bytes: Uint8Array<ArrayBuffer>, recordedMs: number): Promise<void> {
    while (!(await this.#append(bytes, recordedMs))) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    const spooledBytes = this.#state.getSnapshot().spooledBytes + bytes.length;
    this.#state.merge({ spooledBytes, space: 'ok' });
    this.#count(-bytes.length);
  }

  async #append(bytes: Uint8Array<ArrayBuffer>, recordedMs: number): Promise<boolean> {
    const offset = this.#state.getSnapshot().spooledBytes;
    try {
      await this.#spool.append(this.#sessionId, { offset, bytes, recordedMs });
      return true;
    } catch (error) {
      if (!(error instanceof SpoolFullError)) console.error('A piece could not be kept.', error);
      this.#state.merge({ space: this.#spaceWhileWaiting() });
      return this.#isKeptAlready(offset + bytes.length);
    }
  }

  /** A write whose answer was lost (the disk came back after an error) must not be doubled. */
  async #isKeptAlready(end: number): Promise<boolean> {
    try {
      const session = await this.#spool.get(this.#sessionId);
      return session?.spooledBytes === end;
    } catch {
      // The spool does not answer; the failed append is logged.
      return false;
    }
  }

  #count(bytes: number): void {
    const now = this.#state.getSnapshot();
    const waitingBytes = now.waitingBytes + bytes;
    this.#state.merge({ waitingBytes });
    if (now.space !== 'ok') this.#state.merge({ space: this.#spaceWhileWaiting() });
  }

  #spaceWhileWaiting(): 'waiting' | 'full' {
    return this.#state.getSnapshot().waitingBytes > this.#waitingMaxBytes ? 'full' : 'waiting';
  }
}
