// Reads every session of an installation again and reports the changes (npm run reread).
import type { SessionId } from '#contract/ids.ts';
import type { Reading } from '#insight/reading.ts';
import type { RunReading } from '#insight/task-runs.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { PrototypeHost } from '#server/prototypes/prototype-hosts.ts';
import { findReading } from './find-reading.db.ts';
import { closedSessions, lockReading } from './renew.flow.ts';
import { readMessages } from './session-reading.db.ts';
import { asStored, storeReading } from './store-reading.ts';

interface RereadParts {
  db: Database;
  prototypeHosts: readonly PrototypeHost[];
}

/** Kinds of change, each with what it compares of a run; a session may have several. */
const kinds = {
  'number of clicks': ({ clicks }: Reading) => clicks.map(({ seq }) => seq),
  'screen or place of clicks': ({ clicks }: Reading) =>
    clicks.map((click) => [click.seq, click.screenId, click.x, click.y, click.unplaced]),
  'what clicks hit': ({ clicks }: Reading) =>
    clicks.map((click) => [
      ...[click.seq, click.reacted, click.targetId, click.behindOverlay],
      ...[click.isFirst, click.place],
    ]),
  'visits or path': ({ visits, path, pathAtMs }: Reading) => [
    path,
    pathAtMs,
    visits.map((visit) => [visit.screenId, visit.enteredAtMs, visit.leftAtMs, visit.inHistory]),
  ],
  'skipped presses': ({ skipped }: Reading) => [
    ...[skipped.echo, skipped.navigationRace, skipped.withoutPosition, skipped.withoutScreen],
  ],
  'state of the prototype': ({ prototypeState }: Reading) => prototypeState,
  'tasks and their ends': (_: Reading, { step, ended }: RunReading) => [step, ended],
};

export interface Reread {
  sessions: number;
  /** Sessions whose reading changed. */
  changed: number;
  /** Sessions that had no reading. */
  first: number;
  failed: number;
  /** Sessions by kind of change. */
  byKind: Map<string, number>;
}

/** Harmless beside running servers: each session is read in a transaction of its own that holds its recording. */
export async function rereadAll(
  parts: RereadParts,
  tell: { progress(done: number, of: number): void; failed(id: SessionId, error: unknown): void },
): Promise<Reread> {
  const sum: Reread = { sessions: 0, changed: 0, first: 0, failed: 0, byKind: new Map() };
  const all = await closedSessions(parts.db);
  for (const [at, sessionId] of all.entries()) {
    try {
      addTo(sum, await rereadSession(parts, sessionId));
    } catch (error) {
      sum.failed += 1;
      tell.failed(sessionId, error);
    }
    tell.progress(at + 1, all.length);
  }
  return sum;
}

function addTo(sum: Reread, changes: string[] | 'first' | null): void {
  if (changes === null) return;
  sum.sessions += 1;
  if (changes === 'first') sum.first += 1;
  else if (changes.length > 0) {
    sum.changed += 1;
    for (const kind of changes) sum.byKind.set(kind, (sum.byKind.get(kind) ?? 0) + 1);
  }
}

/** Returns null if the session is deleted or still runs. */
async function rereadSession(
  { db: pool, prototypeHosts }: RereadParts,
  sessionId: SessionId,
): Promise<string[] | 'first' | null> {
  return await pool.transaction().execute(async (db) => {
    const session = await lockReading(db, sessionId);
    if (!session) return null;
    const before = await findReading(db, sessionId);
    const reading = await readMessages({ prototypeHosts }, db, { sessionId, ...session });
    const { runs } = reading;
    const changes = before ? changesOf(before.runs, runs) : [];
    if (!before || before.isDue || changes.length > 0) await storeReading(db, sessionId, reading);
    return before ? changes : 'first';
  });
}

function changesOf(before: readonly RunReading[], now: readonly RunReading[]): string[] {
  return Object.entries(kinds).flatMap(([kind, of]) => {
    const [one, other] = [before, now].map((runs) =>
      JSON.stringify(runs.map((run) => of(asStored(run.reading), run))),
    );
    return one === other ? [] : [kind];
  });
}
