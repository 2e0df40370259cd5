// Tests of the last release get one revision; sessions older than the last edit are marked, images keep their tests.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { releasedDatabase, releasedId } from '#testing/older-database.ts';
import { migrate } from './migrate.ts';

it('each test has its text in revision 1, with the images of its prototype', async () => {
  const { db, drop } = await releasedDatabase();
  await migrate(db);
  const { rows } = await sql<{ test: string; asked: string; screens: number }>`
    SELECT test_id AS test, number || ' ' || text AS asked, (SELECT count(*)::int FROM revision_screens
      WHERE revision_screens.revision_id = revisions.id) AS screens
    FROM revisions JOIN steps ON steps.revision_id = revisions.id ORDER BY test_id`.execute(db);
  expect(rows).toEqual([
    { test: releasedId(21), asked: '1 Order a plant as a gift.', screens: 2 },
    { test: releasedId(22), asked: '1 Find a plant for a dark hallway.', screens: 2 },
    { test: releasedId(23), asked: '1 Find a plant for a dark hallway.', screens: 1 },
    { test: releasedId(24), asked: '1 Look around.', screens: 0 },
  ]);
  const uncertain = await db
    .selectFrom('sessions')
    .select('participant_name')
    .where('revision_uncertain', '=', true)
    .orderBy('id')
    .execute();
  const names = uncertain.map((row) => row.participant_name);
  expect(names).toEqual(['Fay', 'Anonymous', 'Vera']);
  await drop();
});
