// Pilots: who may try a test.
import { AppError } from '#contract/errors.ts';
import type { SignIn } from '#server/platform/access/sign-in.ts';
import type { SharedTestRow } from '#server/tests/tests.db.ts';

/** A caller who is signed in. */
export type SignedIn = Pick<SignIn, 'workspaceId' | 'role'>;

/**
 * Requires a caller who may try a test, as those may who can delete its recordings.
 * @throws AppError not_signed_in; member_only for a viewer; not_found in another workspace
 */
export function requirePilot(test: Pick<SharedTestRow, 'workspace_id'>, by: SignedIn | null): void {
  if (by === null) throw new AppError('not_signed_in');
  if (by.workspaceId !== test.workspace_id) throw new AppError('not_found');
  if (by.role === 'viewer') throw new AppError('member_only');
}
