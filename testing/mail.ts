// The mails that an app has queued, opened from their jobs: the queue need not run.
import { sql } from 'kysely';
import type { Parts } from '#server/parts.ts';
import type { Mail } from '#server/platform/mail/letter.ts';

type MailParts = Pick<Parts, 'db' | 'secrets'>;

/** Every mail to an address that was queued in the last hour, the newest first. */
export async function mailsTo({ db, secrets }: MailParts, address: string): Promise<Mail[]> {
  const { rows } = await sql<{ data: { sealed: string } }>`
    SELECT data FROM pgboss.job WHERE name = 'mail.send' ORDER BY created_on DESC`.execute(db);
  return rows
    .map(({ data }): Mail => JSON.parse(secrets.open('sealed-mail', data.sealed) ?? '{}'))
    .filter(({ to }) => to === address);
}

/** The newest of them. @throws Error when there is none. */
export async function mailTo(parts: MailParts, address: string): Promise<Mail> {
  const [mail] = await mailsTo(parts, address);
  if (!mail) throw new Error(`no mail to ${address}`);
  return mail;
}

/** Returns the token after `#` in the link of the newest mail to an address. */
export async function mailedToken(parts: MailParts, address: string): Promise<string> {
  return tokenIn(await mailTo(parts, address));
}

export function tokenIn({ text }: Mail): string {
  const token = /https?:\S+#([\w-]{43})$/m.exec(text)?.[1];
  if (!token) throw new Error(`no token in: ${text}`);
  return token;
}
