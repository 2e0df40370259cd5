// A mail on its way through the job queue: sealed in the job's row, because its link may hold a token. Mails to one
// address are limited to some a day, from all people together.
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#contract/errors.ts';
import { RECIPIENT_RATE } from '#contract/limits.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobData, Jobs } from '#server/platform/jobs/jobs.ts';
import type { Rates } from '#server/platform/security/rates.ts';
import type { Secrets } from '#server/platform/security/secrets.ts';
import { type Mail, mail } from './letter.ts';
import type { Mailer } from './mailer.ts';

/** Queues a mail; it exists exactly if the transaction commits. */
export async function queueMail(
  { jobs, secrets }: { jobs: Jobs; secrets: Secrets },
  content: Mail,
  transaction: Database,
): Promise<void> {
  const sealed = secrets.seal('sealed-mail', JSON.stringify(content));
  await jobs.send('mail.send', { sealed }, transaction);
}

/** Sends a queued mail. A mail that another SESSION_SECRET sealed can never be read, so it is dropped. */
export async function sendQueuedMail(
  { mailer, secrets, log }: { mailer: Mailer; secrets: Secrets; log: FastifyBaseLogger },
  data: JobData<'mail.send'>,
): Promise<void> {
  const text = secrets.open('sealed-mail', data.sealed);
  if (text === null)
    log.error('A queued mail was sealed by another SESSION_SECRET; it is not sent.');
  else await mailer.send(mail.parse(JSON.parse(text)));
}

/**
 * Counts a mail to an address that did not request it. Notices to an account's own address are not counted: no flood
 * of others may delay them.
 * @throws AppError too_many_requests
 */
export async function countMailTo(
  { rates, secrets }: { rates: Rates; secrets: Secrets },
  address: string,
): Promise<void> {
  try {
    // The value is keyed, so the count's row does not reveal the address.
    await rates.count(
      'mails to one address',
      secrets.sign('mail-recipient', address),
      RECIPIENT_RATE,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('too_many_requests', {
      ...error.detail,
      message: 'This address has been sent enough mails for today. Please try again tomorrow.',
    });
  }
}
