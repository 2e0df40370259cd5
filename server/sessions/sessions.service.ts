// Sessions on the server: shows a test to its participants, and starts, abandons and closes sessions.

import { addressOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { OpeningId, SessionId, TestId, UniqueId } from '#contract/ids.ts';
import {
  EMPTY_SESSION_MS,
  SLOT_QUIET_MS,
  STARTS_RATE,
  WAITING_PER_ADDRESS_MAX,
  WAITING_PER_TEST_MAX,
} from '#contract/limits.ts';
import { joinUserTimestamp } from '#contract/paths.ts';
import type {
  Agreement,
  LinkParameters,
  SessionInput,
  StartedSession,
} from '#contract/sessions.ts';
import { isTask } from '#contract/steps.ts';
import { taskQuestions } from '#contract/task-questions.ts';
import { uploads } from '#contract/uploads.api.ts';
import { recordingPrefix, videoKey } from '#server/media/object-keys.ts';
import { readParticipation } from '#server/participation/participation.db.ts';
import { sharedParticipationOf } from '#server/participation/participation.rules.ts';
import type { Parts } from '#server/parts.ts';
import { requireOpenLink, takePersonalLink } from '#server/personal-links/personal-links.db.ts';
import type { Authorized, SessionRef } from '#server/platform/access/authorized.ts';
import { sessionToken } from '#server/platform/http/bearer-tokens.ts';
import { newId } from '#server/platform/new-id.ts';
import { hashToken, randomPrivateToken } from '#server/platform/security/secrets.ts';
import { embedOf, frameOrigins } from '#server/prototypes/embed-of.ts';
import { type RevisionChoice, revisionToRun } from '#server/revisions/revisions.db.ts';
import {
  conditionField,
  isStoredScreening,
  panelStepOf,
  runningPrototypes,
  type StoredStep,
  stepsOfRevision,
  tasksOfRevision,
} from '#server/revisions/steps.db.ts';
import { storeConsent } from '#server/session-state/consents.db.ts';
import { lockRecording } from '#server/session-state/end-calls.db.ts';
import { storeParameters } from '#server/session-state/parameters.db.ts';
import { allowNoVideo, stayWithoutVideo } from '#server/session-state/without-video.db.ts';
import { availabilityFromRow, sharedTestFromRow } from '#server/tests/test-answers.rules.ts';
import { findSharedTest, type SharedTestRow } from '#server/tests/tests.db.ts';
import { recogniserHost } from '#server/transcripts/ask-for-transcript.flow.ts';
import { noSpaceError } from '#server/workspaces/storage-space.db.ts';
import { checkConsent, consentTextOf } from './consent.service.ts';
import {
  closeRecording,
  deleteSession,
  type QuietSince,
  quietSessions,
} from './end-session.flow.ts';
import { noteStart } from './openings.db.ts';
import { type CheckedAnswer, seatsOf } from './screening.rules.ts';
import { screenStart } from './screening.service.ts';
import { isSeatFull, storeScreening } from './seats.db.ts';
import { hasFinished, insertSession, readSession } from './sessions.db.ts';
import { countWaiting, giveBackQuietSlots, leaveSlot, showLife, takeSlot } from './slots.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<
  Parts,
  | 'config'
  | 'publicUrl'
  | 'log'
  | 'db'
  | 'storage'
  | 'intake'
  | 'space'
  | 'secrets'
  | 'jobs'
  | 'prototypeHosts'
  | 'rates'
>;

/** Returns a test for its participants. @throws AppError not_found */
export async function showTest(parts: Needs, uniqueId: UniqueId) {
  const row = await withQuietSlots(parts.db, await sharedTest(parts.db, uniqueId));
  const intake = availabilityFromRow(row);
  const noSpace = intake === 'open' ? await parts.space.refusal(row.workspace_id) : null;
  const steps = await stepsOfRevision(parts.db, row.revision_id);
  const participation = await readParticipation(parts.db, row.id);
  const frameSources = await frameSourcesOfTest(parts, row, steps.filter(isTask));
  const embedding = {
    hosts: parts.prototypeHosts,
    embedHost: new URL(parts.publicUrl).hostname,
  };
  return {
    test: { ...sharedTestFromRow(row), name: participation.title || row.name },
    revisionId: row.revision_id,
    asks: taskQuestions.parse(row.asks),
    participation: sharedParticipationOf(participation, {
      screener: steps.filter(isStoredScreening).map(panelStepOf),
      consent: await consentTextOf(parts.db, { workspaceId: row.workspace_id, participation }),
    }),
    steps: steps
      .filter((step) => !isStoredScreening(step))
      .map((step) => sharedStepOf(step, embedding)),
    frameSources,
    keptDays: row.retention_days,
    transcribedBy: recogniserHost(parts.config),
    supportEmail: parts.config.mail.shownSupport,
    state: noSpace === null ? intake : 'full',
    noSpace,
    embed: embedOf(row.figma_url, embedding),
  };
}

function sharedStepOf(step: StoredStep, embedding: Parameters<typeof embedOf>[1]) {
  const { kind, number } = step;
  if (kind !== 'task') return { number, kind, panel: panelStepOf(step) };
  const { text, prototypeUrl, asks, condition } = step;
  return {
    number,
    kind,
    task: text,
    figmaUrl: prototypeUrl,
    embed: embedOf(prototypeUrl, embedding),
    asks,
    ...conditionField(condition),
  };
}

/** The parts that find out which origins a page may frame. */
type FrameNeeds = Pick<Parts, 'db' | 'prototypeHosts'>;

/** Returns the origins that the participant's page of a test may frame, or none if there is no such test. */
export async function frameSourcesOf(parts: FrameNeeds, uniqueId: string): Promise<string[]> {
  const row = await findSharedTest(parts.db, uniqueId as UniqueId);
  if (!row) return [];
  return await frameSourcesOfTest(parts, row, await tasksOfRevision(parts.db, row.revision_id));
}

/** A policy of so many origins fits into the header lines that proxies accept. The tasks of a test have at most 32. */
const FRAME_SOURCES_MAX = 50;

/**
 * Returns the origins of what a test's tasks are done on. Those of earlier revisions follow while a session runs them,
 * because its participant may reload the page after the test was edited.
 */
async function frameSourcesOfTest(
  { db, prototypeHosts }: FrameNeeds,
  test: Pick<SharedTestRow, 'id' | 'revision_id'>,
  steps: readonly Pick<StoredStep, 'prototypeUrl'>[],
): Promise<string[]> {
  const earlier = await runningPrototypes(db, test.id, test.revision_id);
  const urls = [...steps.map(({ prototypeUrl }) => prototypeUrl), ...earlier];
  const origins = new Set(urls.flatMap((url) => frameOrigins(url, prototypeHosts)));
  return [...origins].slice(0, FRAME_SOURCES_MAX);
}

/** @throws AppError not_found */
export async function sharedTest(db: Parts['db'], uniqueId: UniqueId): Promise<SharedTestRow> {
  const row = await findSharedTest(db, uniqueId);
  if (!row) throw new AppError('not_found');
  return row;
}

/** Releases the slots of quiet sessions if the test is full. @returns the test's row after that */
export async function withQuietSlots(db: Parts['db'], row: SharedTestRow): Promise<SharedTestRow> {
  if (availabilityFromRow(row) !== 'full') return row;
  const given = await giveBackQuietSlots(db, row.id);
  return given === 0 ? row : await sharedTest(db, row.unique_id);
}

/** Returns whether a session from a browser would be a repeat that the test does not take. */
export async function isRepeatOf(
  db: Parts['db'],
  test: Pick<SharedTestRow, 'id' | 'allow_repeat'>,
  browserKey: string | null,
): Promise<boolean> {
  return !test.allow_repeat && browserKey !== null && (await hasFinished(db, test.id, browserKey));
}

export interface SessionStart {
  id: SessionId;
  name: string;
  device: string | null;
  browserKey: string | null;
  timestampMs: number;
  /** See NewSession. */
  waitingFrom: string | null;
  privateLinkHash: Buffer | null;
  /** Parameters of the link, and the names of those that the test keeps. */
  parameters: { given: LinkParameters; names: readonly string[] };
  /** The token of the personal link that led to the session, or null: its name replaces the given one. */
  personalToken: string | null;
  /** The opening of the link that led to the session, or null if the page did not report one. */
  openingId: OpeningId | null;
  revision: RevisionChoice;
  /** Answers to the screening questions. */
  screening: readonly CheckedAnswer[];
  /** Agreement of the participant, or null if the client sent none. */
  agreement: Agreement | null;
}

/**
 * Takes a slot and creates the session, in one transaction: of fifty simultaneous starts of a test with a limit of ten,
 * exactly ten succeed.
 * @throws AppError test_closed, test_full, already_taken, bad_input, personal_link_used, personal_link_invalid
 */
export async function takeSession(db: Parts['db'], test: SharedTestRow, start: SessionStart) {
  const testId = test.id;
  const { browserKey, personalToken } = start;
  // The query runs before the test's row is locked, so that other starts do not wait for it.
  const isRepeat = await isRepeatOf(db, test, browserKey);
  if (!(await takeSlot(db, testId))) await refuseStart(db, test);
  const link = personalToken === null ? null : await requireOpenLink(db, testId, personalToken);
  // A personal link is for one person and used once, and several people may share a browser.
  if (isRepeat && !link) throw new AppError('already_taken');
  const name = link?.name ?? start.name;
  const run = await revisionToRun(db, testId, start.revision);
  const session = await insertSession(db, {
    id: start.id,
    testId,
    ...run,
    participantName: name,
    device: start.device,
    browserKey,
    wantedTimestampMs: start.timestampMs,
    waitingFrom: start.waitingFrom,
    privateLinkHash: start.privateLinkHash,
  });
  if (await isSeatFull(db, { testId, except: start.id }, seatsOf(start.screening))) {
    throw new AppError('test_full');
  }
  await storeScreening(db, { testId, sessionId: start.id }, start.screening);
  if (link) await takePersonalLink(db, link.id, start.id);
  await storeParameters(db, start.id, start.parameters);
  if (start.agreement) await storeConsent(db, start.id, start.agreement);
  if (start.openingId !== null) {
    const { revisionId } = run;
    await noteStart(db, { id: start.openingId, testId, revisionId, sessionId: start.id });
  }
  return { ...session, name };
}

/**
 * Limits the sessions that record nothing, for each address and for each test. The check runs before the test's row is
 * locked, so that a flood of starts blocks no one. A few simultaneous starts may exceed the limit.
 * @throws AppError too_many_requests
 */
async function refuseCrowd(
  db: Parts['db'],
  from: { testId: TestId; waitingFrom: string },
): Promise<void> {
  const { fromAddress, ofTest } = await countWaiting(db, from);
  if (fromAddress < WAITING_PER_ADDRESS_MAX && ofTest < WAITING_PER_TEST_MAX) return;
  throw new AppError('too_many_requests', {
    message: 'Many people are starting this test right now. Please try again in a few minutes.',
    retryAfterSeconds: SLOT_QUIET_MS / 1000,
  });
}

/** Throws the reason why no slot was free. The test is read again, because it may have changed since. */
async function refuseStart(db: Parts['db'], test: SharedTestRow): Promise<never> {
  const now = await sharedTest(db, test.unique_id);
  throw new AppError(availabilityFromRow(now) === 'full' ? 'test_full' : 'test_closed');
}

/** @throws AppError not_found, workspace_full, server_full, too_many_requests, and what `takeSession` throws */
export async function startSession(
  parts: Needs,
  uniqueId: UniqueId,
  input: SessionInput & {
    personalToken?: string | undefined;
    address: string;
    device: string | null;
  },
): Promise<StartedSession> {
  const test = await withQuietSlots(parts.db, await sharedTest(parts.db, uniqueId));
  const noSpace = await parts.space.refusal(test.workspace_id);
  if (noSpace !== null) throw noSpaceError(noSpace);
  const waitingFrom = parts.secrets.sign('waiting-from', `${test.id} ${input.address}`);
  await refuseCrowd(parts.db, { testId: test.id, waitingFrom });
  await parts.rates.count('starts of test', waitingFrom, STARTS_RATE);
  const participation = await readParticipation(parts.db, test.id);
  const ofTest = { workspaceId: test.workspace_id, participation };
  const agreement = await checkConsent(parts.db, ofTest, input.consent);
  const { devices } = participation;
  const { openingId = null, answers = [] } = input;
  const screeningStart = { revisionId: input.revisionId ?? test.revision_id, openingId, answers };
  const screening = await screenStart(parts.db, test, screeningStart);
  const id = newId<SessionId>();
  const privateToken = randomPrivateToken();
  const { timestampMs, uploadId, name } = await parts.db.transaction().execute(async (db) => {
    const session = await takeSession(db, test, {
      id,
      name: input.name,
      device: input.device,
      browserKey: input.browserKey ?? null,
      timestampMs: Date.now(),
      waitingFrom,
      privateLinkHash: hashToken(privateToken),
      parameters: { given: input.parameters ?? [], names: participation.parameters },
      agreement,
      openingId,
      personalToken: input.personalToken ?? null,
      screening,
      revision:
        input.revisionId || screening.length > 0
          ? { revisionId: screeningStart.revisionId }
          : 'newest',
    });
    if (devices.screen !== 'required') await allowNoVideo(db, id);
    return session;
  });
  return {
    _id: id,
    userTimestamp: joinUserTimestamp(name, timestampMs),
    participantName: name,
    token: sessionToken(parts.secrets, id),
    privateToken,
    uploadId,
    uploadUrl: addressOf(uploads.append, { params: { uploadId } }),
  };
}

/** Stores a sign of life of a session that records nothing, or nothing yet. */
export async function keepSlot({ db }: Pick<Parts, 'db'>, sessionId: SessionId): Promise<void> {
  await showLife(db, sessionId);
  await stayWithoutVideo(db, sessionId);
}

/** Ends a session that will not continue. A recording is kept; without one the session is deleted and its slot released. */
export async function abandonSession(parts: Needs, ref: Authorized<SessionRef>): Promise<void> {
  const session = await readSession(parts.db, ref);
  if (session.state !== 'started') return;
  await endEarly(parts, ref);
}

/**
 * Releases the slots of quiet sessions, and ends every session that has sent nothing for the configured time, or for
 * EMPTY_SESSION_MS if it has recorded nothing.
 */
export async function closeQuietSessions(parts: Needs): Promise<void> {
  await giveBackQuietSlots(parts.db);
  const now = Date.now();
  const since = {
    recordedBefore: new Date(now - parts.config.quietSessionMs),
    emptyBefore: new Date(now - EMPTY_SESSION_MS),
  };
  for (const session of await quietSessions(parts.db, since)) {
    try {
      await endEarly(parts, session, since);
    } catch (error) {
      // The job retries this session in a minute; the others do not wait for it.
      parts.log.error({ err: error, sessionId: session.sessionId }, 'quiet session stays open');
    }
  }
}

/** Ends a session without its participant. @param since ends it only if no piece was stored after these times */
async function endEarly(
  parts: Needs,
  session: { sessionId: SessionId; testId: TestId },
  since?: QuietSince,
): Promise<void> {
  const quiet = since ? { quietSince: since.recordedBefore } : {};
  try {
    await closeRecording(parts, session.sessionId, { endedEarly: true, ...quiet });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unreadable_video')) throw error;
    if (since) await leaveSlot(parts.db, session.sessionId);
    await forgetSession(parts, session, since?.emptyBefore);
  }
}

/** Deletes a session without anything to play, with its stored bytes, and releases its slot. */
async function forgetSession(
  parts: Needs,
  { sessionId, testId }: { sessionId: SessionId; testId: TestId },
  quietSince: Date | undefined,
): Promise<void> {
  const isGone = await parts.db.transaction().execute(async (db) => {
    const recording = await lockRecording(db, sessionId);
    if (!recording || (quietSince && recording.lastPieceAt >= quietSince)) return false;
    await deleteSession(db, { sessionId, testId });
    return true;
  });
  if (!isGone) return;
  await parts.intake.discard(videoKey(sessionId));
  await parts.storage.deleteAll(recordingPrefix(sessionId));
}
