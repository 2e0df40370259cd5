// Stores the form of the upload call in the rows of its session, and makes the call's answer.
import { joinUserTimestamp } from '#contract/paths.ts';
import { unpackMessages } from '#server/events/message-form.rules.ts';
import { insertEvents } from '#server/events/raw-events.db.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, SessionRef } from '#server/platform/access/authorized.ts';
import type { SpaceLease } from '#server/workspaces/storage-space.db.ts';
import { insertHeatmaps, storeRecordingEnd } from './sessions.db.ts';
import { takePartWithoutVideo } from './slots.db.ts';
import type { UploadForm } from './upload-form.ts';

export interface FinishAnswer {
  message: string;
  userTimestamp: string;
}

export async function insertUploadedForm(
  db: Parts['db'],
  ref: Authorized<SessionRef>,
  { form, lease }: { form: UploadForm; lease: SpaceLease | null },
): Promise<void> {
  for (const page of form.events.pages) {
    const { seqs, message } = await unpackMessages(page);
    const events = seqs.map((_, place) => message(place));
    await insertEvents(db, ref, { events, lease });
  }
  if (form.events.pages.length > 0) await takePartWithoutVideo(db, ref.sessionId);
  await insertHeatmaps(db, ref, [...form.heatmaps.values()]);
  if (form.ended !== null) await storeRecordingEnd(db, ref, form.ended);
}

export function finishAnswer(name: string, timestampMs: number): FinishAnswer {
  return {
    message: 'Files uploaded successfully.',
    userTimestamp: joinUserTimestamp(name, timestampMs),
  };
}
