// The text to which a workspace's participants agree: reads its versions and adds one.
import type { ConsentText } from '#contract/consent.ts';
import { AppError } from '#contract/errors.ts';
import { CONSENT_VERSIONS_MAX } from '#contract/limits.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import { addConsentText, readConsentTexts } from './consent.db.ts';

export async function consentTextsOf(
  { db }: Pick<Parts, 'db'>,
  { workspaceId }: Pick<SignIn, 'workspaceId'>,
): Promise<ConsentText[]> {
  return await readConsentTexts(db, workspaceId, CONSENT_VERSIONS_MAX);
}

/**
 * Adds a version; the same text again adds none.
 * @throws AppError list_full, changed_meanwhile
 */
export async function changeConsent(
  { db, securityLog }: Pick<Parts, 'db' | 'securityLog'>,
  { workspaceId }: Pick<SignIn, 'workspaceId'>,
  text: string,
): Promise<ConsentText> {
  const [before] = await readConsentTexts(db, workspaceId, 1);
  if (before?.text === text) return before;
  const version = (before?.version ?? 0) + 1;
  if (version > CONSENT_VERSIONS_MAX) throw new AppError('list_full');
  const added = await addConsentText(db, { workspaceId, version, text });
  if (!added) throw new AppError('changed_meanwhile');
  securityLog.write({ event: 'consent.changed', workspaceId });
  return added;
}
