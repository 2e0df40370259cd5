// The mails that an app has queued, opened from their jobs: the queue need not run.
import { sql } from 'kysely';
import type { Mail } from '#server/mail/letter.ts';
import type { Parts } from '#server/parts.ts';

/** The newest mail to an address. @throws Error when none was queued in the last hour. */
export async function mailTo(
  { db, secrets }: Pick<Parts, 'db' | 'secrets'>,
  address: string,
): Promise<Mail> {
  const { rows } = await sql<{ data: { sealed: string } }>`
    SELECT data FROM pgboss.job WHERE name = 'mail.send' ORDER BY created_on DESC`.execute(db);
  const mails = rows.map(
    ({ data }): Mail => JSON.parse(secrets.open('sealed-mail', data.sealed) ?? '{}'),
  );
  const mail = mails.find(({ to }) => to === address);
  if (!mail) throw new Error(`no mail to ${address}`);
  return mail;
}
