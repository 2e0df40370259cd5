// The spool in IndexedDB: survives a closed tab, a crash of the browser and a restart.
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { RawEvent } from '#contract/events.ts';
import {
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
  SpoolFullError,
  type Stretch,
  spooledAnswers,
  spooledSession,
  spooledStep,
  withPiece,
} from './spool.ts';

interface Tables extends DBSchema {
  sessions: { key: string; value: SpooledSession };
  /** Key: session and offset in the recording. */
  pieces: { key: [string, number]; value: Uint8Array<ArrayBuffer> };
  events: { key: [string, number]; value: RawEvent };
  /** Key: session and step. */
  steps: { key: [string, number]; value: SpooledStep };
  heatmaps: { key: [string, string]; value: Blob };
  /** Answers to cards and questions that the server does not have. Key: session and step. */
  taskAnswers: { key: [string, number]; value: SpooledAnswers };
  /** Answers as version 2 stored them, by session. */
  answers: { key: string; value: Omit<Extract<SpooledAnswers, { answers: unknown }>, 'step'> };
}
type Table = 'sessions' | 'pieces' | 'events' | 'steps' | 'heatmaps' | 'taskAnswers';
type Change = IDBPTransaction<Tables, Table[], 'readwrite'>;

/** 2: answers; 3: answers to each task; 4: steps. */
const VERSION = 4;

/** Opens (and makes) the spool; rejects where the browser gives no storage. */
export async function openIndexedDbSpool(
  options: { name?: string; maxBytes?: number } = {},
): Promise<Spool> {
  const db = await openDB<Tables>(options.name ?? 'tryout-spool', VERSION, {
    async upgrade(...[opened, from, , tables]) {
      if (from < 1) {
        opened.createObjectStore('sessions', { keyPath: 'sessionId' });
        opened.createObjectStore('pieces');
        opened.createObjectStore('events');
        opened.createObjectStore('heatmaps');
      }
      opened.createObjectStore('steps');
      if (from > 2) return;
      const answers = opened.createObjectStore('taskAnswers', { keyPath: ['sessionId', 'step'] });
      if (from < 2) return;
      for (const older of await tables.objectStore('answers').getAll()) {
        await answers.put({ ...older, step: 0 });
      }
      opened.deleteObjectStore('answers');
    },
    // Lets a newer version of the page in another tab open it.
    blocking: () => db.close(),
  });
  return new IndexedDbSpool(db, options.maxBytes ?? SPOOL_MAX_BYTES);
}

class IndexedDbSpool implements Spool {
  readonly durable = true;
  readonly #db: IDBPDatabase<Tables>;
  readonly maxBytes: number;

  constructor(db: IDBPDatabase<Tables>, maxBytes: number) {
    this.#db = db;
    this.maxBytes = maxBytes;
  }

  begin(session: NewSession, startBytes = 0): Promise<void> {
    return this.#change(async (tables) => {
      await tables.objectStore('sessions').add(newlySpooled(session, startBytes));
    });
  }

  async get(sessionId: string): Promise<SpooledSession | null> {
    return parse(await this.#db.get('sessions', sessionId));
  }

  async list(): Promise<SpooledSession[]> {
    const stored = (await this.#db.getAll('sessions')).map(parse);
    const sessions = stored.filter((session) => session !== null);
    return sessions.sort((a, b) => a.createdAtMs - b.createdAtMs);
  }

  finishing(sessionId: string, end: RecordingEnd): Promise<void> {
    const state = { state: 'finishing', end } as const;
    return this.#tryToNote(sessionId, (session) => ({ ...session, ...state }));
  }

  append(sessionId: string, piece: Piece): Promise<void> {
    return this.#changeSession(sessionId, async (session, tables) => {
      const changed = withPiece(session, piece, this.maxBytes);
      await tables.objectStore('pieces').add(piece.bytes, [sessionId, piece.offset]);
      return changed;
    });
  }

  async read(sessionId: string, from: Stretch): Promise<Uint8Array<ArrayBuffer>> {
    const tables = this.#db.transaction(['sessions', 'pieces']);
    // The requests below fail with it.
    tables.done.catch(() => undefined);
    const session = await tables.objectStore('sessions').get(sessionId);
    assertSpooled(required(sessionId, session), from.offset);
    const store = tables.objectStore('pieces');
    const before = IDBKeyRange.bound([sessionId, 0], [sessionId, from.offset]);
    const first = await store.openKeyCursor(before, 'prev');
    const [, start] = first?.key ?? [sessionId, from.offset];
    const range = IDBKeyRange.bound([sessionId, start], [sessionId, Number.POSITIVE_INFINITY]);
    const pieces: Pick<Piece, 'offset' | 'bytes'>[] = [];
    const end = from.offset + from.maxBytes;
    let cursor = await store.openCursor(range);
    while (cursor && cursor.key[1] < end) {
      pieces.push({ offset: cursor.key[1], bytes: cursor.value });
      cursor = await cursor.continue();
    }
    return joinPieces(pieces, from);
  }

  async release(sessionId: string, offset: number): Promise<void> {
    await this.#dropBelow(sessionId, offset);
    await this.#tryToNote(sessionId, (session) => ({
      ...session,
      releasedBytes: Math.max(session.releasedBytes, offset),
    }));
  }

  /** Nothing but deleting: with the quota used up, a transaction that writes as well is refused. */
  #dropBelow(sessionId: string, offset: number): Promise<void> {
    return this.#change(async (tables) => {
      const stored = await tables.objectStore('sessions').get(sessionId);
      const session = required(sessionId, stored);
      const pieces = tables.objectStore('pieces');
      // Pieces have no gaps: all that start at or below the offset end there too, but the last, unless it is the end.
      const below = IDBKeyRange.bound([sessionId, 0], [sessionId, offset]);
      const last = (await pieces.openKeyCursor(below, 'prev'))?.key;
      const isAll = offset >= session.spooledBytes;
      if (last) await pieces.delete(IDBKeyRange.bound([sessionId], last, false, !isAll));
    });
  }

  /**
   * Notes what is useful and not required: the server's offset is the truth, and any state is finished. A full
   * spool leaves it out.
   */
  async #tryToNote(
    sessionId: string,
    change: (session: SpooledSession) => SpooledSession,
  ): Promise<void> {
    try {
      await this.#changeSession(sessionId, change);
    } catch (error) {
      if (!(error instanceof SpoolFullError)) throw error;
    }
  }

  addEvents(sessionId: string, events: readonly RawEvent[]): Promise<void> {
    return this.#changeSession(sessionId, async (session, tables) => {
      const store = tables.objectStore('events');
      await Promise.all(events.map((event) => store.put(event, [sessionId, event.seq])));
      return session;
    });
  }

  events(sessionId: string): Promise<RawEvent[]> {
    return this.#db.getAll('events', all(sessionId));
  }

  putStep(sessionId: string, entry: SpooledStep): Promise<void> {
    return this.#changeSession(sessionId, async (session, tables) => {
      await tables.objectStore('steps').put(entry, [sessionId, entry.step]);
      return session;
    });
  }

  async steps(sessionId: string): Promise<SpooledStep[]> {
    const stored = await this.#db.getAll('steps', all(sessionId));
    return stored.flatMap((entry) => spooledStep.safeParse(entry).data ?? []);
  }

  putHeatmap(sessionId: string, { screenId, png }: SpooledHeatmap): Promise<void> {
    return this.#changeSession(sessionId, async (session, tables) => {
      await tables.objectStore('heatmaps').put(png, [sessionId, screenId]);
      return session;
    });
  }

  async heatmaps(sessionId: string): Promise<SpooledHeatmap[]> {
    const found: SpooledHeatmap[] = [];
    const tables = this.#db.transaction('heatmaps');
    tables.done.catch(() => undefined);
    let cursor = await tables.store.openCursor(all(sessionId));
    while (cursor) {
      found.push({ screenId: cursor.key[1], png: cursor.value });
      cursor = await cursor.continue();
    }
    return found;
  }

  remove(sessionId: string): Promise<void> {
    return this.#change(async (tables) => {
      const parts = (['pieces', 'events', 'steps', 'heatmaps'] as const).map((name) =>
        tables.objectStore(name).delete(all(sessionId)),
      );
      await Promise.all([...parts, tables.objectStore('sessions').delete(sessionId)]);
    });
  }

  keepAnswers(stored: SpooledAnswers): Promise<void> {
    return this.#change(async (tables) => {
      await tables.objectStore('taskAnswers').put(stored);
    });
  }

  async answers(): Promise<SpooledAnswers[]> {
    const stored = await this.#db.getAll('taskAnswers');
    return stored.flatMap((answers) => spooledAnswers.safeParse(answers).data ?? []);
  }

  forgetAnswers({ sessionId, step }: Pick<SpooledAnswers, 'sessionId' | 'step'>): Promise<void> {
    return this.#db.delete('taskAnswers', [sessionId, step]);
  }

  close(): void {
    this.#db.close();
  }

  #changeSession(
    sessionId: string,
    change: (session: SpooledSession, tables: Change) => SpooledSession | Promise<SpooledSession>,
  ): Promise<void> {
    return this.#change(async (tables) => {
      const sessions = tables.objectStore('sessions');
      const session = required(sessionId, await sessions.get(sessionId));
      const changed = await change(session, tables);
      if (changed !== session) await sessions.put(changed);
    });
  }

  /** One transaction: all of it is on the disk when this answers, or nothing is. */
  async #change(work: (tables: Change) => Promise<void>): Promise<void> {
    const stores: Table[] = ['sessions', 'pieces', 'events', 'steps', 'heatmaps', 'taskAnswers'];
    // 'strict' waits for the disk and not for the system's cache (IndexedDB 3.0, durability hint).
    const tables = this.#db.transaction(stores, 'readwrite', { durability: 'strict' });
    const outcome = tables.done.catch((error: unknown) => {
      throw asSpoolError(error);
    });
    try {
      await work(tables);
    } catch (error) {
      if (!(error instanceof DOMException)) tables.abort();
      // The transaction fails too; this error has the reason.
      await outcome.catch(() => undefined);
      throw asSpoolError(error);
    }
    await outcome;
  }
}

function all(sessionId: string): IDBKeyRange {
  // Arrays sort behind numbers and texts (IndexedDB 3.0, compare two keys).
  return IDBKeyRange.bound([sessionId], [sessionId, []]);
}

function required(sessionId: string, stored: SpooledSession | undefined): SpooledSession {
  if (!stored) throw new NotSpooledError(sessionId);
  return stored;
}

/** Sessions that another version of this page stored in another shape are left alone. */
function parse(stored: unknown): SpooledSession | null {
  const session = spooledSession.safeParse(stored);
  return session.success ? session.data : null;
}

function asSpoolError(error: unknown): unknown {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull ? new SpoolFullError() : error;
}
