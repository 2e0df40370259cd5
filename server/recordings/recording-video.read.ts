// The video of a recording, or of a stretch of one, as players and downloads get it: a virtual file over the stored bytes.
import { extname } from 'node:path';
import { AppError } from '#contract/errors.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { CONTAINER_NAMES } from '#server/media/video-container.ts';
import type { CutFile, KeyFrames, Stretch } from '#server/media/video-index.ts';
import type { ClosedVideo, PlayableVideo } from '#server/media/video-layouts.ts';
import type { VirtualLayout } from '#server/media/virtual-file.ts';
import { rangeChunks } from '#server/media/virtual-file.ts';
import { readRunOutcome } from '#server/outcomes/run-outcome.db.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, RecordingRef, WatchableRef } from '#server/platform/access/authorized.ts';
import type { SentFile } from '#server/platform/http/send-file.ts';
import { taskOfSession } from '#server/revisions/revisions.db.ts';
import { lacksVideo } from '#server/session-state/without-video.db.ts';
import { readVideoState, sessionNumber } from './recordings.db.ts';

/** A video ready to be read. */
export interface Video extends SentFile {
  layout: VirtualLayout;
  /** Name of the downloaded file. */
  fileName: string;
}

type Read = Pick<Parts, 'db' | 'storage' | 'videoLayouts'>;

/** @throws AppError not_found when nothing watchable has arrived. */
export async function openVideo(parts: Read, ref: WatchableRef): Promise<Video> {
  const { videoLayouts } = parts;
  return await served(parts, ref, (key, closed) =>
    closed ? videoLayouts.closed(key, closed) : videoLayouts.growing(key),
  );
}

/**
 * Returns the video of a recording, or null for a session of clicks and answers alone.
 * @throws AppError not_found when nothing watchable has arrived.
 */
export async function findVideo(parts: Read, ref: Authorized<RecordingRef>): Promise<Video | null> {
  try {
    return await openVideo(parts, ref);
  } catch (error) {
    const isAbsent = error instanceof AppError && error.code === 'not_found';
    if (isAbsent && (await lacksVideo(parts.db, ref.sessionId))) return null;
    throw error;
  }
}

/**
 * The video of a stretch, from the key frame before its beginning.
 * @throws AppError not_found when nothing of the stretch has arrived.
 */
export async function openCut(
  parts: Read,
  ref: Authorized<RecordingRef>,
  stretch: Stretch,
): Promise<Video & Pick<CutFile, 'startMs' | 'isCut'>> {
  let of = { startMs: 0, isCut: true };
  const video = await served(parts, ref, async (key, closed) => {
    const cut = await parts.videoLayouts.cut(key, closed, stretch);
    if (cut) of = { startMs: cut.startMs, isCut: cut.isCut };
    return cut;
  });
  return { ...video, ...of };
}

/**
 * The key frames around a time of a recording; null where nothing can be cut out of it.
 * @throws AppError not_found
 */
export async function readKeyFrames(
  { db, videoLayouts }: Pick<Parts, 'db' | 'videoLayouts'>,
  ref: Authorized<RecordingRef>,
  atMs: number,
): Promise<KeyFrames | null> {
  return await videoLayouts.keyFrames(videoKey(ref.sessionId), await closedVideo(db, ref), atMs);
}

async function served(
  { db, storage }: Read,
  ref: WatchableRef,
  open: (key: string, closed: ClosedVideo | null) => Promise<PlayableVideo | null>,
): Promise<Video> {
  const key = videoKey(ref.sessionId);
  const video = await open(key, await closedVideo(db, ref));
  if (!video) throw new AppError('not_found');
  const { layout, container } = video;
  return {
    layout,
    ...CONTAINER_NAMES[container],
    etag: `"${ref.sessionId}-${layout.etagBasis}"`,
    chunks: ({ start, end }) => rangeChunks({ storage, key, layout }, { start, end: end + 1 }),
  };
}

/** The video, or null while it still arrives. @throws AppError not_found */
async function closedVideo(db: Read['db'], ref: WatchableRef): Promise<ClosedVideo | null> {
  const state = await readVideoState(db, ref);
  if (!state) throw new AppError('not_found');
  return state.closed;
}

/**
 * Returns a name like `012_indirect.webm`: number of the session in its test and outcome, so that downloads sort
 * and differ.
 */
export async function downloadName(
  { db }: Pick<Parts, 'db'>,
  { sessionId }: Authorized<RecordingRef>,
  { fileName }: Pick<Video, 'fileName'>,
): Promise<string> {
  const { step } = await taskOfSession(db, sessionId);
  const { outcome } = await readRunOutcome(db, { sessionId, step });
  const number = await sessionNumber(db, sessionId);
  return `${String(number).padStart(3, '0')}_${outcome}${extname(fileName)}`;
}
