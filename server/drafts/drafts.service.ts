// Drafts of tests: reads, saves and discards one, and notes who has its form open.
import type { Draft, DraftEditing, DraftInput, SavedDraft } from '#contract/drafts.ts';
import { AppError } from '#contract/errors.ts';
import type { UserId } from '#contract/ids.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import {
  deleteDraft,
  draftVersionOf,
  noteEditor,
  otherEditors,
  readDraft,
  storeDraft,
} from './drafts.db.ts';

/** An editor of a test. */
interface Editor {
  test: Authorized<TestRef>;
  userId: UserId;
}

export async function draftOf(
  { db }: Pick<Parts, 'db'>,
  { testId }: Authorized<TestRef>,
): Promise<{ draft: Draft | null }> {
  return { draft: await readDraft(db, testId) };
}

export async function editDraft(
  { db }: Pick<Parts, 'db'>,
  { test: { testId }, userId }: Editor,
): Promise<DraftEditing> {
  await noteEditor(db, testId, userId);
  const [version, editors] = await Promise.all([
    draftVersionOf(db, testId),
    otherEditors(db, testId, userId),
  ]);
  return { version, editors };
}

/** @throws AppError draft_changed if the draft has another version than the one named */
export async function saveDraft(
  { db }: Pick<Parts, 'db'>,
  { test: { testId }, userId }: Editor,
  { version, ...content }: DraftInput,
): Promise<SavedDraft> {
  const change = { testId, userId, content };
  const stored =
    (await storeDraft(db, { ...change, version })) ??
    (version === null ? await replaceUnreadable(db, change) : null);
  if (!stored) throw new AppError('draft_changed');
  return { version: stored.version, savedAt: stored.savedAt.toISOString() };
}

/** A draft that this version of the server cannot read is shown to no one, so the first one that is saved replaces it. */
async function replaceUnreadable(
  db: Parts['db'],
  change: Omit<Parameters<typeof storeDraft>[1], 'version'>,
) {
  if (await readDraft(db, change.testId)) return null;
  const version = await draftVersionOf(db, change.testId);
  return version === null ? null : await storeDraft(db, { ...change, version });
}

/** @throws AppError draft_changed if the draft has another version or is gone */
export async function discardDraft(
  { db, securityLog }: Pick<Parts, 'db' | 'securityLog'>,
  { testId }: Authorized<TestRef>,
  version: string,
): Promise<void> {
  if (!(await deleteDraft(db, testId, version))) throw new AppError('draft_changed');
  securityLog.write({ event: 'test.draft-discarded', testId });
}
