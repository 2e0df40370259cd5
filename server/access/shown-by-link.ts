// What a visitor of a link may see of the recordings it shows, and a viewer change of what is written.
import { AppError } from '#contract/errors.ts';
import type { SessionId, TestId, ViewLinkId, WorkspaceId } from '#contract/ids.ts';
import type { ViewKind } from '#contract/view-links.ts';
import type { SignIn } from './sign-in.ts';

/** A visitor of a link for viewing: what the link shows, as it stands now. */
export interface ViewCaller {
  id: ViewLinkId;
  kind: ViewKind;
  /** The session or clip; null: the whole test's results. */
  thingId: string | null;
  testId: TestId;
  workspaceId: WorkspaceId;
  withNames: boolean;
  withDownloads: boolean;
  /** The session that the call was let in to, for what watches its answer. */
  sessionId: SessionId | null;
  /** Another one: what the link shows has changed. */
  stamp: string;
}

/** @throws AppError not_found when a visitor's link does not show the whole recording. */
export function requireShown(
  { view }: SignIn,
  { testId, sessionId }: { testId: TestId; sessionId: SessionId },
): void {
  if (!view) return;
  const shown =
    view.kind === 'results'
      ? view.testId === testId
      : view.kind === 'recording' && view.thingId === sessionId;
  if (!shown) throw new AppError('not_found');
  view.sessionId = sessionId;
}

/** @throws AppError member_only when a viewer would change what another person wrote. */
export function requireOwn({ role, userId }: SignIn, author: string | null): void {
  if (role === 'viewer' && author !== userId) throw new AppError('member_only');
}
