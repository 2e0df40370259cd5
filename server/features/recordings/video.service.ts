// The video of a recording as players and downloads get it: a virtual file over the stored bytes.
import { extname } from 'node:path';
import rangeParser from 'range-parser';
import { AppError } from '#contract/errors.ts';
import type { Authorized, RecordingRef } from '#server/access/authorized.ts';
import { judgedRunOf } from '#server/domain/outcomes/judged-run.ts';
import {
  readOlderIndex,
  readVideoState,
  sessionNumber,
} from '#server/domain/recordings/recordings.db.ts';
import { taskOfSession } from '#server/domain/tests/revisions.db.ts';
import { videoKey } from '#server/media/object-keys.ts';
import { CONTAINER_NAMES } from '#server/media/video-container.ts';
import type { VirtualLayout } from '#server/media/virtual-file.ts';
import { rangeChunks } from '#server/media/virtual-file.ts';
import type { Parts } from '#server/parts.ts';

/** A video ready to be read: layout, validator and whether it still grows. */
export interface Video {
  layout: VirtualLayout;
  contentType: string;
  /** Of a download. */
  fileName: string;
  /** RFC 9110 section 8.8.3. */
  etag: string;
  growing: boolean;
  /** Each chunk is valid until the next is asked for. */
  chunks(range: InclusiveRange): AsyncIterable<Uint8Array>;
}

/** First and last byte, both included, as HTTP counts; storage and virtual files leave the end out. */
export interface InclusiveRange {
  start: number;
  end: number;
}

/** @throws AppError not_found when nothing watchable has arrived. */
export async function openVideo(
  { db, storage, watched }: Parts,
  ref: Authorized<RecordingRef>,
): Promise<Video> {
  const key = videoKey(ref.sessionId);
  const state = await readVideoState(db, ref);
  if (!state) throw new AppError('not_found');
  const { closed } = state;
  const video = closed
    ? await watched.closed(key, { ...closed, readOlderIndex: () => readOlderIndex(db, ref) })
    : await watched.growing(key);
  if (!video) throw new AppError('not_found');
  const { layout, container } = video;
  return {
    layout,
    ...CONTAINER_NAMES[container],
    etag: `"${ref.sessionId}-${layout.etagBasis}"`,
    growing: closed === null,
    chunks: ({ start, end }) => rangeChunks({ storage, key, layout }, { start, end: end + 1 }),
  };
}

/** `012_indirect.webm`: number of the session in its test and outcome, so that downloads sort and tell apart. */
export async function downloadName(
  { db }: Parts,
  { sessionId }: Authorized<RecordingRef>,
  { fileName }: Pick<Video, 'fileName'>,
): Promise<string> {
  const { stepPosition: step } = await taskOfSession(db, sessionId);
  const { outcome } = await judgedRunOf(db, { sessionId, step });
  const number = await sessionNumber(db, sessionId);
  return `${String(number).padStart(3, '0')}_${outcome}${extname(fileName)}`;
}

/**
 * The range a request asks for (RFC 9110 section 14.2): null for the whole file, also for several
 * ranges, which a server may answer with everything. If-Range must name this very file.
 * @throws AppError range_not_satisfiable
 */
export function requestedRange(
  headers: { range?: string | undefined; ifRange?: string | undefined },
  video: Video,
): InclusiveRange | null {
  if (headers.range === undefined) return null;
  if (headers.ifRange !== undefined && headers.ifRange !== video.etag) return null;
  const { sizeBytes } = video.layout;
  const ranges = rangeParser(sizeBytes, asParsed(headers.range, sizeBytes));
  if (ranges === -1) throw new AppError('range_not_satisfiable');
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}

/**
 * A Range header as the parser reads it: it knows the unit in lower case only, and takes a suffix that
 * is longer than the file for unsatisfiable, which means the whole file (RFC 9110 section 14.1.2).
 */
function asParsed(range: string, sizeBytes: number): string {
  const equals = range.indexOf('=');
  if (range.slice(0, equals).toLowerCase() !== 'bytes') return range;
  const specs = range.slice(equals + 1).split(',');
  return `bytes=${specs.map((spec) => withinFile(spec.trim(), sizeBytes)).join(',')}`;
}

function withinFile(spec: string, sizeBytes: number): string {
  return /^-\d+$/.test(spec) ? `-${Math.min(Number(spec.slice(1)), sizeBytes)}` : spec;
}
