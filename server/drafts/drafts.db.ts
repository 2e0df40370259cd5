// Drafts of tests in the database, and the people who have the form of one open.
import { type RawBuilder, sql } from 'kysely';
import { type Draft, type DraftContent, draftContent } from '#contract/drafts.ts';
import type { TestId, UserId } from '#contract/ids.ts';
import { EDITOR_PRESENT_SECONDS } from '#contract/limits.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/new-id.ts';

/** Maximum number of names that an answer lists. */
const EDITORS_MAX = 20;

/** Name of a row of `users`, or the email of a person without one. */
const nameOfUser = sql<string>`coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), email)`;

/** Returns the draft; one of a later version of the server, which this one cannot read, counts as none. */
export async function readDraft(db: Database, testId: TestId): Promise<Draft | null> {
  const row = await db
    .selectFrom('test_drafts')
    .leftJoin('users', 'users.id', 'test_drafts.saved_by')
    .select(['version', 'content', 'saved_at', nameOfUser.as('saved_by')])
    .where('test_id', '=', testId)
    .executeTakeFirst();
  const content = draftContent.safeParse(row?.content);
  if (!row || !content.success) return null;
  const { version, saved_at: at, saved_by: savedBy } = row;
  return { ...content.data, version, savedAt: at.toISOString(), savedBy };
}

interface Change {
  testId: TestId;
  userId: UserId;
  /** The version that is changed, or null to store the first one. */
  version: string | null;
  content: DraftContent;
}

/** Stores a draft in place of the version named. @returns null if the draft has another one */
export async function storeDraft(
  db: Database,
  { testId, userId, version, content }: Change,
): Promise<{ version: string; savedAt: Date } | null> {
  const row = {
    version: newId(),
    content: JSON.stringify(content),
    saved_by: userId,
    saved_at: sql<Date>`now()`,
  };
  const stored =
    version === null
      ? await db
          .insertInto('test_drafts')
          .values({ test_id: testId, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .returning('saved_at')
          .executeTakeFirst()
      : await db
          .updateTable('test_drafts')
          .set(row)
          .where('test_id', '=', testId)
          .where('version', '=', version)
          .returning('saved_at')
          .executeTakeFirst();
  return stored ? { version: row.version, savedAt: stored.saved_at } : null;
}

/** Deletes the draft if it has this version. @returns whether it had */
export async function deleteDraft(db: Database, testId: TestId, version: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('test_drafts')
    .where('test_id', '=', testId)
    .where('version', '=', version)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function draftVersionOf(db: Database, testId: TestId): Promise<string | null> {
  const row = await db
    .selectFrom('test_drafts')
    .select('version')
    .where('test_id', '=', testId)
    .executeTakeFirst();
  return row?.version ?? null;
}

export async function noteEditor(db: Database, testId: TestId, userId: UserId): Promise<void> {
  await db
    .insertInto('draft_editors')
    .values({ test_id: testId, user_id: userId, seen_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict.columns(['test_id', 'user_id']).doUpdateSet({ seen_at: sql<Date>`now()` }),
    )
    .execute();
}

/** Returns the names of the people who have the form open, without one. */
export async function otherEditors(
  db: Database,
  testId: TestId,
  userId: UserId,
): Promise<string[]> {
  const rows = await db
    .selectFrom('draft_editors')
    .innerJoin('users', 'users.id', 'draft_editors.user_id')
    .select(nameOfUser.as('name'))
    .where('test_id', '=', testId)
    .where('user_id', '!=', userId)
    .where('seen_at', '>', presentSince)
    .orderBy('user_id')
    .limit(EDITORS_MAX)
    .execute();
  return rows.map(({ name }) => name);
}

const presentSince: RawBuilder<Date> = sql`now() - make_interval(secs => ${EDITOR_PRESENT_SECONDS})`;
