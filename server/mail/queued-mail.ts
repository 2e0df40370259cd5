// A mail on its way through the job queue: sealed in the job's row, for its link may hold a token.
import type { Database } from '#server/db/database.ts';
import type { JobData } from '#server/jobs/jobs.ts';
import type { Parts } from '#server/parts.ts';
import { type Mail, mail } from './letter.ts';

/** Queues a mail; it exists exactly if the transaction commits. */
export async function queueMail(
  { jobs, secrets }: Parts,
  content: Mail,
  transaction: Database,
): Promise<void> {
  const sealed = secrets.seal('sealed-mail', JSON.stringify(content));
  await jobs.send('mail.send', { sealed }, transaction);
}

/** Sends what was queued. A mail that another SESSION_SECRET sealed can never be read: it is dropped. */
export async function sendQueuedMail(
  { mailer, secrets, log }: Parts,
  data: JobData<'mail.send'>,
): Promise<void> {
  // Queued in clear by a version before sealed mails.
  if ('text' in data) return await mailer.send(data);
  const text = secrets.open('sealed-mail', data.sealed);
  if (text === null)
    log.error('A queued mail was sealed by another SESSION_SECRET; it is not sent.');
  else await mailer.send(mail.parse(JSON.parse(text)));
}
