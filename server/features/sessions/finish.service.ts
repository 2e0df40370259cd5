// The upload call: finishes a streamed session, or takes a whole video from any client.
import type { FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { AppError } from '#contract/errors.ts';
import type { SessionId, TestId, UniqueId } from '#contract/ids.ts';
import { joinUserTimestamp } from '#contract/paths.ts';
import { ANONYMOUS } from '#contract/sessions.ts';
import { authorizeSession } from '#server/access/authorized.ts';
import { recordingPrefix, videoKey } from '#server/media/object-keys.ts';
import { closeRecording } from './closing.service.ts';
import { insertEvents, insertHeatmaps, readSession } from './sessions.db.ts';
import { type SessionParts, sharedTest, stateOf, takeSession } from './sessions.service.ts';
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
  parts: SessionParts,
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
  parts: SessionParts,
  { token, testId, request }: { token: SessionId; testId: TestId; request: FastifyRequest },
): Promise<Answer> {
  const ref = await authorizeSession(parts.db, token);
  if (ref.testId !== testId) throw new AppError('not_found');
  const session = await readSession(parts.db, ref);
  const answer = answerOf(session.participant_name, session.timestamp_ms);
  if (session.state === 'finished' && !session.ended_early) {
    request.raw.resume();
    return answer;
  }
  const form = await readUploadForm(parts, ref.sessionId, request);
  if (form.upload !== null && form.upload !== session.upload_id) throw new AppError('not_found');
  await closeRecording(parts, ref.sessionId, {
    endedEarly: false,
    also: async (db) => {
      await insertEvents(db, ref, form.events);
      await insertHeatmaps(db, ref, [...form.heatmaps.values()]);
    },
  });
  return answer;
}

/** Any client without a session: the whole form is one submission. */
async function takeWholeVideo(
  parts: SessionParts,
  test: Awaited<ReturnType<typeof sharedTest>>,
  request: FastifyRequest,
): Promise<Answer> {
  const state = stateOf(test);
  if (state !== 'open') throw new AppError(state === 'full' ? 'test_full' : 'test_closed');
  const id = uuidv7() as SessionId;
  try {
    const form = await readUploadForm(parts, id, request);
    if (form.upload) throw new AppError('session_token_invalid');
    if (!form.video) {
      throw new AppError('bad_input', {
        fields: { video: 'Send a video or the id of an upload.' },
      });
    }
    return await storeSubmission(parts, { test, id, form });
  } catch (error) {
    await parts.intake.discard(videoKey(id));
    await parts.storage.deleteAll(recordingPrefix(id));
    throw error;
  }
}

async function storeSubmission(
  parts: SessionParts,
  {
    test,
    id,
    form,
  }: { test: Awaited<ReturnType<typeof sharedTest>>; id: SessionId; form: UploadForm },
): Promise<Answer> {
  const name = form.name ?? form.video?.name ?? ANONYMOUS;
  const { timestampMs } = await parts.db
    .transaction()
    .execute((db) =>
      takeSession(db, test, { id, name, browserKey: null, timestampMs: timestampOf(form) }),
    );
  const ref = await authorizeSession(parts.db, id);
  await closeRecording(parts, id, {
    endedEarly: false,
    also: async (db) => {
      await insertEvents(db, ref, form.events);
      await insertHeatmaps(db, ref, [...form.heatmaps.values()]);
    },
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
