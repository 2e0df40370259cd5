// Rows of which a workspace has so many at most: counted and added under its lock, so that two at once do not both fit.
import type { WorkspaceId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';

/** @returns what `add` returns; null when there are as many as there may be, and nothing was added. */
export async function addUpTo<Added>(
  db: Database,
  workspaceId: WorkspaceId,
  {
    most,
    count,
    add,
  }: {
    most: number;
    count: (transaction: Database) => Promise<number>;
    add: (transaction: Database) => Promise<Added>;
  },
): Promise<Added | null> {
  return await db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('all_workspaces')
      .select('id')
      .where('id', '=', workspaceId)
      .forNoKeyUpdate()
      .execute();
    return (await count(transaction)) < most ? await add(transaction) : null;
  });
}
