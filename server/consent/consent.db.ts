// Consent texts in the database.
import type { ConsentText } from '#contract/consent.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Returns the newest versions, the newest first. */
export async function readConsentTexts(
  db: Database,
  workspaceId: WorkspaceId,
  limit: number,
): Promise<ConsentText[]> {
  const rows = await db
    .selectFrom('consent_texts')
    .select(['version', 'text', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ created_at: at, ...row }) => ({ ...row, createdAt: at.toISOString() }));
}

/** Returns the version that stands now, or null before the first. */
export async function newestConsentText(
  db: Database,
  workspaceId: WorkspaceId,
): Promise<ConsentText | null> {
  const [newest = null] = await readConsentTexts(db, workspaceId, 1);
  return newest;
}

/** Adds a version. @returns null when another call has added it */
export async function addConsentText(
  db: Database,
  { workspaceId, version, text }: { workspaceId: WorkspaceId; version: number; text: string },
): Promise<ConsentText | null> {
  const row = await db
    .insertInto('consent_texts')
    .values({ workspace_id: workspaceId, version, text })
    .onConflict((conflict) => conflict.doNothing())
    .returning('created_at')
    .executeTakeFirst();
  return row ? { version, text, createdAt: row.created_at.toISOString() } : null;
}
