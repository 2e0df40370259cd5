// A note: text that a member wrote at a time of a recording. This file also contains what notes share with clips.
import { z } from 'zod/mini';
import { pageQuery } from './answers.ts';
import { type clipId, noteId, sessionId, testId, uniqueId, userId } from './ids.ts';
import { NOTE_MAX_CHARACTERS } from './limits.ts';
import { outcome } from './outcomes.ts';
import { recordingState } from './recording-info.ts';
import { resultFilter } from './result-filter.ts';
import { stepNumber } from './step-number.ts';
import { requiredText } from './text.ts';

/** A member; null where one is expected: their account is deleted. A removed member's notes stay. */
const author = z.object({ id: userId, name: z.string() });

/** Author and creation time of a note or a clip; both stay when others change it. */
export const authorship = z.object({
  author: z.nullable(author),
  createdAt: z.iso.datetime(),
  /** The last change, or null before the first. */
  edited: z.nullable(z.object({ by: z.nullable(author), at: z.iso.datetime() })),
  /** Version number, from 1. A change names the version that it is based on. */
  version: z.int().check(z.gte(1)),
});
export type Authorship = z.infer<typeof authorship>;

/** Milliseconds from the recording's start. */
export const timeMs = z.number().check(z.int(), z.gte(0), z.lte(1_000_000_000));

export const note = z.extend(authorship, {
  id: noteId,
  sessionId,
  atMs: timeMs,
  text: z.string(),
  tags: z.array(z.string()),
});
export type Note = z.infer<typeof note>;

const noteText = requiredText('Note', NOTE_MAX_CHARACTERS);

/** Body: a new note. */
export const noteInput = z.object({ atMs: timeMs, text: noteText });
export type NoteInput = z.infer<typeof noteInput>;

/** The version that a change or a deletion saw. */
export const seenVersion = z.coerce.number().check(z.int(), z.gte(1), z.lte(2_000_000_000));

/** Body: another text; the time stays. */
export const noteChange = z.object({ text: noteText, version: seenVersion });

/** The recording of a note or a clip as lists of a test show it: no second call is needed to name, open or play it. */
export const noteRecording = z.object({
  /** Number within the test: 'Participant 12' wherever names are off. */
  number: z.int(),
  participantName: z.string(),
  /** Recording time; together with `test` it is all that `recordingPath` and the calls of `recordings` need. */
  userTimestamp: z.string(),
  durationMs: z.nullable(z.number()),
  state: recordingState,
  /**
   * The task at the time of the note, or at the beginning of the clip; null in a test with one task, and until the session
   * is read.
   */
  task: z.nullable(z.object({ step: stepNumber, position: z.int() })),
  /** Outcome of the run at that time. */
  outcome,
  posterUrl: z.nullable(z.string()),
  test: z.object({ _id: testId, uniqueId, name: z.string(), company: z.string() }),
});
export type NoteRecording = z.infer<typeof noteRecording>;

/** A note in a list of its test. */
export const listedNote = z.extend(note, { recording: noteRecording });
export type ListedNote = z.infer<typeof listedNote>;

/**
 * Query of a test's notes or clips, the newest first: the filter of results for their sessions, but its `tag` is one of
 * their own; `person`: of this session; `author`: made by this member; `search`: in their text or the participant's name.
 */
export function notesAndClipsQuery<Id extends typeof noteId | typeof clipId>(id: Id) {
  return z.extend(pageQuery(id), {
    ...resultFilter.shape,
    person: z.optional(sessionId),
    author: z.optional(userId),
  });
}

/** Values that the lists' own filters can have; the most used first. */
export const noteFilterChoices = z.object({
  tags: z.array(z.object({ tag: z.string(), count: z.int() })),
  people: z.array(
    z.object({ sessionId, number: z.int(), participantName: z.string(), count: z.int() }),
  ),
});
export type NoteFilterChoices = z.infer<typeof noteFilterChoices>;
