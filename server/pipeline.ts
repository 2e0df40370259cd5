// Jobs that follow events, in the order data flows. Features queue jobs, and this file runs them.
//
//   test created or changed          → screens.prefetch      images of its prototype's screens
//   member invited, email changed,
//   account deletion asked for       → mail.send
//   recording closed                 → objects.compact       its pieces become one object
//   recording or test closed         → webhooks.deliver      to those that ask for it; every minute what is left
//                                      transcripts.make      a part of its sound, to the recogniser; then the next
//   a screen's image has come        → readings.renew        sessions that presented it
//   the goal of a task changed       → outcomes.settle       its runs, where the request did not
//   every minute                     → sessions.close-quiet  recordings of vanished participants
//                                      readings.renew        sessions that an older release read, and those whose
//                                                            server ended between closing and reading
//                                      tests.settle-closed   tests whose close date has come
//                                      messages.pack         messages of sessions that are over
//   test, recording, account deleted,
//   recording withdrawn              → deleted.remove        their rows, in batches; every minute what is left
//   rows removed                     → objects.delete        what was stored for them
//   export asked for                 → exports.prepare       its tables, and the layout of its archive
//   every minute                     → exports.remove-ended  old ones, and those of deleted sessions
//   every ten minutes                → accounts.delete-due
//                                      rates.remove-ended    counts of calls
//   every hour                       → objects.sweep         what a killed server left half-done
//                                    → retention.run         recordings that are older than their workspace wants
//                                    → mail.clear-outbox     mails of 30 days ago
//                                    → webhooks.clear-log    deliveries of 30 days ago

import { deleteDueAccounts } from './accounts/accounts.service.ts';
import { removeDeleted } from './deletions/remove-deleted.ts';
import { packClosedSessions } from './events/packed-messages.db.ts';
import { removeEndedExports } from './exports/exports.service.ts';
import { prepareExport } from './exports/prepare-export.ts';
import { settleStep } from './outcomes/settle.db.ts';
import type { Parts } from './parts.ts';
import type { JobHandlers } from './platform/jobs/jobs.ts';
import { clearOutbox, outboxDir } from './platform/mail/outbox.ts';
import { sendQueuedMail } from './platform/mail/queued-mail.ts';
import { renewReadings } from './readings/renew.flow.ts';
import { runRetention } from './retention/delete-expired.ts';
import { prefetchScreens } from './screens/screens.service.ts';
import { closeQuietSessions } from './sessions/sessions.service.ts';
import { sweepObjects } from './system/sweep.service.ts';
import { settleDueClosings } from './tests/closings.flow.ts';
import { makeTranscript } from './transcripts/transcribe.service.ts';
import { clearDeliveryLog, deliver } from './webhooks/deliver.ts';

/** Begins to run jobs, where this process does. */
export async function workOnQueue(parts: Parts): Promise<void> {
  if (parts.config.work === 'web') return;
  await parts.jobs.work(jobHandlers(parts));
  // An update may bring better readings, so sessions are read again at once, not with the next minute.
  await parts.jobs.send('readings.renew', {});
}

export function jobHandlers(parts: Parts): JobHandlers {
  return {
    'screens.prefetch': (prototype) => prefetchScreens(parts, prototype),
    'mail.send': (mail) => sendQueuedMail(parts, mail),
    'mail.clear-outbox': () => clearOutbox(outboxDir(parts.config), new Date()),
    'readings.renew': (screen) => renewReadings(parts, screen),
    'messages.pack': () => packClosedSessions(parts),
    'outcomes.settle': async (step) => {
      const isDone = await settleStep(parts, step.stepId);
      if (!isDone) await parts.jobs.send('outcomes.settle', step);
    },
    'transcripts.make': (part) => makeTranscript(parts, part),
    'sessions.close-quiet': () => closeQuietSessions(parts),
    'retention.run': () => runRetention(parts),
    'objects.compact': ({ key }) => parts.storage.compact(key),
    'deleted.remove': () => removeDeleted(parts),
    'objects.delete': ({ prefixes }) => parts.storage.deleteAll(...prefixes),
    'objects.sweep': () => sweepObjects(parts),
    'webhooks.deliver': (to) => deliver(parts, to),
    'webhooks.clear-log': () => clearDeliveryLog(parts),
    'tests.settle-closed': () => settleDueClosings(parts),
    'accounts.delete-due': () => deleteDueAccounts(parts),
    'exports.prepare': (job) => prepareExport(parts, job),
    'exports.remove-ended': () => removeEndedExports(parts),
    'rates.remove-ended': () => parts.rates.removeEnded(),
  };
}
