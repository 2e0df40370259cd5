// A workspace's own token in the database, sealed; and the links of its tests, to try it with.
import type { DesignTokenCheck } from '#contract/design-token.ts';
import type { UserId, WorkspaceId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newestTask } from '#server/revisions/revisions.db.ts';

export async function readToken(db: Database, workspaceId: WorkspaceId) {
  return await db
    .selectFrom('design_tokens')
    .leftJoin('users', 'users.id', 'design_tokens.set_by')
    .select(['design_tokens.sealed', 'design_tokens.checked', 'design_tokens.set_at'])
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .where('design_tokens.workspace_id', '=', workspaceId)
    .executeTakeFirst();
}

/** Takes the place of the one before. */
export async function saveToken(
  db: Database,
  workspaceId: WorkspaceId,
  token: { sealed: string; checked: DesignTokenCheck; setBy: UserId },
): Promise<void> {
  const { sealed, checked, setBy } = token;
  const values = { sealed, checked, set_by: setBy, set_at: new Date() };
  await db
    .insertInto('design_tokens')
    .values({ ...values, workspace_id: workspaceId })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .execute();
}

/** Returns false if there is no token. */
export async function deleteToken(db: Database, workspaceId: WorkspaceId): Promise<boolean> {
  const result = await db
    .deleteFrom('design_tokens')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Tests looked at for a prototype of the tool; the newest one is tried. */
const LINKS_MAX = 100;

export async function newestLinks(db: Database, workspaceId: WorkspaceId): Promise<string[]> {
  const rows = await db
    .selectFrom('tests')
    .innerJoinLateral(newestTask, (join) => join.onTrue())
    .select('newest.figma_url')
    .where('workspace_id', '=', workspaceId)
    .orderBy('tests.id', 'desc')
    .limit(LINKS_MAX)
    .execute();
  return rows.map((row) => row.figma_url);
}
