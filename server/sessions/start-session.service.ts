// Starts sessions: a participant's takes a slot of the test, a pilot is a member's own try and takes none.
import { addressOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { OpeningId, SessionId, TestId, UniqueId } from '#contract/ids.ts';
import {
  PILOTS_MAX,
  SLOT_QUIET_MS,
  STARTS_RATE,
  WAITING_PER_ADDRESS_MAX,
  WAITING_PER_TEST_MAX,
} from '#contract/limits.ts';
import { joinUserTimestamp } from '#contract/paths.ts';
import type { PersonalLinkId } from '#contract/personal-links.ts';
import type {
  Agreement,
  LinkParameters,
  SessionInput,
  StartedSession,
} from '#contract/sessions.ts';
import { uploads } from '#contract/uploads.api.ts';
import { readParticipation } from '#server/participation/participation.db.ts';
import type { Parts } from '#server/parts.ts';
import { requireOpenLink, takePersonalLink } from '#server/personal-links/personal-links.db.ts';
import { sessionToken } from '#server/platform/http/bearer-tokens.ts';
import { newId } from '#server/platform/new-id.ts';
import { hashToken, randomPrivateToken } from '#server/platform/security/secrets.ts';
import { type RevisionChoice, revisionToRun } from '#server/revisions/revisions.db.ts';
import { storeConsent } from '#server/session-state/consents.db.ts';
import { storeParameters } from '#server/session-state/parameters.db.ts';
import { allowNoVideo } from '#server/session-state/without-video.db.ts';
import { availabilityFromRow } from '#server/tests/test-answers.rules.ts';
import type { SharedTestRow } from '#server/tests/tests.db.ts';
import { noSpaceError } from '#server/workspaces/storage-space.db.ts';
import { assignSteps } from './assignments.db.ts';
import { checkConsent } from './consent.service.ts';
import { noteStart } from './openings.db.ts';
import { countPilots } from './pilots.db.ts';
import { requirePilot, type SignedIn } from './pilots.service.ts';
import { type CheckedAnswer, seatsOf } from './screening.rules.ts';
import { screenStart } from './screening.service.ts';
import { isSeatFull, storeScreening } from './seats.db.ts';
import { insertSession } from './sessions.db.ts';
import { isRepeatOf, sharedTest, withQuietSlots } from './sessions.service.ts';
import { countWaiting, takeNumber, takeSlot } from './slots.db.ts';

const PILOTS_FULL = `This test has ${PILOTS_MAX} pilots. Delete them before the next one.`;

export interface SessionStart {
  id: SessionId;
  name: string;
  device: string | null;
  browserKey: string | null;
  timestampMs: number;
  /** See NewSession. */
  waitingFrom: string | null;
  privateLinkHash: Buffer | null;
  /** A member tries the test: the session takes no slot and counts nowhere. */
  isPilot: boolean;
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
 * @throws AppError test_closed, test_full, already_taken, bad_input, personal_link_used, personal_link_invalid; list_full
 * for a pilot
 */
export async function takeSession(db: Parts['db'], test: SharedTestRow, start: SessionStart) {
  const testId = test.id;
  const { isPilot } = start;
  const link = isPilot ? await takePilot(db, testId) : await takePlace(db, test, start);
  const name = link?.name ?? start.name;
  const run = await revisionToRun(db, testId, start.revision);
  const assignment = await assignSteps(db, run.revisionId);
  const session = await insertSession(db, {
    id: start.id,
    testId,
    ...run,
    participantName: name,
    device: start.device,
    browserKey: start.browserKey,
    wantedTimestampMs: start.timestampMs,
    waitingFrom: start.waitingFrom,
    privateLinkHash: start.privateLinkHash,
    isPilot,
    assignment,
  });
  if (!isPilot && (await isSeatFull(db, { testId, except: start.id }, seatsOf(start.screening)))) {
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
  return { ...session, name, steps: assignment?.steps };
}

/** Takes a slot of the test. @returns the personal link that led to the session, or null */
async function takePlace(
  db: Parts['db'],
  test: SharedTestRow,
  { browserKey, personalToken }: SessionStart,
): Promise<{ id: PersonalLinkId; name: string } | null> {
  // The query runs before the test's row is locked, so that other starts do not wait for it.
  const isRepeat = await isRepeatOf(db, test, browserKey);
  if (!(await takeSlot(db, test.id))) await refuseStart(db, test);
  const link = personalToken === null ? null : await requireOpenLink(db, test.id, personalToken);
  // A personal link is for one person and used once, and several people may share a browser.
  if (isRepeat && !link) throw new AppError('already_taken');
  return link;
}

/** Takes no slot, so that a pilot of a closed or full test begins as well. */
async function takePilot(db: Parts['db'], testId: TestId): Promise<null> {
  await takeNumber(db, testId);
  if ((await countPilots(db, testId)) >= PILOTS_MAX)
    throw new AppError('list_full', { message: PILOTS_FULL });
  return null;
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

/** @throws AppError not_found, workspace_full, server_full, too_many_requests, and what `requirePilot` and `takeSession` throw */
export async function startSession(
  parts: Pick<Parts, 'db' | 'space' | 'secrets' | 'rates'>,
  uniqueId: UniqueId,
  input: SessionInput & {
    personalToken?: string | undefined;
    address: string;
    device: string | null;
    /** The caller who tries the test, or undefined for a participant; null is not signed in. */
    triedBy?: SignedIn | null | undefined;
  },
): Promise<StartedSession> {
  const test = await withQuietSlots(parts.db, await sharedTest(parts.db, uniqueId));
  const isPilot = input.triedBy !== undefined;
  if (input.triedBy !== undefined) requirePilot(test, input.triedBy);
  const noSpace = await parts.space.refusal(test.workspace_id);
  if (noSpace !== null) throw noSpaceError(noSpace);
  const waitingFrom = parts.secrets.sign('waiting-from', `${test.id} ${input.address}`);
  await refuseCrowd(parts.db, { testId: test.id, waitingFrom });
  await parts.rates.count('starts of test', waitingFrom, STARTS_RATE);
  const participation = await readParticipation(parts.db, test.id);
  const ofTest = { workspaceId: test.workspace_id, participation };
  const agreement = await checkConsent(parts.db, ofTest, input.consent);
  const { devices } = participation;
  const { answers = [] } = input;
  const openingId = isPilot ? null : (input.openingId ?? null);
  const screeningStart = { revisionId: input.revisionId ?? test.revision_id, openingId, answers };
  const screening = await screenStart(parts.db, test, screeningStart);
  const id = newId<SessionId>();
  const privateToken = randomPrivateToken();
  const { timestampMs, uploadId, name, steps } = await parts.db
    .transaction()
    .execute(async (db) => {
      const session = await takeSession(db, test, {
        id,
        name: input.name,
        device: input.device,
        browserKey: input.browserKey ?? null,
        timestampMs: Date.now(),
        waitingFrom: isPilot ? null : waitingFrom,
        isPilot,
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
    ...(steps && { steps }),
  };
}
