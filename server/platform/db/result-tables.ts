// Tables of readings and results, images, transcripts, and what members make of them, as Kysely sees them (tables.ts).
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Severity } from '#contract/findings.ts';
import type {
  ClipId,
  FindingId,
  NoteId,
  OpeningId,
  ReelId,
  RevisionId,
  ScreenImageId,
  SessionId,
  TestId,
  UserId,
  WorkspaceId,
} from '#contract/ids.ts';
import type { Obstacle } from '#contract/obstacles.ts';
import type { Outcome } from '#contract/outcomes.ts';
import type { StepAnswer } from '#contract/step-answers.ts';
import type { TranscriptCorrectionId, TranscriptState } from '#contract/transcripts.ts';
import type { Unplaced } from '#insight/place.ts';

/** Timestamps are read as Date and written as Date. */
export type Timestamp = ColumnType<Date, Date | undefined, Date>;

export interface Readings {
  session_id: SessionId;
  version: Generated<number>;
  read_at: ColumnType<Date | null, Date | undefined, Date>;
  failures: Generated<number>;
  retry_at: ColumnType<Date | null, never, Date | null>;
}

export interface TaskRuns {
  session_id: SessionId;
  step: number;
  prototype_state: 'shown' | 'sign_in' | 'password' | 'silent';
  began_at_ms: number | null;
  ended_at_ms: number | null;
  path: string[];
  clicks: number;
  misclicks: number;
  skipped_echo: number;
  skipped_navigation_race: number;
  skipped_without_position: number;
  skipped_without_screen: number;
  path_at_ms: Generated<number[]>;
  screens: Generated<number[]>;
  route: Generated<string>;
  computed_outcome: Outcome | null;
  outcome: Outcome | null;
  goal_version: Generated<number>;
  goal_at_ms: number | null;
  walked: Generated<number>;
  walked_different: Generated<number>;
  ended: 'done' | 'stuck' | null;
}

export interface Visits {
  session_id: SessionId;
  step: number;
  ordinal: number;
  screen_id: string;
  entered_at_ms: number;
  left_at_ms: number | null;
  in_history: boolean;
}

export interface Clicks {
  session_id: SessionId;
  step: number;
  seq: number;
  at_ms: number;
  screen_id: string;
  x: number | null;
  y: number | null;
  unplaced: Unplaced | null;
  inner_scrolled: boolean;
  reacted: boolean | null;
  behind_overlay: boolean;
  target_id: string | null;
  is_first: Generated<boolean>;
  place: Generated<string | null>;
  led_to: Generated<number | null>;
}

export interface ResultVersions {
  id: Generated<string>;
  test_id: TestId;
  version: Generated<string>;
}

export interface TestScreens {
  test_id: TestId;
  number: number;
  api_origin: string;
  file_key: string;
  node_id: string;
  layer_name: string | null;
  given_name: string | null;
  in_design: Generated<boolean>;
}

/** Counts that a trigger of `openings` writes. */
export interface OpeningCounts {
  test_id: TestId;
  openings: number;
}

export interface Openings {
  id: OpeningId;
  test_id: TestId;
  revision_id: RevisionId;
  opened_at: Timestamp;
  started: Generated<boolean>;
  session_id: SessionId | null;
  obstacle: Obstacle | null;
  screened_step: Generated<number | null>;
  screened_word: Generated<string | null>;
}

export interface PanelVisits {
  session_id: SessionId;
  step: number;
  shown_at_ms: number;
  ended_at_ms: number | null;
  answered_at_ms: number | null;
}

export interface Answers {
  session_id: SessionId;
  step: number;
  did_it: boolean | null;
  ease: number | null;
  helped: string | null;
  answer: ColumnType<StepAnswer | null, string | null, string | null>;
  number: number | null;
  answered_at: Timestamp;
  tags: Generated<string[]>;
  at_start: Generated<boolean>;
}

export interface Judgements {
  id: string;
  session_id: SessionId;
  step: number;
  kind: 'outcome' | 'exclusion';
  outcome: Outcome | null;
  reason: string | null;
  judged_by: UserId | null;
  judged_at: Timestamp;
}

export interface RunScreens {
  session_id: SessionId;
  step: number;
  screen: number;
  presented: number;
  first_at_ms: number;
  back_at_ms: number | null;
  is_last: boolean;
  clicks: number;
  misclicks: number;
  unplaced: number;
  first_reacted_ms: number | null;
  first_missed_at_ms: number | null;
  first_led_to: Generated<number | null>;
}

export interface RunPlaces {
  session_id: SessionId;
  step: number;
  screen: number;
  place: string;
  presses: number;
  first_at_ms: number;
}

interface NoteOrClip {
  session_id: SessionId;
  test_id: TestId;
  tags: Generated<string[]>;
  created_by: UserId | null;
  created_at: Timestamp;
  edited_by: UserId | null;
  edited_at: Date | null;
  version: Generated<number>;
}

export interface Notes extends NoteOrClip {
  id: NoteId;
  at_ms: number;
  text: string;
}

export interface Clips extends NoteOrClip {
  id: ClipId;
  from_ms: number;
  to_ms: number;
  title: Generated<string>;
}

export interface Heatmaps {
  session_id: SessionId;
  screen_id: string;
  width: number;
  height: number;
  size_bytes: Generated<number>;
}

export interface StillSheets {
  session_id: SessionId;
  sheet: number;
  width: number;
  height: number;
  times_ms: number[];
  size_bytes: Generated<number>;
}

export interface Screens {
  id: ScreenImageId;
  workspace_id: WorkspaceId;
  api_origin: string;
  file_key: string;
  node_id: string;
  width: number;
  height: number;
  origin_x: number;
  origin_y: number;
  boxes: JSONColumnType<object>;
  layers_version: Generated<number>;
  leads_to: Generated<string[]>;
  name: string | null;
  fetched_at: Timestamp;
  size_bytes: Generated<number>;
}

export interface RevisionScreens {
  revision_id: RevisionId;
  api_origin: string;
  file_key: string;
  node_id: string;
  screen_id: ScreenImageId;
  inherited: Generated<boolean>;
}

export interface Transcripts {
  session_id: SessionId;
  test_id: TestId;
  workspace_id: WorkspaceId;
  state: Exclude<TranscriptState, 'none'>;
  run_id: string;
  requested_by: UserId | null;
  requested_at: Timestamp;
  /** Place of the job in the queue: the lowest number is next. */
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
  /** Columns that SQL statements alone read. */
  search: string | null;
  grams: string[] | null;
}

export interface TranscriptParts {
  session_id: SessionId;
  part: number;
  run_id: string;
  heard: JSONColumnType<object>;
}

export interface TranscriptCorrections {
  id: TranscriptCorrectionId;
  session_id: SessionId;
  segment: number | null;
  start_ms: number;
  end_ms: number;
  original: string;
  text: string;
  corrected_by: UserId | null;
  corrected_at: Timestamp;
  version: Generated<number>;
}

interface Versioned {
  test_id: TestId;
  created_by: UserId | null;
  created_at: Timestamp;
  edited_by: UserId | null;
  edited_at: Date | null;
  version: Generated<number>;
}

export interface Reels extends Versioned {
  id: ReelId;
  name: string;
}

export interface ReelItems {
  id: string;
  reel_id: ReelId;
  position: number;
  kind: 'clip' | 'title';
  /** The clip, or null for a title card and after the clip was deleted. */
  clip_id: ClipId | null;
  withdrawn: Generated<boolean>;
  text: string | null;
}

export interface Findings extends Versioned {
  id: FindingId;
  position: number;
  sentence: string;
  text: Generated<string>;
  by_rule: Generated<boolean>;
  /** 1 to 4, or null until a member rates the finding. */
  severity: Severity | null;
  recommendation: Generated<string>;
}

export interface FindingEvidence {
  id: string;
  finding_id: FindingId;
  position: number;
  kind: 'clip' | 'note' | 'number';
  /** The clip, or null for another kind and after the clip was deleted. */
  clip_id: ClipId | null;
  note_id: NoteId | null;
  withdrawn: Generated<boolean>;
  number: JSONColumnType<object> | null;
}

export interface Reports {
  test_id: TestId;
  title: Generated<string>;
  summary: Generated<string>;
  next_steps: Generated<string>;
  summary_draft: JSONColumnType<object>;
  next_steps_draft: JSONColumnType<object>;
  /** Percent, or null for a report without a verdict. */
  target_percent: number | null;
  version: Generated<number>;
}
