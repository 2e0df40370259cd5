// A row of a note or a clip with its recording, and what the contract answers of it.
import type { Clip } from '#contract/clips.ts';
import type { ClipId, NoteId, SessionId, TestId, UniqueId } from '#contract/ids.ts';
import type { ListedNote, Note, NoteRecording } from '#contract/notes.ts';
import { joinUserTimestamp } from '#contract/paths.ts';
import { type StillColumns, stillFromRow } from '#server/recordings/moment-still.db.ts';
import { posterAddress } from '#server/recordings/recording-info.db.ts';
import { type AuthorRow, authorshipFromRow } from '#server/versions/versioned-rows.db.ts';

/** Row of a note or clip. Clips have the columns of a still. */
export interface NoteOrClipRow extends AuthorRow, Partial<StillColumns> {
  id: NoteId | ClipId;
  session_id: SessionId;
  /** Column of notes. */
  at_ms?: number;
  text?: string;
  /** Column of clips. */
  from_ms?: number;
  to_ms?: number;
  title?: string;
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

export function noteFromRow(row: NoteOrClipRow): Note {
  const { at_ms: atMs = 0, text = '', tags } = row;
  return {
    ...authorshipFromRow(row),
    id: row.id as NoteId,
    sessionId: row.session_id,
    atMs,
    text,
    tags,
  };
}

export function listedNoteFromRow(row: NoteOrClipRow): ListedNote {
  return { ...noteFromRow(row), recording: recordingFromRow(row) };
}

export function clipFromRow(row: NoteOrClipRow): Clip {
  const { from_ms: fromMs = 0, to_ms: toMs = 0, title = '', tags } = row;
  const { sheet = null, still_width = null, still_height = null, still_index = null } = row;
  return {
    ...authorshipFromRow(row),
    id: row.id as ClipId,
    sessionId: row.session_id,
    fromMs,
    toMs,
    title,
    tags,
    recording: recordingFromRow(row),
    still: stillFromRow({ ...row, sheet, still_width, still_height, still_index }),
  };
}

function recordingFromRow(row: NoteOrClipRow): NoteRecording {
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
