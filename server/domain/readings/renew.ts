// The job readings.renew: reads sessions again after an update that reads better, when a screen's image came
// later, and those that an older release closed without a reading.
import type { SessionId } from '#contract/ids.ts';
import { READING_VERSION } from '#insight/reading.ts';
import type { JobData } from '#server/jobs/jobs.ts';
import type { Parts } from '#server/parts.ts';
import { dueSessions, lockReading, markDueByScreens, postponeReading } from './readings.db.ts';
import { readAndStore } from './session-reading.ts';

/** Ordinary sessions take 10 ms each: a job ends in seconds, and one that is killed has lost little. */
const SESSIONS_PER_JOB = 500;

/**
 * Reads sessions whose reading is due, each in a transaction of its own. Harmless twice and beside other servers: a
 * session that was read meanwhile is passed over. What is left when it stops is done by the next one.
 */
export async function renewReadings(
  parts: Parts,
  { revisionId, nodeIds }: JobData<'readings.renew'>,
): Promise<void> {
  if (revisionId && nodeIds) await markDueByScreens(parts.db, { revisionId, nodeIds });
  const due = await dueSessions(parts.db, SESSIONS_PER_JOB);
  for (const sessionId of due) {
    try {
      await renewReading(parts, sessionId);
    } catch (error) {
      // The others must not wait for this one.
      parts.log.error({ err: error, sessionId }, 'a session could not be read again');
      await postponeReading(parts.db, sessionId);
    }
  }
  if (due.length === SESSIONS_PER_JOB) await parts.jobs.send('readings.renew', {});
}

async function renewReading(parts: Parts, sessionId: SessionId): Promise<void> {
  await parts.db.transaction().execute(async (db) => {
    const session = await lockReading(db, sessionId);
    if (!session || session.version >= READING_VERSION) return;
    await readAndStore(parts, db, { sessionId, ...session });
  });
}
