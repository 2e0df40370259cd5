// A reel as one ZIP: its clips as files of their own, its title cards as texts, numbered in order. Nothing is stored or
// encoded, and memory stays the same: a file is read once for its checksum and once more to be sent.
import { crc32 } from 'node:zlib';
import { AppError } from '#contract/errors.ts';
import type { ReelItem } from '#contract/reels.ts';
import {
  type ClipVideo,
  fileWords,
  numbered,
  openClipVideo,
} from '#server/domain/recordings/clip-video.ts';
import type { ReelRef } from '#server/domain/reels/reels.db.ts';
import { shownReel } from '#server/domain/reels/shown-reels.ts';
import type { Parts } from '#server/parts.ts';
import { zipLayout } from '#server/zip/zip-layout.ts';

export interface ReelArchive {
  fileName: string;
  sizeBytes: number;
  /** Each chunk is valid until the next is asked for. Breaks off when a clip is gone meanwhile. */
  chunks(): AsyncIterable<Uint8Array>;
}

interface ArchivedFile {
  name: string;
  sizeBytes: number;
  /** From its beginning, as often as it is called. @throws AppError not_found when it is gone, or another one */
  read(): Promise<AsyncIterable<Uint8Array>>;
}

/** @throws AppError not_found */
export async function openReelArchive(parts: Parts, ref: ReelRef): Promise<ReelArchive> {
  const reel = await shownReel(parts.db, ref);
  const files: ArchivedFile[] = [];
  const digits = Math.max(2, String(reel.items.length).length);
  for (const [at, item] of reel.items.entries()) {
    files.push(await fileOf(parts, { ref, item, prefix: `${numbered(at + 1, digits)}_` }));
  }
  const madeAt = new Date(reel.edited?.at ?? reel.createdAt);
  const layoutOf = (checksums: readonly number[]) =>
    zipLayout(
      files.map((file, at) => entryOf(file, checksums[at] ?? 0)),
      madeAt,
    );
  return {
    fileName: `${fileWords(reel.name) || 'reel'}.zip`,
    sizeBytes: layoutOf([]).sizeBytes,
    chunks: () => archiveChunks(files, layoutOf),
  };
}

function entryOf({ name, sizeBytes }: ArchivedFile, checksum: number) {
  return { name, method: 'stored', crc32: checksum, sizeBytes, packedBytes: sizeBytes } as const;
}

/** Headers are as long whatever the checksums are: each is computed when its file comes. */
async function* archiveChunks(
  files: readonly ArchivedFile[],
  layoutOf: (checksums: readonly number[]) => ReturnType<typeof zipLayout>,
): AsyncGenerator<Uint8Array> {
  const checksums: number[] = [];
  for (const [at, part] of layoutOf([]).parts.entries()) {
    if ('entry' in part) {
      const file = files[part.entry];
      if (file) yield* await file.read();
      continue;
    }
    const file = files[checksums.length];
    if (file) checksums.push(await checksumOf(file));
    const made = layoutOf(checksums).parts[at];
    if (made && 'bytes' in made) yield made.bytes;
  }
}

async function checksumOf({ read }: ArchivedFile): Promise<number> {
  let checksum = 0;
  for await (const chunk of await read()) checksum = crc32(chunk, checksum);
  return checksum;
}

const GONE_WORDS = {
  withdrawn: 'This participant withdrew',
  deleted: 'This clip was deleted',
  missing: 'This clip has no video',
} as const;

async function fileOf(
  parts: Parts,
  { ref, item, prefix }: { ref: ReelRef; item: ReelItem; prefix: string },
): Promise<ArchivedFile> {
  if (item.kind === 'title')
    return textFile(`${prefix}${fileWords(item.text) || 'title'}`, item.text);
  const { clip } = item;
  if (typeof clip === 'string') return textFile(`${prefix}${clip}`, GONE_WORDS[clip]);
  const open = () => openClipVideo(parts, { ...ref, sessionId: clip.sessionId }, clip);
  const video = await unlessGone(open);
  if (!video) return textFile(`${prefix}missing`, GONE_WORDS.missing);
  const { sizeBytes } = video.layout;
  return {
    name: `${prefix}${video.fileName}`,
    sizeBytes,
    read: async () => {
      const now = await open();
      if (now.etag !== video.etag) throw new AppError('not_found');
      return now.chunks({ start: 0, end: sizeBytes - 1 });
    },
  };
}

async function unlessGone(open: () => Promise<ClipVideo>): Promise<ClipVideo | null> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

function textFile(name: string, text: string): ArchivedFile {
  const bytes = Buffer.from(`${text}\n`);
  return {
    name: `${name}.txt`,
    sizeBytes: bytes.length,
    read: async () =>
      (async function* () {
        yield bytes;
      })(),
  };
}
