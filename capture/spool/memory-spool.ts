// The spool in memory: for browsers that give no storage, and the reference of the conformance suite.
import type { RawEvent } from '#contract/events.ts';
import {
  assertKept,
  joinPieces,
  type NewSession,
  NotSpooledError,
  newlySpooled,
  type Piece,
  SPOOL_MAX_BYTES,
  type Spool,
  type SpooledAnswers,
  type SpooledHeatmap,
  type SpooledSession,
  type Stretch,
  withPiece,
} from './spool.ts';

interface Kept {
  session: SpooledSession;
  pieces: Pick<Piece, 'offset' | 'bytes'>[];
  events: Map<number, RawEvent>;
  heatmaps: Map<string, SpooledHeatmap>;
}

export class MemorySpool implements Spool {
  readonly durable = false;
  readonly #kept = new Map<string, Kept>();
  readonly #answers = new Map<string, SpooledAnswers>();
  readonly maxBytes: number;

  constructor(maxBytes = SPOOL_MAX_BYTES) {
    this.maxBytes = maxBytes;
  }

  async begin(session: NewSession, startBytes = 0): Promise<void> {
    if (this.#kept.has(session.sessionId)) throw new Error('This session is spooled already.');
    const kept = { session: newlySpooled(session, startBytes), pieces: [] };
    this.#kept.set(session.sessionId, { ...kept, events: new Map(), heatmaps: new Map() });
  }

  async get(sessionId: string): Promise<SpooledSession | null> {
    return this.#kept.get(sessionId)?.session ?? null;
  }

  async list(): Promise<SpooledSession[]> {
    const sessions = [...this.#kept.values()].map(({ session }) => session);
    return sessions.sort((a, b) => a.createdAtMs - b.createdAtMs);
  }

  async finishing(sessionId: string, how: { sharingEnded: boolean }): Promise<void> {
    const kept = this.#of(sessionId);
    kept.session = { ...kept.session, state: 'finishing', ...how };
  }

  async append(sessionId: string, piece: Piece): Promise<void> {
    const kept = this.#of(sessionId);
    kept.session = withPiece(kept.session, piece, this.maxBytes);
    kept.pieces.push({ offset: piece.offset, bytes: piece.bytes });
  }

  async read(sessionId: string, from: Stretch): Promise<Uint8Array<ArrayBuffer>> {
    const { session, pieces } = this.#of(sessionId);
    assertKept(session, from.offset);
    const end = from.offset + from.maxBytes;
    const inside = pieces.filter(
      ({ offset, bytes }) => offset + bytes.length > from.offset && offset < end,
    );
    return joinPieces(inside, from);
  }

  async release(sessionId: string, offset: number): Promise<void> {
    const kept = this.#of(sessionId);
    const releasedBytes = Math.max(kept.session.releasedBytes, offset);
    kept.session = { ...kept.session, releasedBytes };
    kept.pieces = kept.pieces.filter((piece) => piece.offset + piece.bytes.length > offset);
  }

  async addEvents(sessionId: string, events: readonly RawEvent[]): Promise<void> {
    const kept = this.#of(sessionId);
    for (const event of events) kept.events.set(event.seq, event);
  }

  async events(sessionId: string): Promise<RawEvent[]> {
    return [...this.#of(sessionId).events.values()].sort((a, b) => a.seq - b.seq);
  }

  async putHeatmap(sessionId: string, heatmap: SpooledHeatmap): Promise<void> {
    this.#of(sessionId).heatmaps.set(heatmap.screenId, heatmap);
  }

  async heatmaps(sessionId: string): Promise<SpooledHeatmap[]> {
    return [...this.#of(sessionId).heatmaps.values()].sort(byScreen);
  }

  async remove(sessionId: string): Promise<void> {
    this.#kept.delete(sessionId);
  }

  async keepAnswers(kept: SpooledAnswers): Promise<void> {
    this.#answers.set(kept.sessionId, kept);
  }

  async answers(): Promise<SpooledAnswers[]> {
    return [...this.#answers.values()];
  }

  async forgetAnswers(sessionId: string): Promise<void> {
    this.#answers.delete(sessionId);
  }

  close(): void {
    this.#kept.clear();
    this.#answers.clear();
  }

  #of(sessionId: string): Kept {
    const kept = this.#kept.get(sessionId);
    if (!kept) throw new NotSpooledError(sessionId);
    return kept;
  }
}

function byScreen(a: SpooledHeatmap, b: SpooledHeatmap): number {
  return a.screenId < b.screenId ? -1 : 1;
}
