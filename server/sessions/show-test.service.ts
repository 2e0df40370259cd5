// Shows a test to its participants: what they need for their session, and which origins their page may frame.
import type { RevisionId, UniqueId } from '#contract/ids.ts';
import type { SharedPicture } from '#contract/pictures.ts';
import { isTask } from '#contract/steps.ts';
import { taskQuestions } from '#contract/task-questions.ts';
import { screenImageAddress } from '#server/media/signed-image.ts';
import { readParticipation } from '#server/participation/participation.db.ts';
import { sharedParticipationOf } from '#server/participation/participation.rules.ts';
import type { Parts } from '#server/parts.ts';
import { embedOf, frameOrigins } from '#server/prototypes/embed-of.ts';
import { placeFields } from '#server/revisions/place-fields.rules.ts';
import {
  isStoredScreening,
  panelStepOf,
  runningPrototypes,
  type StoredStep,
  stepsOfRevision,
  taskPicture,
  tasksOfRevision,
} from '#server/revisions/steps.db.ts';
import { readRevisionPictures } from '#server/screens/screen-images.db.ts';
import { availabilityFromRow, sharedTestFromRow } from '#server/tests/test-answers.rules.ts';
import { findSharedTest, type SharedTestRow } from '#server/tests/tests.db.ts';
import { recogniserHost } from '#server/transcripts/ask-for-transcript.flow.ts';
import { consentTextOf } from './consent.service.ts';
import { requirePilot, type SignedIn } from './pilots.service.ts';
import { sharedTest, withQuietSlots } from './sessions.service.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'config' | 'publicUrl' | 'db' | 'secrets' | 'space' | 'prototypeHosts'>;

/**
 * Returns a test for its participants.
 * @param triedBy the caller who tries the test, for whom it is open; undefined for a participant
 * @throws AppError not_found, and what `requirePilot` throws
 */
export async function showTest(
  parts: Needs,
  uniqueId: UniqueId,
  triedBy: SignedIn | null | undefined,
) {
  const row = await withQuietSlots(parts.db, await sharedTest(parts.db, uniqueId));
  if (triedBy !== undefined) requirePilot(row, triedBy);
  const intake = triedBy === undefined ? availabilityFromRow(row) : 'open';
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
    pictures: await picturesOf(parts, row.revision_id),
    frameSources,
    keptDays: row.retention_days,
    transcribedBy: recogniserHost(parts.config),
    supportEmail: parts.config.mail.shownSupport,
    state: noSpace === null ? intake : 'full',
    noSpace,
    embed: embedOf(row.figma_url, embedding),
  };
}

/** Returns addresses and sizes of the pictures of a revision by id, or undefined if it has none. */
async function picturesOf({ db, secrets }: Pick<Parts, 'db' | 'secrets'>, revisionId: RevisionId) {
  const rows = await readRevisionPictures(db, revisionId);
  if (rows.length === 0) return undefined;
  const pictures = rows.map(({ id, file_key: picture, width, height }): [string, SharedPicture] => [
    picture,
    { src: screenImageAddress(secrets, id), width, height },
  ]);
  return Object.fromEntries(pictures);
}

function sharedStepOf(step: StoredStep, embedding: Parameters<typeof embedOf>[1]) {
  const { kind, number } = step;
  if (kind !== 'task') return { number, kind, panel: panelStepOf(step) };
  const { text, prototypeUrl, asks } = step;
  const picture = taskPicture(step.content);
  return {
    number,
    kind,
    task: text,
    figmaUrl: prototypeUrl,
    embed: embedOf(prototypeUrl, embedding),
    ...(picture && { picture: { mode: picture.mode, seconds: picture.seconds } }),
    asks,
    ...placeFields(step),
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
