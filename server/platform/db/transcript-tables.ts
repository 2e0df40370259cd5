// Tables of transcripts: what was said, parts that a recogniser has answered, and corrections.
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { TranscriptState } from '#contract/transcripts.ts';
import type { Timestamp } from './result-tables.ts';

export interface Transcripts {
  session_id: string;
  test_id: string;
  workspace_id: string;
  state: Exclude<TranscriptState, 'none'>;
  run_id: string;
  requested_by: string | null;
  requested_at: Timestamp;
  /** Place of its job in the queue: the lowest number is next. */
  turn: Generated<number>;
  finished_at: Date | null;
  attempts: Generated<number>;
  failure: ColumnType<object | null, string | null, string | null>;
  made_by: string | null;
  engine: string | null;
  language: string | null;
  segments: JSONColumnType<object[], string | undefined, string>;
  changes: Generated<number>;
  said: Generated<string>;
  config: string | null;
  /** Read by statements alone. */
  search: string | null;
  grams: string[] | null;
}

export interface TranscriptParts {
  session_id: string;
  part: number;
  run_id: string;
  heard: JSONColumnType<object>;
}

export interface TranscriptCorrections {
  id: string;
  session_id: string;
  segment: number | null;
  start_ms: number;
  end_ms: number;
  original: string;
  text: string;
  corrected_by: string | null;
  corrected_at: Timestamp;
  version: Generated<number>;
}
