// A reel as one ZIP: its clips as files of their own, its title cards as texts, numbered in order. Nothing is stored or
// encoded. The layout is known before: a broken download continues.
import { createHash } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import type { ReelItem } from '#contract/reels.ts';
import type { Parts } from '#server/parts.ts';
import { recordingOfClip } from '#server/platform/access/authorized.ts';
import { type StreamedFile, streamedZip } from '#server/platform/zip/streamed-zip.ts';
import {
  type ClipVideo,
  fileWords,
  numbered,
  openClipVideo,
} from '#server/recordings/clip-video.read.ts';
import { atFirstTask } from '#server/revisions/first-task.read.ts';
import type { ByteRange } from '#server/storage/storage.ts';
import { presentReel } from './reel-answers.read.ts';
import type { ReelRef } from './reels.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'db' | 'storage' | 'videoLayouts'>;

export interface ReelArchive {
  fileName: string;
  sizeBytes: number;
  /** Another one when a clip, title card or name is. */
  etag: string;
  /** The most that a file begins before its clip. */
  earlyMs: number;
  /** Each chunk is valid until the next is read. Stops when a clip is deleted meanwhile. */
  chunks(range: ByteRange): AsyncIterable<Uint8Array>;
}

/** Reading throws AppError not_found when it is gone, or another one. */
interface ArchivedFile extends StreamedFile {
  etag: string;
  /** Time in milliseconds from the file's start, a key frame, to the clip's start; 0 for a text. */
  earlyMs: number;
}

/**
 * @param isAlone whether the caller may see the clips and nothing else of their recordings
 * @throws AppError not_found
 */
export async function openReelArchive(
  parts: Needs,
  ref: ReelRef,
  { isAlone }: { isAlone: boolean },
): Promise<ReelArchive> {
  const reel = await presentReel(parts.db, await atFirstTask(parts.db, ref));
  const files: ArchivedFile[] = [];
  const digits = Math.max(2, String(reel.items.length).length);
  for (const [at, item] of reel.items.entries()) {
    files.push(await fileOf(parts, { ref, item, isAlone, prefix: `${numbered(at + 1, digits)}_` }));
  }
  const changedAt = new Date(reel.edited?.at ?? reel.createdAt);
  const { sizeBytes, chunks } = streamedZip(files, changedAt);
  return {
    fileName: `${fileWords(reel.name) || 'reel'}.zip`,
    sizeBytes,
    etag: etagOf(files, changedAt),
    earlyMs: Math.max(0, ...files.map(({ earlyMs }) => earlyMs)),
    chunks,
  };
}

function etagOf(files: readonly ArchivedFile[], changedAt: Date): string {
  const all = files.map(({ name, etag }) => [name, etag]);
  const hash = createHash('sha256').update(JSON.stringify([changedAt, all]));
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

const GONE_WORDS = {
  withdrawn: 'This participant withdrew',
  deleted: 'This clip was deleted',
  missing: 'This clip has no video',
} as const;

interface ItemOfReel {
  ref: ReelRef;
  item: ReelItem;
  isAlone: boolean;
  /** Position of the clip, which its name begins with. */
  prefix: string;
}

async function fileOf(
  parts: Needs,
  { ref, item, isAlone, prefix }: ItemOfReel,
): Promise<ArchivedFile> {
  if (item.kind === 'title')
    return textFile(`${prefix}${fileWords(item.text) || 'title'}`, item.text);
  const { clip } = item;
  if (typeof clip === 'string') return textFile(`${prefix}${clip}`, GONE_WORDS[clip]);
  const recording = recordingOfClip(ref, clip);
  const open = () => openClipVideo(parts, recording, { clip, isAlone });
  const video = await openOrRefusal(open);
  if (video instanceof AppError) {
    if (video.code === 'not_found') return textFile(`${prefix}missing`, GONE_WORDS.missing);
    return textFile(`${prefix}not-on-its-own`, video.message);
  }
  const { sizeBytes } = video.layout;
  return {
    name: `${prefix}${video.fileName}`,
    sizeBytes,
    etag: video.etag,
    earlyMs: video.earlyMs,
    read: async ({ start, end }) => {
      const now = await open();
      if (now.etag !== video.etag) throw new AppError('not_found');
      return now.chunks({ start, end: end - 1 });
    },
  };
}

/** The video, or why the caller can't have it. */
async function openOrRefusal(open: () => Promise<ClipVideo>): Promise<ClipVideo | AppError> {
  try {
    return await open();
  } catch (error) {
    const isRefusal = error instanceof AppError;
    if (isRefusal && (error.code === 'not_found' || error.code === 'clip_not_cut')) return error;
    throw error;
  }
}

function textFile(name: string, text: string): ArchivedFile {
  const bytes = Buffer.from(`${text}\n`);
  return {
    name: `${name}.txt`,
    sizeBytes: bytes.length,
    etag: text,
    earlyMs: 0,
    read: async ({ start, end }) =>
      (async function* () {
        yield bytes.subarray(start, end);
      })(),
  };
}
