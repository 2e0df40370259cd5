// The upload call of a client that sends its whole video at the end: without a session, the whole form is one submission.

import type { FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import type { SessionId, TestId, WorkspaceId } from '#contract/ids.ts';
import {
  VIDEO_MAX_BYTES,
  WHOLE_UPLOAD_RATE,
  WHOLE_UPLOAD_RATE_PER_TEST,
} from '#contract/limits.ts';
import { ANONYMOUS } from '#contract/sessions.ts';
import { recordingPrefix, videoKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import { authorizeSession } from '#server/platform/access/authorized.ts';
import { countedAddress } from '#server/platform/http/client-address.ts';
import { deviceOf } from '#server/platform/http/device-name.ts';
import { newId } from '#server/platform/new-id.ts';
import { readDueSession } from '#server/readings/renew.flow.ts';
import { availabilityFromRow } from '#server/tests/test-answers.rules.ts';
import type { SharedTestRow } from '#server/tests/tests.db.ts';
import type { SpaceLease } from '#server/workspaces/storage-space.db.ts';
import { makeReady } from './end-session.flow.ts';
import { HeatmapSpace } from './heatmap-space.ts';
import { withQuietSlots } from './sessions.service.ts';
import { takeSession } from './start-session.service.ts';
import { type FinishAnswer, finishAnswer, insertUploadedForm } from './store-form.ts';
import { readUploadForm, type UploadForm } from './upload-form.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<
  Parts,
  | 'config'
  | 'publicUrl'
  | 'log'
  | 'db'
  | 'storage'
  | 'intake'
  | 'images'
  | 'rates'
  | 'space'
  | 'jobs'
  | 'prototypeHosts'
>;

/** Clocks of other machines differ; a timestamp further off is not believed. */
const TIMESTAMP_TOLERANCE_MS = 24 * 3_600_000;

/**
 * Any client without a session: the whole form is one submission.
 * @throws AppError test_closed, test_full, too_many_requests, workspace_full, server_full
 */
export async function takeWholeVideo(
  parts: Needs,
  test: SharedTestRow,
  request: FastifyRequest,
): Promise<FinishAnswer> {
  const state = availabilityFromRow(await withQuietSlots(parts.db, test));
  if (state !== 'open') throw new AppError(state === 'full' ? 'test_full' : 'test_closed');
  const ids = { testId: test.id, workspaceId: test.workspace_id };
  using lease = await admitWhole(parts, ids, { request });
  return await takeWholeForm(parts, test, { request, lease });
}

/**
 * Counts a whole upload against its rates, and its length against what is free.
 * @throws AppError too_many_requests, workspace_full, server_full
 */
export async function admitWhole(
  { rates, space }: Pick<Parts, 'rates' | 'space'>,
  { testId, workspaceId }: { testId: TestId; workspaceId: WorkspaceId },
  { request, isCopied = false }: { request: FastifyRequest; isCopied?: boolean },
): Promise<SpaceLease> {
  await rates.count('whole uploads', countedAddress(request.ip), WHOLE_UPLOAD_RATE);
  await rates.count('whole uploads of test', testId, WHOLE_UPLOAD_RATE_PER_TEST);
  // A video without a length may have the maximum size.
  const bytes = Number(request.headers['content-length'] ?? VIDEO_MAX_BYTES);
  return await space.admitWhole({ workspaceId, bytes, isCopied });
}

async function takeWholeForm(
  parts: Needs,
  test: SharedTestRow,
  { request, lease }: { request: FastifyRequest; lease: SpaceLease },
): Promise<FinishAnswer> {
  const id = newId<SessionId>();
  const target = {
    sessionId: id,
    videoKey: videoKey(id),
    space: new HeatmapSpace(),
    lease,
    videoLease: async () => lease,
  };
  let answer: FinishAnswer;
  try {
    const form = await readUploadForm(parts, target, request);
    if (form.upload) throw new AppError('session_token_invalid');
    if (!form.video) {
      throw new AppError('bad_input', {
        fields: { video: 'Send a video or the id of an upload.' },
      });
    }
    answer = await storeSubmission(parts, { test, id, form, device: deviceOf(request) });
  } catch (error) {
    await parts.intake.discard(videoKey(id));
    await parts.storage.deleteAll(recordingPrefix(id));
    throw error;
  }
  await readDueSession(parts, id);
  return answer;
}

async function storeSubmission(
  parts: Needs,
  {
    test,
    id,
    form,
    device,
  }: { test: SharedTestRow; id: SessionId; form: UploadForm; device: string | null },
): Promise<FinishAnswer> {
  const name = form.name ?? form.video?.name ?? ANONYMOUS;
  // Before a slot is taken: a video that can't be watched must not use one up.
  const video = await parts.intake.close(videoKey(id));
  const { timestampMs } = await parts.db.transaction().execute(async (db) => {
    const timestampMs = timestampOf(form);
    const beganMs = Math.min(timestampMs, Date.now() - (video.durationMs ?? 0));
    const who = {
      id,
      name,
      device,
      browserKey: null,
      waitingFrom: null,
      openingId: null,
      personalToken: null,
      isPilot: false,
    };
    // It comes from another program: there is no page that could offer a private link.
    const start = {
      ...who,
      privateLinkHash: null,
      parameters: { given: [], names: [] },
      screening: [],
      agreement: null,
      timestampMs,
      revision: { beganAt: new Date(beganMs) },
    };
    const taken = await takeSession(db, test, start);
    // The length of the form is counted already.
    await insertUploadedForm(db, await authorizeSession(db, id), { form, lease: null });
    await makeReady(parts, db, { sessionId: id, video, endedEarly: false });
    return taken;
  });
  return finishAnswer(name, timestampMs);
}

function timestampOf(form: UploadForm): number {
  const now = Date.now();
  const claimedMs = form.video?.timestampMs ?? now;
  return Math.abs(claimedMs - now) <= TIMESTAMP_TOLERANCE_MS ? claimedMs : now;
}
