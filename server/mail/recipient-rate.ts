// A limit on mails to one address in a day, from all people together: many senders cannot flood a mailbox
// through Tryout.
import { AppError } from '#contract/errors.ts';
import { RECIPIENT_RATE } from '#contract/limits.ts';
import type { Parts } from '#server/parts.ts';

/**
 * Counts a mail to an address that did not ask for it. Notices to an account's own address are not counted:
 * no flood of others may hold them back.
 * @throws AppError too_many_requests
 */
export async function countMailTo({ rates, secrets }: Parts, address: string): Promise<void> {
  try {
    // Keyed: the count's row does not tell the address.
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
