// Parameters of a participant's link, in the database.
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import type { ParameterValues } from '#contract/sessions.ts';
import { plainText } from '#contract/text.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Stores the parameters whose names the test keeps. */
export async function storeParameters(
  db: Database,
  sessionId: SessionId,
  { given, names }: { given: ParameterValues; names: readonly string[] },
): Promise<void> {
  const rows = Object.entries(storableParameters(given, names)).map(([name, value]) => ({
    session_id: sessionId,
    name,
    value,
  }));
  if (rows.length > 0) await db.insertInto('session_parameters').values(rows).execute();
}

/** Returns the parameters of a session by name, in the order of their names. */
export async function readParameters(db: Database, sessionId: SessionId): Promise<ParameterValues> {
  const rows = await db
    .selectFrom('session_parameters')
    .select(['name', 'value'])
    .where('session_id', '=', sessionId)
    .orderBy(sql`name COLLATE "C"`)
    .execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Returns the parameters that the test keeps. A value without a character that can be stored says nothing. */
function storableParameters(given: ParameterValues, names: readonly string[]): ParameterValues {
  const storable = names.flatMap((name): [string, string][] => {
    const value = Object.hasOwn(given, name) ? plainText(given[name] ?? '').trim() : '';
    return value === '' ? [] : [[name, value]];
  });
  return Object.fromEntries(storable);
}
