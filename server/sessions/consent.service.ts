// Consent at the start of a session: the text that its test shows, and whether the agreement is to it.
import { AppError } from '#contract/errors.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import type { Participation } from '#contract/participation.ts';
import { type Agreement, consentItem } from '#contract/sessions.ts';
import type { SharedParticipation } from '#contract/shared-participation.ts';
import { newestConsentText } from '#server/consent/consent.db.ts';
import type { Parts } from '#server/parts.ts';

interface ConsentOf {
  workspaceId: WorkspaceId;
  participation: Pick<Participation, 'consent' | 'devices'>;
}

/** Returns the text to which participants agree, or null for the line of step 0. */
export async function consentTextOf(
  db: Parts['db'],
  { workspaceId, participation }: ConsentOf,
): Promise<SharedParticipation['consent']> {
  if (participation.consent === 'plain') return null;
  const newest = await newestConsentText(db, workspaceId);
  return newest && { version: newest.version, text: newest.text };
}

/**
 * Returns the agreement that is stored with a session, or null: other clients may send none for the line of step 0.
 * @throws AppError bad_input for a missing or incomplete agreement; consent_changed for one to another text
 */
export async function checkConsent(
  db: Parts['db'],
  of: ConsentOf,
  agreement: Agreement | undefined,
): Promise<Agreement | null> {
  const text = await consentTextOf(db, of);
  if (!agreement) {
    if (text) throw refusal('Participants of this test agree to a text first.');
    return null;
  }
  if (agreement.version !== (text?.version ?? null)) throw new AppError('consent_changed');
  const { devices } = of.participation;
  const missing = consentItem.options.find(
    (item) => devices[item] === 'required' && !agreement.items.includes(item),
  );
  if (missing) throw refusal(`This test needs an agreement to the ${missing}.`);
  return { ...agreement, items: agreement.items.filter((item) => devices[item] !== 'off') };
}

function refusal(text: string): AppError {
  return new AppError('bad_input', { fields: { consent: text } });
}
