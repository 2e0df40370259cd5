// Proof that a caller may touch an export: of a test of their workspace; a viewer those that they made.
import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { ExportId, UserId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { TestRef } from './authorized.ts';
import { type Authorized, authorized } from './proof.ts';
import type { SignIn } from './sign-in.ts';

/** An export of a test that the caller's workspace owns. */
export interface ExportRef extends TestRef {
  exportId: ExportId;
}

/**
 * @throws AppError not_found unless it is of a test of the workspace. A viewer reaches those that they made, without
 * names.
 */
export async function authorizeExport(
  db: Database,
  { workspaceId, userId, role }: SignIn,
  exportId: ExportId,
): Promise<Authorized<ExportRef>> {
  const ref = await authorizeExportJob(db, exportId);
  if (ref?.workspaceId !== workspaceId) throw new AppError('not_found');
  const isFree = role !== 'viewer' || (await isViewersExport(db, { exportId, userId }));
  if (!isFree) throw new AppError('not_found');
  return ref;
}

/**
 * Authorizes the job that makes an export: the person's permission was checked at the request. Returns null if the
 * export or its test no longer exists.
 */
export async function authorizeExportJob(
  db: Database,
  exportId: ExportId,
): Promise<Authorized<ExportRef> | null> {
  const row = await db
    .selectFrom('exports')
    .innerJoin('tests', 'tests.id', 'exports.test_id')
    .select(['tests.id', 'tests.workspace_id'])
    .where('exports.id', '=', exportId)
    .executeTakeFirst();
  if (!row) return null;
  const { id, workspace_id } = row;
  return authorized({
    exportId,
    testId: id,
    workspaceId: workspace_id,
  });
}

/** Returns whether this person made the export, without names. */
async function isViewersExport(
  db: Database,
  { exportId, userId }: { exportId: ExportId; userId: UserId },
): Promise<boolean> {
  const row = await db
    .selectFrom('exports')
    .select('id')
    .where('id', '=', exportId)
    .where('made_by', '=', userId)
    .where(sql<boolean>`asked -> 'takes' ->> 'names' = 'false'`)
    .executeTakeFirst();
  return row !== undefined;
}
