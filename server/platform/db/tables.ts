// The database's tables as Kysely sees them; migrations/ is the truth.
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { EmailChanges, EmailUndos } from './email-tables.ts';
import type { Exports, VideoChecksums } from './export-tables.ts';
import type { Heatmaps, RevisionScreens, Screens, StillSheets } from './image-tables.ts';
import type { IntegrationTables } from './integration-tables.ts';
import type { FindingEvidence, Findings, ReelItems, Reels } from './report-tables.ts';
import type {
  Clicks,
  Clips,
  Judgements,
  Notes,
  OpeningCounts,
  Openings,
  Readings,
  ResultVersions,
  RunPlaces,
  RunScreens,
  TaskAnswers,
  TaskRuns,
  TestScreens,
  Timestamp,
  Visits,
} from './result-tables.ts';
import type { RetentionLog, RetentionWarnings } from './retention-tables.ts';
import type { TranscriptCorrections, TranscriptParts, Transcripts } from './transcript-tables.ts';
import type { ViewLinks } from './view-link-tables.ts';

interface Users {
  id: string;
  issuer: string;
  subject: string;
  email: string;
  first_name: string;
  last_name: string;
  /** As the issuer vouched for it at the last sign-in; `email` may be changed by its person. */
  verified_email: string | null;
  created_at: Timestamp;
  deletion_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  last_workspace_id: Generated<string | null>;
}

interface DesignTokens {
  workspace_id: string;
  sealed: string;
  checked: 'works' | 'accepted' | 'file_hidden' | 'untested';
  set_by: string | null;
  set_at: Timestamp;
}

interface Workspaces {
  id: string;
  owner_id: string;
  company: string | null;
  /** Null: recordings are kept until a person deletes them. */
  retention_days: Generated<number | null>;
  created_at: Timestamp;
}

/** Gone for everybody once it is set; the job `deleted.remove` removes the row. */
interface Deletable {
  deleted_at: ColumnType<Date | null, never, Date>;
}

/** Its owner's account goes at once. */
interface AllWorkspaces extends Omit<Workspaces, 'owner_id'>, Deletable {
  owner_id: string | null;
}

interface Members {
  workspace_id: string;
  user_id: string;
  role: 'owner' | 'member' | 'viewer';
  joined_at: Timestamp;
}

interface Invitations {
  id: string;
  workspace_id: string;
  /** Null once it is over. */
  email: string | null;
  token_hash: Buffer | null;
  state: Generated<'open' | 'accepted' | 'declined' | 'withdrawn' | 'replaced'>;
  /** That its person gets. */
  role: Generated<'member' | 'viewer'>;
  created_at: Timestamp;
  expires_at: Date;
}

interface SignIns {
  token_hash: Buffer;
  id: Generated<string>;
  user_id: string;
  workspace_id: string;
  /** Browser and system in words; empty when they are not known. */
  device: Generated<string>;
  created_at: Timestamp;
  last_used_at: Timestamp;
  authenticated_at: Timestamp;
  expires_at: Date;
  /** No use moves it; `expires_at` is never later. */
  ends_at: Timestamp;
  verified_email: Generated<string | null>;
}

interface Tests {
  id: string;
  workspace_id: string;
  unique_id: string;
  name: string;
  company: string;
  closed_by_hand: Generated<boolean>;
  close_date: Date | null;
  submission_limit: number | null;
  allow_repeat: Generated<boolean>;
  submissions: Generated<number>;
  numbered: Generated<number>;
  withdrawn: Generated<number>;
  recording_count: Generated<number>;
  /** Timestamp of the newest recording. */
  recorded_ms: Generated<number | null>;
  active_ms: GeneratedAlways<number>;
  is_shut: GeneratedAlways<boolean>;
  name_key: GeneratedAlways<string>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface Revisions {
  id: string;
  test_id: string;
  /** Null: changed before it was run. */
  number: number | null;
  created_at: Timestamp;
}

interface Steps {
  id: string;
  revision_id: string;
  position: number;
  kind: 'task';
  text: string;
  prototype_url: string | null;
  goal: JSONColumnType<object> | null;
  asks: Generated<string[]>;
  goal_version: Generated<number>;
  goal_set_at: Date | null;
  goal_set_after: number | null;
}

interface StepCorrections {
  id: string;
  step_id: string;
  text_before: string;
  text_after: string;
  corrected_by: string | null;
  corrected_at: Timestamp;
}

interface Sessions {
  id: string;
  test_id: string;
  revision_id: string;
  revision_uncertain: Generated<boolean>;
  participant_name: string;
  timestamp_ms: number;
  browser_key: string | null;
  state: 'started' | 'finished';
  started_at: Timestamp;
  finished_at: Date | null;
  holds_slot: Generated<boolean>;
  seen_at: Timestamp;
  waiting_from: string | null;
  events_bytes: Generated<number>;
  /** Counted up to the call before the last; firstMissing of raw-events.db.ts counts on. */
  events_in_a_row: Generated<number>;
  number: number;
  device: string | null;
  /** Kept by triggers, as the counts of tests. */
  is_recorded: Generated<boolean>;
  is_running: Generated<boolean>;
  /** Length of its recording when it closed; 0 before. */
  recorded_for_ms: Generated<number>;
  /** Of its runs. */
  misclicks: Generated<number>;
  /** SHA-256 of the private link's token. */
  private_link_hash: Generated<Buffer | null>;
}

interface Recordings {
  session_id: string;
  upload_id: string;
  state: 'receiving' | 'ready';
  ended_early: Generated<boolean>;
  size_bytes: Generated<number>;
  length_bytes: number | null;
  duration_ms: number | null;
  clicks: Generated<number>;
  end_calls: Generated<number>;
  poster_at_ms: Generated<number | null>;
  poster_bytes: Generated<number>;
  images_bytes: Generated<number>;
  last_piece_at: Timestamp;
  sharing_ended: Generated<boolean>;
}

interface Events {
  session_id: string;
  seq: number;
  at_ms: number;
  type: string;
  data: JSONColumnType<object>;
}

interface SessionMessages {
  session_id: string;
  form: number;
  messages: number;
  bytes: Buffer;
}

interface RateCounts {
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  expire: number | null;
}

interface ReportedNodes {
  revision_id: string;
  session_id: string;
  node_id: string;
}

/**
 * `workspaces`, `tests` and `sessions` are views that leave out what is deleted; what removes or counts that too reads
 * `all_workspaces`, `all_tests` and `all_sessions`.
 */
export interface Tables extends IntegrationTables {
  users: Users;
  design_tokens: DesignTokens;
  email_changes: EmailChanges;
  email_undos: EmailUndos;
  workspaces: Workspaces;
  all_workspaces: AllWorkspaces;
  members: Members;
  invitations: Invitations;
  view_links: ViewLinks;
  sign_ins: SignIns;
  tests: Tests;
  all_tests: Tests & Deletable;
  revisions: Revisions;
  steps: Steps;
  step_corrections: StepCorrections;
  sessions: Sessions;
  all_sessions: Sessions & Deletable;
  recordings: Recordings;
  events: Events;
  session_messages: SessionMessages;
  reported_nodes: ReportedNodes;
  readings: Readings;
  task_runs: TaskRuns;
  visits: Visits;
  clicks: Clicks;
  result_versions: ResultVersions;
  test_screens: TestScreens;
  opening_counts: OpeningCounts;
  openings: Openings;
  task_answers: TaskAnswers;
  judgements: Judgements;
  notes: Notes;
  clips: Clips;
  run_screens: RunScreens;
  run_places: RunPlaces;
  heatmaps: Heatmaps;
  still_sheets: StillSheets;
  screens: Screens;
  revision_screens: RevisionScreens;
  reels: Reels;
  reel_items: ReelItems;
  findings: Findings;
  finding_evidence: FindingEvidence;
  transcripts: Transcripts;
  transcript_parts: TranscriptParts;
  transcript_corrections: TranscriptCorrections;
  retention_warnings: RetentionWarnings;
  retention_log: RetentionLog;
  rate_counts: RateCounts;
  exports: Exports;
  video_checksums: VideoChecksums;
}
