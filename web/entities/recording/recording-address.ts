// The address of the recording that a note or a clip is of, and of a time in it.
import type { NoteRecording } from '#contract/notes.ts';
import type { RecordingAddress } from '#contract/paths.ts';
import { recordingHref } from '#web/entities/results/filter.ts';

export function recordingAddressOf({ test, userTimestamp }: NoteRecording): RecordingAddress {
  const { _id: testId, uniqueId, company, name: testName } = test;
  return { uniqueId, testId, company, testName, userTimestamp };
}

/** The recording's page at a time. */
export function momentHref(recording: NoteRecording, atMs: number): string {
  return recordingHref(recordingAddressOf(recording), { atMs });
}
