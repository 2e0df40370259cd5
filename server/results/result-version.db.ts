// The version of a test's results, which triggers of the baseline change with everything that results are made of.
import { sql } from 'kysely';
import type { TestId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';

export interface ResultState {
  /** Version of the test's results. No version is used twice. */
  version: string;
  /** Recordings of the test: what computing its results costs grows with them. */
  recordings: number;
}

/** @returns null when the test is deleted */
export async function readResultState(db: Database, testId: TestId): Promise<ResultState | null> {
  const { rows } = await sql<ResultState>`SELECT recording_count AS recordings,
      (SELECT coalesce(string_agg(version::text, ' ' ORDER BY id), '') FROM result_versions
        WHERE result_versions.test_id = tests.id) AS version
    FROM tests WHERE id = ${testId}`.execute(db);
  return rows[0] ?? null;
}
