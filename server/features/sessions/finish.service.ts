// The upload call: finishes a streamed session, or takes a whole video from any client.

import type { FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { AppError } from '#contract/errors.ts';
import type { SessionId, TestId, UniqueId, WorkspaceId } from '#contract/ids.ts';
import {
  VIDEO_MAX_BYTES,
  WHOLE_UPLOAD_RATE,
  WHOLE_UPLOAD_RATE_PER_TEST,
} from '#contract/limits.ts';
import { joinUserTimestamp } from '#contract/paths.ts';
import { ANONYMOUS } from '#contract/sessions.ts';
import { type Authorized, authorizeSession, type SessionRef } from '#server/access/authorized.ts';
import { closeRecording, makeReady } from '#server/domain/sessions/closing.ts';
import {
  beginEndCall,
  type EndCall,
  lockRecording,
  requireNewest,
} from '#server/domain/sessions/end-calls.ts';
import { insertEvents } from '#server/domain/sessions/raw-events.ts';
import {
  heatmapSizes,
  insertHeatmaps,
  noteSharingEnded,
  readSession,
  type SharedTestRow,
} from '#server/domain/sessions/sessions.db.ts';
import { availabilityOfRow } from '#server/domain/tests/test-answers.ts';
import { countedAddress } from '#server/http/client-address.ts';
import { deviceOf } from '#server/http/device-name.ts';
import {
  heatmapKey,
  heatmapPrefix,
  recordingPrefix,
  videoKey,
  wholeVideoKey,
} from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import { HeatmapSpace } from './heatmap-space.ts';
import { refusalOf, sharedTest, takeSession, withQuietSlots } from './sessions.service.ts';
import { readUploadForm, type UploadForm } from './upload-form.ts';

/** Clocks of other machines differ; a timestamp further off is not believed. */
const TIMESTAMP_TOLERANCE_MS = 24 * 3_600_000;

interface Answer {
  message: string;
  userTimestamp: string;
}

/**
 * @param address ids of the call's path; they must belong together.
 * @param token the session a bearer token speaks for, null without one.
 */
export async function finishUpload(
  parts: Parts,
  address: { uniqueId: UniqueId; testId: TestId },
  { token, request }: { token: SessionId | null; request: FastifyRequest },
): Promise<Answer> {
  const test = await sharedTest(parts.db, address.uniqueId);
  if (test.id !== address.testId) throw new AppError('not_found');
  return token === null
    ? await takeWholeVideo(parts, test, request)
    : await finishSessionOf(parts, { token, testId: address.testId, request });
}

/** A participant's own session: streamed before, or its whole video now. A second time changes nothing. */
async function finishSessionOf(
  parts: Parts,
  { token, testId, request }: { token: SessionId; testId: TestId; request: FastifyRequest },
): Promise<Answer> {
  const ref = await authorizeSession(parts.db, token);
  if (ref.testId !== testId) throw new AppError('not_found');
  await parts.heard.note(ref.sessionId);
  return await parts.sessionEnds.run(ref.sessionId, async () => {
    const session = await readSession(parts.db, ref);
    if (session.over) request.raw.unpipe().resume();
    else await takeOwnForm(parts, ref, { uploadId: session.upload_id, request });
    return answerOf(session.participant_name, session.timestamp_ms);
  });
}

async function takeOwnForm(
  parts: Parts,
  ref: Authorized<SessionRef>,
  { uploadId, request }: { uploadId: string; request: FastifyRequest },
): Promise<void> {
  const { sessionId } = ref;
  await withOwnForm(parts, { sessionId, request }, async ({ form, call, wholeKey }) => {
    if (form.upload !== null && form.upload !== uploadId) throw new AppError('not_found');
    return await closeRecording(parts, sessionId, {
      endedEarly: false,
      brought: {
        call,
        wholeKey: form.video ? wholeKey : null,
        store: (db) => insertBrought(db, ref, form),
      },
    });
  });
}

/**
 * Heatmaps of a session that goes on, read as those of the upload call are.
 * @throws AppError session_over, bad_input, unavailable, and what the form's images are refused with
 */
export async function storeHeatmaps(
  parts: Parts,
  ref: Authorized<SessionRef>,
  request: FastifyRequest,
): Promise<void> {
  const { sessionId } = ref;
  await parts.sessionEnds.run(sessionId, async () => {
    const session = await readSession(parts.db, ref);
    if (session.over) throw new AppError('session_over');
    await withOwnForm(parts, { sessionId, request }, async ({ form, call }) => {
      if (form.video) {
        throw new AppError('bad_input', { fields: { video: 'Send heatmaps alone.' } });
      }
      return await parts.db.transaction().execute(async (db) => {
        const recording = await lockRecording(db, sessionId);
        if (!recording) throw new AppError('not_found');
        if (recording.over) throw new AppError('session_over');
        requireNewest(recording, call);
        await insertHeatmaps(db, ref, [...form.heatmaps.values()]);
        return true;
      });
    });
  });
}

interface OwnForm {
  form: UploadForm;
  call: EndCall;
  /** Where its video is, if it has one. */
  wholeKey: string;
}

/** Reads a session's form and has it taken; of a form that is refused, or comes too late, nothing stays stored. */
async function withOwnForm(
  parts: Parts,
  { sessionId, request }: { sessionId: SessionId; request: FastifyRequest },
  take: (own: OwnForm) => Promise<boolean>,
): Promise<void> {
  const call = await beginEndCall(parts.db, sessionId);
  const wholeKey = wholeVideoKey(sessionId, call.number);
  let isTaken = false;
  try {
    const space = new HeatmapSpace(await heatmapSizes(parts.db, { sessionId }));
    const form = await readUploadForm(parts, { sessionId, videoKey: wholeKey, space }, request);
    isTaken = await take({ form, call, wholeKey });
  } finally {
    if (!isTaken) {
      await parts.intake.discard(wholeKey);
      await dropUnclaimedHeatmaps(parts, call);
    }
  }
}

async function insertBrought(
  db: Parts['db'],
  ref: Authorized<SessionRef>,
  form: UploadForm,
): Promise<void> {
  await insertEvents(db, ref, form.events);
  await insertHeatmaps(db, ref, [...form.heatmaps.values()]);
  if (form.sharingEnded) await noteSharingEnded(db, ref);
}

/**
 * Images of a refused form; the streamed video stays for the next try. Those of a newer call are its own to remove, or
 * to keep.
 */
async function dropUnclaimedHeatmaps(parts: Parts, { sessionId, number }: EndCall): Promise<void> {
  await parts.db.transaction().execute(async (db) => {
    const recording = await lockRecording(db, sessionId);
    if (recording && !recording.over && recording.endCalls !== number) return;
    const sizes = await heatmapSizes(db, { sessionId });
    const claimed = new Set([...sizes.keys()].map((id) => heatmapKey(sessionId, id)));
    for await (const { key } of parts.storage.list(heatmapPrefix(sessionId))) {
      if (!claimed.has(key)) await parts.storage.delete(key);
    }
  });
}

/**
 * Any client without a session: the whole form is one submission.
 * @throws AppError test_closed, test_full, too_many_requests, workspace_full, server_full
 */
async function takeWholeVideo(
  parts: Parts,
  test: SharedTestRow,
  request: FastifyRequest,
): Promise<Answer> {
  const state = availabilityOfRow(await withQuietSlots(parts.db, test));
  if (state !== 'open') throw new AppError(state === 'full' ? 'test_full' : 'test_closed');
  await parts.rates.count('whole uploads', countedAddress(request.ip), WHOLE_UPLOAD_RATE);
  await parts.rates.count('whole uploads of test', test.id, WHOLE_UPLOAD_RATE_PER_TEST);
  // One that does not say how long it is may be as long as any.
  const bytes = Number(request.headers['content-length'] ?? VIDEO_MAX_BYTES);
  const workspaceId = test.workspace_id as WorkspaceId;
  const answer = await parts.space.whileTaking({ workspaceId, bytes }, () =>
    takeWholeForm(parts, test, request),
  );
  if ('noSpace' in answer) throw refusalOf(answer.noSpace);
  return answer.taken;
}

async function takeWholeForm(
  parts: Parts,
  test: SharedTestRow,
  request: FastifyRequest,
): Promise<Answer> {
  const id = uuidv7() as SessionId;
  const target = { sessionId: id, videoKey: videoKey(id), space: new HeatmapSpace() };
  try {
    const form = await readUploadForm(parts, target, request);
    if (form.upload) throw new AppError('session_token_invalid');
    if (!form.video) {
      throw new AppError('bad_input', {
        fields: { video: 'Send a video or the id of an upload.' },
      });
    }
    return await storeSubmission(parts, { test, id, form, device: deviceOf(request) });
  } catch (error) {
    await parts.intake.discard(videoKey(id));
    await parts.storage.deleteAll(recordingPrefix(id));
    throw error;
  }
}

async function storeSubmission(
  parts: Parts,
  {
    test,
    id,
    form,
    device,
  }: { test: SharedTestRow; id: SessionId; form: UploadForm; device: string | null },
): Promise<Answer> {
  const name = form.name ?? form.video?.name ?? ANONYMOUS;
  // Before a slot is taken: a video that can't be watched must not use one up.
  const video = await parts.intake.close(videoKey(id));
  const { timestampMs } = await parts.db.transaction().execute(async (db) => {
    const timestampMs = timestampOf(form);
    const beganMs = Math.min(timestampMs, Date.now() - (video.durationMs ?? 0));
    const who = { id, name, device, browserKey: null, waitingFrom: null, openingId: null };
    // It comes from another program: there is no page that could offer a private link.
    const start = {
      ...who,
      privateLinkHash: null,
      timestampMs,
      shown: { beganAt: new Date(beganMs) },
    };
    const taken = await takeSession(db, test, start);
    await insertBrought(db, await authorizeSession(db, id), form);
    await makeReady(parts, db, { sessionId: id, video, endedEarly: false });
    return taken;
  });
  return answerOf(name, timestampMs);
}

function timestampOf(form: UploadForm): number {
  const now = Date.now();
  const told = form.video?.timestampMs ?? now;
  return Math.abs(told - now) <= TIMESTAMP_TOLERANCE_MS ? told : now;
}

function answerOf(name: string, timestampMs: number): Answer {
  return {
    message: 'Files uploaded successfully.',
    userTimestamp: joinUserTimestamp(name, timestampMs),
  };
}
