// Copies of the template sessions with all their rows: every table that names a session, as the catalogue lists them.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';
import { seededId, seededMs } from './seeded-id.ts';
import { type LargeSizes, OTHERS_MOST, TEMPLATES } from './template-sessions.ts';
import { type LargestTest, seededRevision, seededTest } from './tests.ts';
import { copiedSearch } from './transcripts.ts';

const n = sql`n`;
/** Sessions that recorded nothing are deleted after a week: only the newest are copies of the last template. */
const WAITING_AMONG = 4000;

/** Values that differ from the template's in a copy, by column. */
const own: Record<string, RawBuilder<unknown>> = {
  session_id: sql`copies.id`,
  test_id: sql`copies.test_id`,
  revision_id: sql`copies.revision_id`,
  id: sql`gen_random_uuid()`,
  upload_id: sql`gen_random_uuid()`,
  search: copiedSearch,
  workspace_id: sql`(SELECT workspace_id FROM all_tests WHERE all_tests.id = copies.test_id)`,
};

const ofSession: Record<string, RawBuilder<unknown>> = {
  id: sql`copies.id`,
  test_id: sql`copies.test_id`,
  revision_id: sql`copies.revision_id`,
  number: sql`copies.number`,
  participant_name: sql`'Participant ' || copies.number`,
  timestamp_ms: sql`copies.ms`,
  browser_key: sql`'browser-' || copies.n`,
  started_at: sql`to_timestamp(copies.ms / 1000.0)`,
};

export async function copySessions(
  db: Database,
  { testId, revisionId }: LargestTest,
  { sessions, sessionsOfLargest, tests }: LargeSizes,
): Promise<void> {
  const isLargest = sql`n <= ${sql.lit(sessionsOfLargest)}`;
  const test = sql`(1 + n % ${sql.lit(tests)})`;
  await sql`CREATE TEMP TABLE copies ON COMMIT DROP AS
    SELECT n, ${seededId('session', n)} AS id, templates.id AS template,
      CASE WHEN ${isLargest} THEN ${testId}::uuid ELSE ${seededTest(test)} END AS test_id,
      CASE WHEN ${isLargest} THEN ${revisionId}::uuid ELSE ${seededRevision(test)} END AS revision_id,
      CASE WHEN ${isLargest} THEN ${sql.lit(OTHERS_MOST + TEMPLATES)} + n ELSE n / ${sql.lit(tests)} + 1 END AS number, ${seededMs(n)} AS ms
    FROM generate_series(1, ${sessions}::int) AS n JOIN (
      SELECT id, row_number() OVER (ORDER BY number) - 1 AS place FROM sessions
      WHERE test_id = ${testId} AND participant_name LIKE 'Participant %'
    ) AS templates ON templates.place = CASE WHEN n <= ${WAITING_AMONG} THEN n % ${sql.lit(TEMPLATES)}
      ELSE n % ${sql.lit(TEMPLATES - 1)} END`.execute(db);
  await sql`ANALYZE copies`.execute(db);
  await copyTable(db, { testId, table: 'all_sessions', key: 'id', own: ofSession });
  for (const table of await tablesOfSessions(db)) {
    await copyTable(db, { testId, table, key: 'session_id', own });
  }
  await sql`INSERT INTO opening_counts SELECT test_id, count(*) FROM openings GROUP BY 1
    ON CONFLICT (test_id) DO UPDATE SET openings = excluded.openings`.execute(db);
  await sql`UPDATE tests SET numbered = of.numbers, submissions = of.slots, recording_count = of.recordings,
      recorded_ms = of.newest
    FROM (SELECT test_id, max(number) AS numbers, count(*) FILTER (WHERE holds_slot) AS slots,
        count(*) FILTER (WHERE took_part) AS recordings, max(timestamp_ms) FILTER (WHERE took_part) AS newest FROM sessions GROUP BY 1) AS of
    WHERE of.test_id = tests.id`.execute(db);
}

/** Tables with rows of sessions, each after those that its rows refer to. */
async function tablesOfSessions(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    WITH RECURSIVE depth (name, deep) AS (
      SELECT conrelid, 1 FROM pg_constraint WHERE contype = 'f' AND confrelid = 'all_sessions'::regclass
      UNION ALL
      SELECT conrelid, deep + 1 FROM pg_constraint JOIN depth ON contype = 'f' AND confrelid = name
    )
    SELECT depth.name::regclass::text AS name FROM depth JOIN pg_attribute ON attrelid = depth.name AND attname = 'session_id'
    GROUP BY depth.name ORDER BY max(deep), 1`.execute(db);
  return rows.map(({ name }) => name);
}

async function copyTable(
  db: Database,
  {
    testId,
    table,
    key,
    own,
  }: Pick<LargestTest, 'testId'> & {
    table: string;
    key: string;
    own: Record<string, RawBuilder<unknown>>;
  },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0
      AND NOT attisdropped AND attgenerated = ''`.execute(db);
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => own[name] ?? sql.ref(`of.${name}`));
  // Only the largest test has more than the first task.
  const isOfItsTest = names.includes('step')
    ? sql`AND (of.step = 1 OR copies.test_id = ${testId})`
    : sql``;
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    SELECT ${sql.join(values)} FROM ${sql.table(table)} AS of JOIN copies ON copies.template = of.${sql.ref(key)} ${isOfItsTest}`.execute(
    db,
  );
}
