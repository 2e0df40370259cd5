// Has recordings transcribed, where a recogniser is set.
import type { SessionId, UserId } from '#contract/ids.ts';
import type { Database } from '#server/db/database.ts';
import type { Parts } from '#server/parts.ts';
import { requestTranscript } from './transcripts.db.ts';

/**
 * Queues the job in the same transaction; nothing waits for it.
 * @param by null: the recording has ended
 */
export async function askForTranscript(
  { config, jobs }: Pick<Parts, 'config' | 'jobs'>,
  db: Database,
  { sessionId, by }: { sessionId: SessionId; by: UserId | null },
): Promise<void> {
  if (config.recogniser === null) return;
  const runId = await requestTranscript(db, sessionId, by);
  await jobs.send('transcripts.make', { sessionId, runId, part: 0 }, db);
}

/** Host and port of the recogniser, which consent texts and Settings name; null: there is none. */
export function recogniserHost({ recogniser }: Parts['config']): string | null {
  return recogniser && new URL(recogniser.url).host;
}
