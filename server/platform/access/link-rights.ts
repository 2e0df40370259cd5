// The rights of link visitors and viewers: which recordings a visitor may see, and which notes a viewer may change.
import { AppError } from '#contract/errors.ts';
import type { ClipId, ReelId, SessionId, TestId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';
import { showsClip } from './link-clips.db.ts';
import type { SignIn } from './sign-in.ts';

/** @throws AppError not_found when a visitor's link does not show the whole recording. */
export function requireVisibleRecording(
  { view }: SignIn,
  { testId, sessionId, isPilot }: { testId: TestId; sessionId: SessionId; isPilot: boolean },
): void {
  if (!view) return;
  const isVisible =
    view.kind === 'results'
      ? view.testId === testId && !isPilot
      : view.kind === 'recording' && view.thingId === sessionId;
  if (!isVisible) throw new AppError('not_found');
  view.sessionId = sessionId;
}

/** @throws AppError not_found when a visitor's link does not show this clip now. */
export async function requireVisibleClip(
  db: Database,
  { view }: SignIn,
  { testId, sessionId, clipId }: { testId: TestId; sessionId: SessionId; clipId: ClipId },
): Promise<void> {
  if (!view) return;
  if (view.testId !== testId || !(await showsClip(db, view, clipId))) {
    throw new AppError('not_found');
  }
  Object.assign(view, { sessionId, clipId });
}

/** @throws AppError not_found when a visitor's link shows something else. */
export function requireVisibleReel({ view }: SignIn, reelId: ReelId): void {
  if (view && (view.kind !== 'reel' || view.thingId !== reelId)) throw new AppError('not_found');
}

/** @throws AppError member_only when a viewer would change the work of another person. */
export function requireOwn({ role, userId }: SignIn, author: string | null): void {
  if (role === 'viewer' && author !== userId) throw new AppError('member_only');
}
