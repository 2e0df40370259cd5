// Seeded reels, findings and reports of each test, with title cards and numbers.
import { sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';
import { seededId } from './seeded-id.ts';
import { seededTest } from './tests.ts';

const n = sql`n`;
const number = {
  number: 'success',
  filter: 'revision=1',
  moments: null,
  title: 'Success',
  subtitle: '',
  value: null,
  definition: 'Reached the goal.',
  at: '2026-01-01T00:00:00.000Z',
};

export async function addReports(db: Database, tests: number): Promise<void> {
  const each = sql`generate_series(1, ${tests}::int) AS n`;
  const [reel, finding] = [seededId('reel', n), seededId('finding', n)];
  const parts = sql`${each}, generate_series(1, 3) AS p`;
  await sql`INSERT INTO reels (id, test_id, name) SELECT ${reel}, ${seededTest(n)}, 'Reel ' || n
    FROM ${each}`.execute(db);
  await sql`INSERT INTO reel_items (id, reel_id, position, kind, text)
    SELECT ${seededId('item', sql`(n * 10 + p)`)}, ${reel}, p, 'title', 'Card ' || p FROM ${parts}`.execute(
    db,
  );
  await sql`INSERT INTO reports (test_id, summary) SELECT ${seededTest(n)}, 'Summary ' || n
    FROM ${each}`.execute(db);
  await sql`INSERT INTO findings (id, test_id, position, sentence)
    SELECT ${finding}, ${seededTest(n)}, 1, 'Finding ' || n FROM ${each}`.execute(db);
  await sql`INSERT INTO finding_evidence (id, finding_id, position, kind, number)
    SELECT ${seededId('evidence', sql`(n * 10 + p)`)}, ${finding}, p, 'number', ${JSON.stringify(number)}::jsonb
    FROM ${parts}`.execute(db);
}
