// Agreements with which sessions began, in the database.
import type { SessionConsent } from '#contract/consent.ts';
import type { SessionId } from '#contract/ids.ts';
import type { Agreement } from '#contract/sessions.ts';
import type { Database } from '#server/platform/db/database.ts';

export async function storeConsent(
  db: Database,
  sessionId: SessionId,
  { version, items }: Agreement,
): Promise<void> {
  const row = { session_id: sessionId, version, items: [...new Set(items)] };
  await db.insertInto('session_consents').values(row).execute();
}

/** Returns the agreement of a session, or null if its page sent none. */
export async function readConsent(
  db: Database,
  sessionId: SessionId,
): Promise<SessionConsent | null> {
  const row = await db
    .selectFrom('session_consents')
    .select(['version', 'items', 'agreed_at'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  if (!row) return null;
  return { version: row.version, items: row.items, agreedAt: row.agreed_at.toISOString() };
}
