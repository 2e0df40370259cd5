// Parameters of a participant's link, in the database.
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import type { LinkParameters } from '#contract/sessions.ts';
import { plainText } from '#contract/text.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Stores the parameters whose names the test keeps. */
export async function storeParameters(
  db: Database,
  sessionId: SessionId,
  { given, names }: { given: LinkParameters; names: readonly string[] },
): Promise<void> {
  const rows = storableParameters(given, names).map((one) => ({ session_id: sessionId, ...one }));
  if (rows.length > 0) await db.insertInto('session_parameters').values(rows).execute();
}

/** Returns the parameters of a session in the order of their names. */
export async function readParameters(db: Database, sessionId: SessionId): Promise<LinkParameters> {
  return await db
    .selectFrom('session_parameters')
    .select(['name', 'value'])
    .where('session_id', '=', sessionId)
    .orderBy(sql`name COLLATE "C"`)
    .execute();
}

/** Returns the parameters that the test keeps. A value without a character that can be stored says nothing. */
function storableParameters(given: LinkParameters, names: readonly string[]): LinkParameters {
  return names.flatMap((name) => {
    const value = plainText(given.find((one) => one.name === name)?.value ?? '').trim();
    return value === '' ? [] : [{ name, value }];
  });
}
