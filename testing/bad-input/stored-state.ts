// Everything that an app has stored, to detect whether a request changed any of it.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Parts } from '#server/parts.ts';
import type { StoredObject } from '#server/storage/storage.ts';

const TABLES = [
  'users',
  'email_changes',
  'email_undos',
  'workspaces',
  'members',
  'invitations',
  'sign_ins',
  'tests',
  'revisions',
  'steps',
  'sessions',
  'recordings',
  'session_messages',
  'readings',
  'task_runs',
  'run_screens',
  'run_places',
  'answers',
  'judgements',
  'openings',
  'test_screens',
  'heatmaps',
  'still_sheets',
  'screens',
] as const;

/** Number and hash of each table's rows, queued jobs by kind, stored objects with their sizes. */
interface StoredState {
  rows: Record<string, string>;
  jobs: Record<string, number>;
  objects: string[];
}

/**
 * When a session was last heard is left out, and how many calls have come for its end: a refused call is one too.
 * @param parts of an app that works on no queue: what a call queues (mails, deletions) stays there.
 */
export async function readStoredState({
  db,
  storage,
}: Pick<Parts, 'db' | 'storage'>): Promise<StoredState> {
  const lists = TABLES.map(
    (name) =>
      sql`${sql.lit(name)}, (select count(*) || ' ' || coalesce(md5(string_agg(kept, ' ' order by kept)), '') from (select (to_jsonb(t) - 'seen_at' - 'end_calls')::text as kept from ${sql.table(name)} t) each)`,
  );
  const { rows } = await sql<{ rows: StoredState['rows']; jobs: StoredState['jobs'] | null }>`
    select json_build_object(${sql.join(lists)}) as rows,
      (select json_object_agg(name, count) from
        (select name, count(*) from pgboss.job group by name) counted) as jobs`.execute(db);
  const objects: string[] = [];
  for await (const { key, sizeBytes } of storage.list('')) objects.push(`${key} ${sizeBytes}`);
  return { rows: rows[0]?.rows ?? {}, jobs: rows[0]?.jobs ?? {}, objects: objects.toSorted() };
}

/** One hash over the bytes of every stored object. */
export async function hashOfObjects({ storage }: Pick<Parts, 'storage'>): Promise<string> {
  const hash = createHash('sha256');
  const objects: StoredObject[] = [];
  for await (const object of storage.list('')) objects.push(object);
  for (const { key, sizeBytes } of objects.toSorted((a, b) => a.key.localeCompare(b.key))) {
    hash.update(key).update(await storage.readBytes(key, 0, sizeBytes));
  }
  return hash.digest('hex');
}
