// A row of a note or a clip with its recording, and what the contract answers of it.
import type { Clip } from '#contract/clips.ts';
import type { ClipId, NoteId, SessionId, TestId, UniqueId } from '#contract/ids.ts';
import type { ListedNote, Note, NoteRecording } from '#contract/notes.ts';
import { joinUserTimestamp } from '#contract/paths.ts';
import { type StillColumns, stillFromRow } from '#server/recordings/moment-still.db.ts';
import { posterAddress } from '#server/recordings/recording-info.db.ts';
import { type AuthorRow, authorshipFromRow } from '#server/versions/versioned-rows.db.ts';

/** Columns that notes and clips have in common. */
interface CommonRow extends AuthorRow {
  session_id: SessionId;
  tags: string[];
  number: number;
  outcome: NoteRecording['outcome'];
  task: NoteRecording['task'];
  participant_name: string;
  timestamp_ms: number;
  duration_ms: number | null;
  state: NoteRecording['state'];
  poster_at_ms: number | null;
  test_id: TestId;
  unique_id: UniqueId;
  test_name: string;
  company: string;
}

/** Rows by their table. A clip has the still of its beginning. */
export interface NoteOrClipRows {
  notes: CommonRow & { id: NoteId; at_ms: number; text: string };
  clips: CommonRow & StillColumns & { id: ClipId; from_ms: number; to_ms: number; title: string };
}
export type NoteOrClipTable = keyof NoteOrClipRows;

export function noteFromRow(row: NoteOrClipRows['notes']): Note {
  const { id, session_id: sessionId, at_ms: atMs, text, tags } = row;
  return { ...authorshipFromRow(row), id, sessionId, atMs, text, tags };
}

export function listedNoteFromRow(row: NoteOrClipRows['notes']): ListedNote {
  return { ...noteFromRow(row), recording: recordingFromRow(row) };
}

export function clipFromRow(row: NoteOrClipRows['clips']): Clip {
  const { id, session_id: sessionId, from_ms: fromMs, to_ms: toMs, title, tags } = row;
  const clip = { ...authorshipFromRow(row), id, sessionId, fromMs, toMs, title, tags };
  return { ...clip, recording: recordingFromRow(row), still: stillFromRow(row) };
}

function recordingFromRow(row: CommonRow): NoteRecording {
  const { number, participant_name: participantName, poster_at_ms: posterAtMs } = row;
  return {
    number,
    participantName,
    userTimestamp: joinUserTimestamp(participantName, row.timestamp_ms),
    durationMs: row.duration_ms,
    state: row.state,
    task: row.task,
    outcome: row.outcome,
    posterUrl: posterAtMs === null ? null : posterAddress(row.session_id, posterAtMs),
    test: {
      _id: row.test_id,
      uniqueId: row.unique_id,
      name: row.test_name,
      company: row.company,
    },
  };
}
