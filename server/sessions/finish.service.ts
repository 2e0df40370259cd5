// The upload call: finishes a streamed session, or takes a whole video from any client.

import type { FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import type { SessionId, TestId, UniqueId } from '#contract/ids.ts';
import { heatmapKey, heatmapPrefix, wholeVideoKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import {
  type Authorized,
  authorizeSession,
  type SessionRef,
} from '#server/platform/access/authorized.ts';
import { countedAddress } from '#server/platform/http/client-address.ts';
import {
  beginEndCall,
  type EndCall,
  lockRecording,
  requireNewest,
} from '#server/session-state/end-calls.db.ts';
import { aheadOfTime, imagesBound, readImagesAge } from '#server/session-state/session-age.db.ts';
import type { SpaceLease } from '#server/workspaces/storage-space.db.ts';
import { closeRecording } from './end-session.flow.ts';
import { requireEventAge } from './events.service.ts';
import { HeatmapSpace } from './heatmap-space.ts';
import { heatmapSizes, insertHeatmaps, readSession } from './sessions.db.ts';
import { sharedTest } from './sessions.service.ts';
import { type FinishAnswer, finishAnswer, insertUploadedForm } from './store-form.ts';
import { readUploadForm, type UploadForm } from './upload-form.ts';
import { admitWhole, takeWholeVideo } from './whole-video.service.ts';

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
  | 'lastSeen'
  | 'sessionEnds'
  | 'rates'
  | 'space'
  | 'jobs'
  | 'prototypeHosts'
>;

/**
 * @param address ids of the call's path; they must belong together.
 * @param token the session a bearer token speaks for, null without one.
 */
export async function finishUpload(
  parts: Needs,
  address: { uniqueId: UniqueId; testId: TestId },
  { token, request }: { token: SessionId | null; request: FastifyRequest },
): Promise<FinishAnswer> {
  const test = await sharedTest(parts.db, address.uniqueId);
  if (test.id !== address.testId) throw new AppError('not_found');
  return token === null
    ? await takeWholeVideo(parts, test, request)
    : await finishSessionOf(parts, { token, testId: address.testId, request });
}

/** A participant's own session: streamed before, or its whole video now. A second time changes nothing. */
async function finishSessionOf(
  parts: Needs,
  { token, testId, request }: { token: SessionId; testId: TestId; request: FastifyRequest },
): Promise<FinishAnswer> {
  const ref = await authorizeSession(parts.db, token);
  if (ref.testId !== testId) throw new AppError('not_found');
  await parts.lastSeen.record(ref.sessionId);
  return await parts.sessionEnds.run(ref.sessionId, async () => {
    const session = await readSession(parts.db, ref);
    if (session.over) request.raw.unpipe().resume();
    else await takeOwnForm(parts, ref, { uploadId: session.upload_id, request });
    return finishAnswer(session.participant_name, session.timestamp_ms);
  });
}

async function takeOwnForm(
  parts: Needs,
  ref: Authorized<SessionRef>,
  { uploadId, request }: { uploadId: string; request: FastifyRequest },
): Promise<void> {
  const { sessionId } = ref;
  await withOwnForm(parts, { ref, request }, async ({ form, call, wholeKey, lease }) => {
    if (form.upload !== null && form.upload !== uploadId) throw new AppError('not_found');
    if (form.events.messages > 0) await requireEventAge(parts.db, ref, form.events.dataBytes);
    const isClosed = await closeRecording(parts, sessionId, {
      endedEarly: false,
      brought: {
        call,
        wholeKey: form.video ? wholeKey : null,
        store: (db) => insertUploadedForm(db, ref, { form, lease }),
      },
    });
    // It has taken the place of the streamed video.
    if (isClosed && form.video) await parts.intake.discard(wholeKey);
    return isClosed;
  });
}

/**
 * Stores heatmaps of a running session, read as those of the upload call are.
 * @throws AppError session_over, bad_input, unavailable, and the errors of the form's images
 */
export async function storeHeatmaps(
  parts: Needs,
  ref: Authorized<SessionRef>,
  request: FastifyRequest,
): Promise<void> {
  const { sessionId } = ref;
  await parts.sessionEnds.run(sessionId, async () => {
    const session = await readSession(parts.db, ref);
    if (session.over) throw new AppError('session_over');
    await withOwnForm(parts, { ref, request }, async ({ form, call }) => {
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
  /** Storage key of its video, if it has one. */
  wholeKey: string;
  /** Counts what it brings. */
  lease: SpaceLease;
}

/** Reads a session's form and has it taken; of a form that is refused, or comes too late, nothing stays stored. */
async function withOwnForm(
  parts: Needs,
  { ref, request }: { ref: Authorized<SessionRef>; request: FastifyRequest },
  take: (own: OwnForm) => Promise<boolean>,
): Promise<void> {
  const { sessionId, workspaceId } = ref;
  const call = await beginEndCall(parts.db, sessionId);
  const wholeKey = wholeVideoKey(sessionId, call.number);
  let isTaken = false;
  // Disposed when the database has what the form brought.
  using leases = new DisposableStack();
  const address = countedAddress(request.ip);
  const lease = leases.use(await parts.space.admitRunning({ sessionId, workspaceId, address }));
  const target = {
    sessionId,
    videoKey: wholeKey,
    lease,
    space: await ownHeatmapSpace(parts, sessionId),
    // A whole video does not show when it was recorded, so it is taken like that of a client without a session.
    videoLease: async () => leases.use(await admitWhole(parts, ref, { request, isCopied: true })),
  };
  try {
    const form = await readUploadForm(parts, target, request);
    isTaken = await take({ form, call, wholeKey, lease });
  } finally {
    if (!isTaken) {
      await parts.intake.discard(wholeKey);
      await dropUnclaimedHeatmaps(parts, call);
    }
  }
}

async function ownHeatmapSpace(
  { db }: Pick<Parts, 'db'>,
  sessionId: SessionId,
): Promise<HeatmapSpace> {
  const storedSizes = await heatmapSizes(db, { sessionId });
  const storedBytes = [...storedSizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  const stored = await readImagesAge(db, sessionId);
  const stillBytes = stored.imagesBytes - storedBytes;
  return new HeatmapSpace(storedSizes, (totalBytes) =>
    aheadOfTime(imagesBound, stored, stillBytes + totalBytes),
  );
}

/**
 * Deletes the images of a refused form. The streamed video stays for the next try, and a newer call deletes or
 * stores its own images.
 */
async function dropUnclaimedHeatmaps(
  parts: Pick<Parts, 'db' | 'storage'>,
  { sessionId, number }: EndCall,
): Promise<void> {
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
