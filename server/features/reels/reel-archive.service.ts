// A reel as one ZIP: its clips as files of their own, its title cards as texts, numbered in order. Nothing is stored or
// encoded, and memory stays the same: a file is read once for its checksum and once more to be sent. The layout is known
// before: a broken download continues.
import { createHash } from 'node:crypto';
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
import type { ByteRange } from '#server/storage/storage.ts';
import { type ZipLayout, zipLayout } from '#server/zip/zip-layout.ts';

export interface ReelArchive {
  fileName: string;
  sizeBytes: number;
  /** Another one when a clip, title card or name is. */
  etag: string;
  /** The most that a file begins before its clip. */
  earlyMs: number;
  /** Each chunk is valid until the next is asked for. Breaks off when a clip is gone meanwhile. */
  chunks(range: ByteRange): AsyncIterable<Uint8Array>;
}

interface ArchivedFile {
  name: string;
  sizeBytes: number;
  etag: string;
  /** How much its beginning, a key frame, is before the clip's; 0 of a text. */
  earlyMs: number;
  /** @throws AppError not_found when it is gone, or another one */
  read(range: ByteRange): Promise<AsyncIterable<Uint8Array>>;
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
  const layoutOf: LayoutOf = (checksums) =>
    zipLayout(
      files.map((file, at) => entryOf(file, checksums[at] ?? 0)),
      madeAt,
    );
  return {
    fileName: `${fileWords(reel.name) || 'reel'}.zip`,
    sizeBytes: layoutOf([]).sizeBytes,
    etag: etagOf(files, madeAt),
    earlyMs: Math.max(0, ...files.map(({ earlyMs }) => earlyMs)),
    chunks: (range) => archiveChunks(files, layoutOf, range),
  };
}

type LayoutOf = (checksums: readonly (number | undefined)[]) => ZipLayout;

function etagOf(files: readonly ArchivedFile[], madeAt: Date): string {
  const all = files.map(({ name, etag }) => [name, etag]);
  const hash = createHash('sha256').update(JSON.stringify([madeAt, all]));
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

function entryOf({ name, sizeBytes }: ArchivedFile, checksum: number) {
  return { name, method: 'stored', crc32: checksum, sizeBytes, packedBytes: sizeBytes } as const;
}

async function* archiveChunks(
  files: readonly ArchivedFile[],
  layoutOf: LayoutOf,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  const headers = headersOf(files, layoutOf);
  for (const [at, part] of layoutOf([]).parts.entries()) {
    const start = Math.max(range.start - part.at, 0);
    const end = Math.min(range.end - part.at, part.lengthBytes);
    if (start >= end) continue;
    const file = 'entry' in part ? files[part.entry] : null;
    if (file) yield* await file.read({ start, end });
    else yield (await headers(at)).subarray(start, end);
  }
}

/** Headers are as long whatever the checksums are: each is computed when the first header with it is asked for. */
function headersOf(
  files: readonly ArchivedFile[],
  layoutOf: LayoutOf,
): (at: number) => Promise<Uint8Array> {
  const checksums: (number | undefined)[] = files.map(() => undefined);
  const { parts } = layoutOf(checksums);
  return async (at) => {
    // Before a file its own header; behind all of them the directory, which has every checksum.
    const next = parts[at + 1];
    const only = next && 'entry' in next ? next.entry : null;
    for (const [entry, file] of files.entries()) {
      if (only === null || only === entry) checksums[entry] ??= await checksumOf(file);
    }
    const made = layoutOf(checksums).parts[at];
    if (!made || !('bytes' in made)) throw new Error('a header that the layout does not have');
    return made.bytes;
  };
}

async function checksumOf({ read, sizeBytes }: ArchivedFile): Promise<number> {
  let checksum = 0;
  for await (const chunk of await read({ start: 0, end: sizeBytes }))
    checksum = crc32(chunk, checksum);
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
    ...{ sizeBytes, etag: video.etag, earlyMs: video.earlyMs },
    read: async ({ start, end }) => {
      const now = await open();
      if (now.etag !== video.etag) throw new AppError('not_found');
      return now.chunks({ start, end: end - 1 });
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
    ...{ sizeBytes: bytes.length, etag: text, earlyMs: 0 },
    read: async ({ start, end }) =>
      (async function* () {
        yield bytes.subarray(start, end);
      })(),
  };
}
