// Recorder → spool: pieces are appended in order; what the spool can't take waits in memory.
import { type Observable, Store } from '../store.ts';
import { type Piece, type Spool, type SpooledSession, SpoolFullError } from './spool.ts';

export interface PieceQueueState {
  /** `waiting`: the spool takes nothing right now; `full`: memory is used up as well. */
  space: 'ok' | 'waiting' | 'full';
  /** Bytes stored in the spool since the recording's start. */
  spooledBytes: number;
  /** Bytes in memory only. */
  waitingBytes: number;
}

/** About a minute of recording: time for the upload to free space; a crash of the tab loses no more. */
export const WAITING_MAX_BYTES = 16 * 1024 ** 2;
/** Delay before a full spool is tried again. */
const RETRY_MS = 1000;

export class PieceQueue implements Observable<PieceQueueState> {
  readonly #state: Store<PieceQueueState>;
  readonly #spool: Spool;
  readonly #sessionId: string;
  /** Appends run one behind the other. */
  #tail: Promise<void> = Promise.resolve();

  subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);
  getSnapshot = (): PieceQueueState => this.#state.getSnapshot();

  readonly #waitingMaxBytes: number;

  /** @param session as it is in the spool, whose end the first piece follows */
  constructor(
    spool: Spool,
    { sessionId, spooledBytes }: Pick<SpooledSession, 'sessionId' | 'spooledBytes'>,
    waitingMaxBytes = WAITING_MAX_BYTES,
  ) {
    this.#state = new Store<PieceQueueState>({ space: 'ok', spooledBytes, waitingBytes: 0 });
    this.#spool = spool;
    this.#sessionId = sessionId;
    this.#waitingMaxBytes = waitingMaxBytes;
  }

  /** Takes the next piece of the recording. */
  add(piece: Omit<Piece, 'offset'>): void {
    this.#count(piece.bytes.length);
    this.#tail = this.#tail.then(() => this.#keep(piece));
  }

  /** Answers when everything added so far is in the spool. */
  async settled(): Promise<void> {
    await this.#tail;
  }

  async #keep(piece: Omit<Piece, 'offset'>): Promise<void> {
    const { bytes } = piece;
    while (!(await this.#append(piece))) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    const spooledBytes = this.#state.getSnapshot().spooledBytes + bytes.length;
    this.#state.merge({ spooledBytes, space: 'ok' });
    this.#count(-bytes.length);
  }

  async #append(piece: Omit<Piece, 'offset'>): Promise<boolean> {
    const offset = this.#state.getSnapshot().spooledBytes;
    try {
      await this.#spool.append(this.#sessionId, { ...piece, offset });
      return true;
    } catch (error) {
      if (!(error instanceof SpoolFullError)) console.error('A piece could not be kept.', error);
      this.#state.merge({ space: this.#spaceWhileWaiting() });
      return this.#isKeptAlready(offset + piece.bytes.length);
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
