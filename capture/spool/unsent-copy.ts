// A copy of a session's unsent data in this tab's memory: the browser's storage may be lost.
import type { RawEvent } from '#contract/events.ts';
import type { NewSession, Piece, Spool, SpooledHeatmap } from './spool.ts';

/** About a minute of recording: usually one second is unsent, and 20 minutes do not fit into memory. */
const COPY_MAX_BYTES = 16 * 1024 ** 2;

/** The copy of one session, as long as this tab records it. */
export class UnsentCopy {
  readonly #session: NewSession;
  readonly #maxBytes: number;
  #pieces: Piece[] = [];
  #events: RawEvent[] = [];
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
    for (const heatmap of this.#heatmaps.values()) await spool.putHeatmap(sessionId, heatmap);
  }

  get #startBytes(): number {
    return this.#pieces[0]?.offset ?? this.#endBytes;
  }
}
