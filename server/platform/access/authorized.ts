// Checks that the caller may use a thing, and returns its ids as the proof `Authorized<…>` that services require.
import { AppError } from '#contract/errors.ts';
import type {
  ClipId,
  FindingId,
  NoteId,
  ReelId,
  RevisionId,
  SessionId,
  TestId,
  UniqueId,
  WorkspaceId,
} from '#contract/ids.ts';
import { ANSWERS_HOURS, FINISHED_TOKEN_MINUTES } from '#contract/limits.ts';
import { splitUserTimestamp } from '#contract/paths.ts';
import type { ViewKind } from '#contract/view-links.ts';
import type { Database } from '#server/platform/db/database.ts';
import {
  requireOwn,
  requireVisibleClip,
  requireVisibleRecording,
  requireVisibleReel,
} from './link-rights.ts';
import { type Authorized, authorized, narrowed } from './proof.ts';
import { finishedAt } from './session-over.ts';
import type { PrivateLink, SignIn } from './sign-in.ts';

export type { Authorized } from './proof.ts';
export type { PrivateLink, SignIn } from './sign-in.ts';

/** A test the caller's workspace owns. */
export interface TestRef {
  testId: TestId;
  workspaceId: WorkspaceId;
}

interface SessionIds {
  sessionId: SessionId;
  testId: TestId;
  workspaceId: WorkspaceId;
}

/** Exists for the compiler alone, because different callers may do different things with a session. */
declare const caller: unique symbol;

/** A session with a recording, of a test the caller's workspace owns. */
export interface RecordingRef extends SessionIds {
  readonly [caller]?: 'creator';
}

/** A session that a bearer token authorizes. */
export interface SessionRef extends SessionIds {
  /** Revision that the session ran. */
  readonly revisionId: RevisionId;
  /** When the participant finished the session, or null while it may continue. */
  readonly finishedAt: Date | null;
  readonly [caller]?: 'participant';
}

/** A session that its participant's private link authorizes. */
export interface OwnRecordingRef extends SessionIds {
  readonly [caller]?: 'private link';
}

/** A recording that its caller may watch. */
export type WatchableRef = Authorized<RecordingRef> | Authorized<OwnRecordingRef>;

/**
 * @param viewKind the kind of link whose visitors may see the requested thing.
 * @throws AppError not_found unless the test is the workspace's (and has that share id).
 */
export async function authorizeTest(
  db: Database,
  signIn: SignIn,
  { viewKind = 'results', ...ids }: { testId: TestId; uniqueId?: UniqueId; viewKind?: ViewKind },
): Promise<Authorized<TestRef>> {
  if (signIn.view && signIn.view.kind !== viewKind) throw new AppError('not_found');
  return await authorizeWithin(db, signIn, ids);
}

/** Returns those of the tests that the caller's workspace owns; the others are left out. */
export async function authorizeTests(
  db: Database,
  signIn: SignIn,
  testIds: readonly TestId[],
): Promise<Authorized<TestRef>[]> {
  const { workspaceId } = signIn;
  const rows = await db
    .selectFrom('tests')
    .select('id')
    .where('id', 'in', testIds)
    .where('workspace_id', '=', workspaceId)
    .execute();
  return rows
    .filter(({ id }) => !signIn.view || signIn.view.testId === id)
    .map(({ id }) => authorized({ testId: id, workspaceId }));
}

/** A test as the frame of something that is requested in it. */
async function authorizeWithin(
  db: Database,
  signIn: SignIn,
  ids: { testId: TestId; uniqueId?: UniqueId },
): Promise<Authorized<TestRef>> {
  if (signIn.view && signIn.view.testId !== ids.testId) throw new AppError('not_found');
  const row = await db
    .selectFrom('tests')
    .select(['unique_id'])
    .where('id', '=', ids.testId)
    .where('workspace_id', '=', signIn.workspaceId)
    .executeTakeFirst();
  // A visitor's addresses hold no share id.
  const uniqueId = signIn.view ? undefined : ids.uniqueId;
  if (!row || (uniqueId !== undefined && row.unique_id !== uniqueId)) {
    throw new AppError('not_found');
  }
  return authorized({ testId: ids.testId, workspaceId: signIn.workspaceId });
}

/**
 * Finds a recording by the ids and the timestamp of its address; its names may be stale.
 * @throws AppError not_found
 */
export async function authorizeRecording(
  db: Database,
  signIn: SignIn,
  address: { testId: TestId; uniqueId?: UniqueId; userTimestamp: string },
): Promise<Authorized<RecordingRef>> {
  const test = await authorizeWithin(db, signIn, address);
  const timestampMs = timestampOf(address.userTimestamp);
  const row = await db
    .selectFrom('sessions')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .select(['sessions.id', 'is_pilot'])
    .where('sessions.test_id', '=', test.testId)
    .where('sessions.timestamp_ms', '=', timestampMs)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  requireVisibleRecording(signIn, { ...test, sessionId: row.id, isPilot: row.is_pilot });
  return narrowed(test, { sessionId: row.id });
}

function timestampOf(userTimestamp: string): number {
  const parts = splitUserTimestamp(userTimestamp);
  if (!parts) throw new AppError('not_found');
  return parts.timestampMs;
}

/** One step of what a proof permits. */
export function atStep<T extends object>(
  proof: Authorized<T>,
  step: number,
): Authorized<T & { step: number }> {
  return narrowed<T, { step: number }>(proof, { step } as { step: number } & {
    [Key in keyof T]?: never;
  });
}

/** The recording of a clip that was read among the test's. */
export function recordingOfClip(
  test: Authorized<TestRef>,
  { sessionId }: { sessionId: SessionId },
): Authorized<RecordingRef> {
  return narrowed(test, { sessionId });
}

/** Finds a recording by the session's id. @throws AppError not_found */
export async function authorizeRecordingById(
  db: Database,
  signIn: SignIn,
  id: SessionId,
): Promise<Authorized<RecordingRef>> {
  const { recording, isPilot } = await recordingOf(db, signIn, id);
  requireVisibleRecording(signIn, { ...recording, isPilot });
  return recording;
}

/** A recording for one stretch of it alone, which a visitor's link may show without the rest. */
async function authorizeStretch(
  db: Database,
  signIn: SignIn,
  { sessionId, clipId }: { sessionId: SessionId; clipId: ClipId },
): Promise<Authorized<RecordingRef>> {
  const { recording } = await recordingOf(db, signIn, sessionId);
  await requireVisibleClip(db, signIn, { ...recording, clipId });
  return recording;
}

/** A recording of the caller's workspace. The function does not check whether a visitor's link shows it. */
async function recordingOf(
  db: Database,
  signIn: SignIn,
  id: SessionId,
): Promise<{ recording: Authorized<RecordingRef>; isPilot: boolean }> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .select(['tests.id', 'tests.workspace_id', 'is_pilot'])
    .where('sessions.id', '=', id)
    .executeTakeFirst();
  // The workspace is compared here because PostgreSQL may scan all tests of the workspace if the query names both.
  if (row?.workspace_id !== signIn.workspaceId) throw new AppError('not_found');
  const recording = authorized({
    sessionId: id,
    testId: row.id,
    workspaceId: signIn.workspaceId,
  });
  return { recording, isPilot: row.is_pilot };
}

/** A note with its recording, which a viewer changes only when it is their own. @throws AppError not_found, member_only */
export async function authorizeNote(
  db: Database,
  signIn: SignIn,
  { id, toChange = false }: { id: NoteId; toChange?: boolean },
): Promise<Authorized<RecordingRef & { id: NoteId }>> {
  const notes = db.selectFrom('notes').select(['session_id', 'created_by']).where('id', '=', id);
  const row = await notes.executeTakeFirstOrThrow(() => new AppError('not_found'));
  const recording = await authorizeRecordingById(db, signIn, row.session_id);
  if (toChange) requireOwn(signIn, row.created_by);
  return narrowed(recording, { id });
}

/**
 * A clip with its recording, which a viewer changes only when it is their own. @throws AppError not_found,
 * member_only
 */
export async function authorizeClip(
  db: Database,
  signIn: SignIn,
  { id, toChange = false }: { id: ClipId; toChange?: boolean },
): Promise<Authorized<RecordingRef & { id: ClipId }>> {
  const clips = db.selectFrom('clips').select(['session_id', 'created_by']).where('id', '=', id);
  const row = await clips.executeTakeFirstOrThrow(() => new AppError('not_found'));
  const sessionId = row.session_id;
  const recording = await authorizeStretch(db, signIn, { sessionId, clipId: id });
  if (toChange) requireOwn(signIn, row.created_by);
  return narrowed(recording, { id });
}

/** A reel with its test. @throws AppError not_found */
export async function authorizeReel(
  db: Database,
  signIn: SignIn,
  id: ReelId,
): Promise<Authorized<TestRef & { id: ReelId }>> {
  const reels = db.selectFrom('reels').select('test_id').where('id', '=', id);
  const row = await reels.executeTakeFirstOrThrow(() => new AppError('not_found'));
  const test = await authorizeWithin(db, signIn, { testId: row.test_id });
  requireVisibleReel(signIn, id);
  return narrowed(test, { id });
}

/** A finding with its test. @throws AppError not_found */
export async function authorizeFinding(
  db: Database,
  signIn: SignIn,
  id: FindingId,
): Promise<Authorized<TestRef & { id: FindingId }>> {
  const findings = db.selectFrom('findings').select('test_id').where('id', '=', id);
  const row = await findings.executeTakeFirstOrThrow(() => new AppError('not_found'));
  const test = await authorizeTest(db, signIn, { testId: row.test_id });
  return narrowed(test, { id });
}

/**
 * @param id of a session token that was verified.
 * @throws AppError not_found once it is deleted; session_token_invalid some minutes after its participant
 * has finished it
 */
export async function authorizeSession(
  db: Database,
  id: SessionId,
): Promise<Authorized<SessionRef>> {
  return await authorizeFor(db, id, FINISHED_TOKEN_MINUTES);
}

/**
 * Like `authorizeSession`, for the answers to the participant's card, which are accepted for longer. @throws as
 * `authorizeSession`
 */
export async function authorizeAnswers(
  db: Database,
  id: SessionId,
): Promise<Authorized<SessionRef>> {
  return await authorizeFor(db, id, ANSWERS_HOURS * 60);
}

async function authorizeFor(
  db: Database,
  id: SessionId,
  minutes: number,
): Promise<Authorized<SessionRef>> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .select(['tests.id', 'tests.workspace_id', 'sessions.revision_id'])
    .select(finishedAt.as('finishedAt'))
    .where('sessions.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  requireLivingToken(row.finishedAt, minutes);
  return authorized({
    sessionId: id,
    testId: row.id,
    workspaceId: row.workspace_id,
    revisionId: row.revision_id,
    finishedAt: row.finishedAt,
  });
}

/**
 * @param by a private link, or the session of a signed address that was verified.
 * @throws AppError not_found when there is no such link, or its session was deleted
 */
export async function authorizeOwnRecording(
  db: Database,
  by: PrivateLink | { sessionId: SessionId },
): Promise<Authorized<OwnRecordingRef>> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .select(['sessions.id', 'sessions.test_id', 'tests.workspace_id'])
    .where((eb) =>
      'tokenHash' in by
        ? eb('sessions.private_link_hash', '=', by.tokenHash)
        : eb('sessions.id', '=', by.sessionId),
    )
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return authorized({
    sessionId: row.id,
    testId: row.test_id,
    workspaceId: row.workspace_id,
  });
}

/** @throws AppError session_token_invalid when the session was finished so many minutes ago. */
export function requireLivingToken(
  finishedAt: Date | null,
  minutes: number = FINISHED_TOKEN_MINUTES,
): void {
  if (finishedAt === null) return;
  const endsAtMs = finishedAt.getTime() + minutes * 60_000;
  if (Date.now() >= endsAtMs) throw new AppError('session_token_invalid');
}
