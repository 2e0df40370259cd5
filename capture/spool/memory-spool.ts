// The spool in memory: for browsers that give no storage, and the reference of the conformance suite.
import type { RawEvent } from '#contract/events.ts';
import {
  answersKey,
  assertSpooled,
  joinPieces,
  type NewSession,
  NotSpooledError,
  newlySpooled,
  type Piece,
  type RecordingEnd,
  SPOOL_MAX_BYTES,
  type Spool,
  type SpooledAnswers,
  type SpooledHeatmap,
  type SpooledSession,
  type SpooledStep,
  type Stretch,
  withPiece,
} from './spool.ts';

interface SessionEntry {
  session: SpooledSession;
  pieces: Pick<Piece, 'offset' | 'bytes'>[];
  events: Map<number, RawEvent>;
  steps: Map<number, SpooledStep>;
  heatmaps: Map<string, SpooledHeatmap>;
}

export class MemorySpool implements Spool {
  readonly durable = false;
  readonly #sessions = new Map<string, SessionEntry>();
  readonly #answers = new Map<string, SpooledAnswers>();
  readonly maxBytes: number;

  constructor(maxBytes = SPOOL_MAX_BYTES) {
    this.maxBytes = maxBytes;
  }

  async begin(session: NewSession, startBytes = 0): Promise<void> {
    if (this.#sessions.has(session.sessionId)) throw new Error('This session is spooled already.');
    this.#sessions.set(session.sessionId, {
      session: newlySpooled(session, startBytes),
      pieces: [],
      events: new Map(),
      steps: new Map(),
      heatmaps: new Map(),
    });
  }

  async get(sessionId: string): Promise<SpooledSession | null> {
    return this.#sessions.get(sessionId)?.session ?? null;
  }

  async list(): Promise<SpooledSession[]> {
    const sessions = [...this.#sessions.values()].map(({ session }) => session);
    return sessions.sort((a, b) => a.createdAtMs - b.createdAtMs);
  }

  async finishing(sessionId: string, end: RecordingEnd): Promise<void> {
    const entry = this.#of(sessionId);
    entry.session = { ...entry.session, state: 'finishing', end };
  }

  async append(sessionId: string, piece: Piece): Promise<void> {
    const entry = this.#of(sessionId);
    entry.session = withPiece(entry.session, piece, this.maxBytes);
    entry.pieces.push({ offset: piece.offset, bytes: piece.bytes });
  }

  async read(sessionId: string, from: Stretch): Promise<Uint8Array<ArrayBuffer>> {
    const { session, pieces } = this.#of(sessionId);
    assertSpooled(session, from.offset);
    const end = from.offset + from.maxBytes;
    const inside = pieces.filter(
      ({ offset, bytes }) => offset + bytes.length > from.offset && offset < end,
    );
    return joinPieces(inside, from);
  }

  async release(sessionId: string, offset: number): Promise<void> {
    const entry = this.#of(sessionId);
    const releasedBytes = Math.max(entry.session.releasedBytes, offset);
    entry.session = { ...entry.session, releasedBytes };
    entry.pieces = entry.pieces.filter((piece) => piece.offset + piece.bytes.length > offset);
  }

  async addEvents(sessionId: string, events: readonly RawEvent[]): Promise<void> {
    const entry = this.#of(sessionId);
    for (const event of events) entry.events.set(event.seq, event);
  }

  async events(sessionId: string): Promise<RawEvent[]> {
    return [...this.#of(sessionId).events.values()].sort((a, b) => a.seq - b.seq);
  }

  async putStep(sessionId: string, entry: SpooledStep): Promise<void> {
    this.#of(sessionId).steps.set(entry.step, entry);
  }

  async steps(sessionId: string): Promise<SpooledStep[]> {
    return [...this.#of(sessionId).steps.values()].sort((a, b) => a.step - b.step);
  }

  async putHeatmap(sessionId: string, heatmap: SpooledHeatmap): Promise<void> {
    this.#of(sessionId).heatmaps.set(heatmap.screenId, heatmap);
  }

  async heatmaps(sessionId: string): Promise<SpooledHeatmap[]> {
    return [...this.#of(sessionId).heatmaps.values()].sort(byScreen);
  }

  async remove(sessionId: string): Promise<void> {
    this.#sessions.delete(sessionId);
  }

  async keepAnswers(entry: SpooledAnswers): Promise<void> {
    this.#answers.set(answersKey(entry), entry);
  }

  async answers(): Promise<SpooledAnswers[]> {
    return [...this.#answers.values()];
  }

  async forgetAnswers(answers: Pick<SpooledAnswers, 'sessionId' | 'step'>): Promise<void> {
    this.#answers.delete(answersKey(answers));
  }

  close(): void {
    this.#sessions.clear();
    this.#answers.clear();
  }

  #of(sessionId: string): SessionEntry {
    const entry = this.#sessions.get(sessionId);
    if (!entry) throw new NotSpooledError(sessionId);
    return entry;
  }
}

function byScreen(a: SpooledHeatmap, b: SpooledHeatmap): number {
  return a.screenId < b.screenId ? -1 : 1;
}
