// The database's tables as Kysely sees them; migrations/ defines them.
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { GivenRole, Role } from '#contract/accounts.ts';
import type { DesignTokenCheck } from '#contract/design-token.ts';
import type { Exported } from '#contract/exports.ts';
import type {
  ExportId,
  InvitationId,
  RevisionId,
  SessionId,
  SignInId,
  TestId,
  UniqueId,
  UploadId,
  UserId,
  ViewLinkId,
  WorkspaceId,
} from '#contract/ids.ts';
import type { InvitationState } from '#contract/invitations.ts';
import type { RecordingState } from '#contract/recording-info.ts';
import type { ViewKind } from '#contract/view-links.ts';
import type { DraftTables } from './draft-tables.ts';
import type { IntegrationTables } from './integration-tables.ts';
import type { ParticipationTables } from './participation-tables.ts';
import type {
  Answers,
  Clicks,
  Clips,
  FindingEvidence,
  Findings,
  Heatmaps,
  Judgements,
  Notes,
  OpeningCounts,
  Openings,
  PanelVisits,
  Readings,
  ReelItems,
  Reels,
  Reports,
  ResultVersions,
  RevisionScreens,
  RunPlaces,
  RunScreens,
  Screens,
  StillSheets,
  TaskRuns,
  TestScreens,
  Timestamp,
  TranscriptCorrections,
  TranscriptParts,
  Transcripts,
  Visits,
} from './result-tables.ts';
import type { RevisionTables } from './revision-tables.ts';

interface Users {
  id: UserId;
  issuer: string;
  subject: string;
  email: string;
  first_name: string;
  last_name: string;
  /** The address that the issuer confirmed at the last sign-in. The person may change `email`. */
  verified_email: string | null;
  created_at: Timestamp;
  deletion_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  last_workspace_id: Generated<WorkspaceId | null>;
}

interface DesignTokens {
  workspace_id: WorkspaceId;
  sealed: string;
  checked: DesignTokenCheck;
  set_by: UserId | null;
  set_at: Timestamp;
}

interface Workspaces {
  id: WorkspaceId;
  owner_id: UserId;
  company: string | null;
  /** Days after which recordings are deleted, or null if only a person deletes them. */
  retention_days: Generated<number | null>;
  created_at: Timestamp;
}

/** Time of deletion for everyone; the job `deleted.remove` removes the row. */
interface Deletable {
  deleted_at: ColumnType<Date | null, never, Date>;
}

/** All workspaces, without the owner because that account is deleted at once. */
interface AllWorkspaces extends Omit<Workspaces, 'owner_id'>, Deletable {
  owner_id: UserId | null;
}

interface Members {
  workspace_id: WorkspaceId;
  user_id: UserId;
  role: Role;
  joined_at: Timestamp;
}

interface Invitations {
  id: InvitationId;
  workspace_id: WorkspaceId;
  /** The invited address, or null once the invitation is over. */
  email: string | null;
  token_hash: Buffer | null;
  state: Generated<InvitationState>;
  /** Role that the invited person receives. */
  role: Generated<GivenRole>;
  created_at: Timestamp;
  expires_at: Date;
}

interface SignIns {
  token_hash: Buffer;
  id: Generated<SignInId>;
  user_id: UserId;
  workspace_id: WorkspaceId;
  /** Browser and system in words, or empty if they are not known. */
  device: Generated<string>;
  created_at: Timestamp;
  last_used_at: Timestamp;
  authenticated_at: Timestamp;
  expires_at: Date;
  /** End that no use moves; `expires_at` is never later. */
  ends_at: Timestamp;
  verified_email: Generated<string | null>;
}

interface Tests {
  id: TestId;
  workspace_id: WorkspaceId;
  unique_id: UniqueId;
  name: string;
  company: string;
  closed_by_hand: Generated<boolean>;
  close_date: Date | null;
  submission_limit: number | null;
  allow_repeat: Generated<boolean>;
  is_template: Generated<boolean>;
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

interface Sessions {
  id: SessionId;
  test_id: TestId;
  revision_id: RevisionId;
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
  /** Number of stored messages without a gap from number 0. */
  events_in_a_row: Generated<number>;
  own_messages: Generated<number>;
  message_batches: Generated<number>;
  received_messages: Generated<Buffer | null>;
  rows_bytes: Generated<number>;
  number: number;
  device: string | null;
  /** Flags that triggers update, like the counts of tests. */
  took_part: Generated<boolean>;
  is_pilot: Generated<boolean>;
  variant: Generated<number | null>;
  step_order: Generated<number[] | null>;
  is_running: Generated<boolean>;
  /** Length of the recording when it closed, or 0 before. */
  recorded_for_ms: Generated<number>;
  /** Number of misclicks in the runs. */
  misclicks: Generated<number>;
  /** SHA-256 of the private link's token. */
  private_link_hash: Generated<Buffer | null>;
}

interface Recordings {
  session_id: SessionId;
  upload_id: UploadId;
  state: RecordingState;
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
  pressed_stuck: Generated<boolean>;
  lacks_microphone: Generated<boolean>;
  lacks_camera: Generated<boolean>;
  video_optional: Generated<boolean>;
  without_video: Generated<boolean>;
}

interface SessionMessages {
  session_id: SessionId;
  batch: number;
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
  revision_id: RevisionId;
  session_id: SessionId;
  node_ids: string[];
}

interface EmailChanges {
  token_hash: Buffer;
  user_id: UserId;
  email: string;
  expires_at: Date;
}

interface EmailUndos {
  token_hash: Buffer;
  user_id: UserId;
  old_email: string;
  new_email: string;
  changed_at: Timestamp;
  expires_at: Date;
}

interface ViewLinks {
  /** The token, sealed; null for links of version 1.0 and once the link is revoked or withdrawn. */
  sealed_token: Generated<string | null>;
  id: ViewLinkId;
  workspace_id: WorkspaceId;
  test_id: TestId;
  kind: ViewKind;
  /** The session, clip or reel, or null if the link shows the whole test and once the participant withdrew. */
  thing_id: string | null;
  withdrawn: Generated<boolean>;
  token_hash: Buffer;
  password_hash: string | null;
  with_names: boolean;
  with_texts: Generated<boolean>;
  with_downloads: boolean;
  created_by: UserId | null;
  created_at: Timestamp;
  expires_at: Date | null;
  revoked_at: Generated<Date | null>;
  views: Generated<number>;
  last_viewed_at: Generated<Date | null>;
}

interface Exports {
  id: ExportId;
  test_id: TestId;
  made_by: UserId | null;
  made_at: Timestamp;
  state: Generated<Exported['state']>;
  asked: JSONColumnType<object>;
  prepared_bytes: Generated<number>;
  size_bytes: number | null;
  session_ids: Generated<SessionId[]>;
}

interface VideoChecksums {
  session_id: SessionId;
  layout: string;
  crc32: number;
}

interface RetentionWarnings {
  workspace_id: WorkspaceId;
  sent_at: Date;
  until: Date;
}

interface RetentionLog {
  id: Generated<number>;
  workspace_id: WorkspaceId;
  day: string;
  test_id: TestId | null;
  test_name: string;
  recordings: number;
  clips: Generated<number>;
}

/**
 * `workspaces`, `tests` and `sessions` are views that leave out deleted rows. Statements that remove or count those
 * too read `all_workspaces`, `all_tests` and `all_sessions`.
 */
export interface Tables
  extends DraftTables,
    IntegrationTables,
    ParticipationTables,
    RevisionTables {
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
  sessions: Sessions;
  all_sessions: Sessions & Deletable;
  recordings: Recordings;
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
  answers: Answers;
  panel_visits: PanelVisits;
  judgements: Judgements;
  notes: Notes;
  all_notes: Notes & Deletable;
  clips: Clips;
  all_clips: Clips & Deletable;
  run_screens: RunScreens;
  run_places: RunPlaces;
  heatmaps: Heatmaps;
  still_sheets: StillSheets;
  screens: Screens;
  revision_screens: RevisionScreens;
  reels: Reels;
  reel_items: ReelItems;
  findings: Findings;
  all_findings: Findings & Deletable;
  reports: Reports;
  finding_evidence: FindingEvidence;
  all_finding_evidence: FindingEvidence & Deletable;
  transcripts: Transcripts;
  transcript_parts: TranscriptParts;
  transcript_corrections: TranscriptCorrections;
  retention_warnings: RetentionWarnings;
  retention_log: RetentionLog;
  rate_counts: RateCounts;
  exports: Exports;
  video_checksums: VideoChecksums;
}
