// Reads the multipart form of the upload call, field by field, in any order (section 7). Files go to
// storage as they arrive; nothing of a refused form stays.
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import { type SessionId, type UploadId, uploadId } from '#contract/ids.ts';
import {
  FORM_FIELD_MAX_BYTES,
  FORM_MAX_BYTES,
  HEATMAP_MAX_BYTES,
  HEATMAPS_MAX,
  HEATMAPS_TOTAL_MAX_BYTES,
  VIDEO_MAX_BYTES,
} from '#contract/limits.ts';
import { screenId } from '#contract/screens.ts';
import { participantName } from '#contract/shared-test.ts';
import type { ImageSender } from '#server/media/images.ts';
import type { Intake } from '#server/media/intake.ts';
import { heatmapKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import { joinChunksOf, joinedForm } from '#server/platform/http/join-chunks.ts';
import type { SpaceLease } from '#server/workspaces/storage-space.db.ts';
import { type FormMessages, NO_MESSAGES, readEventsField } from './events-field.ts';
import { type HeatmapSpace, heatmapSender } from './heatmap-space.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'storage' | 'intake' | 'images' | 'rates'>;

/** Fields of the form; its files are stored already. */
export interface UploadForm {
  upload: UploadId | null;
  video: { name: string | null; timestampMs: number | null } | null;
  name: string | null;
  /**
   * `sharing_ended`: the participant ended the sharing of the screen and pressed no stop; `stuck`: the participant
   * pressed "I'm stuck". Null for every other end.
   */
  ended: 'sharing_ended' | 'stuck' | null;
  events: FormMessages;
  /** Documented text fields that have come. */
  fields: Set<string>;
  heatmaps: Map<string, { screenId: string; width: number; height: number; sizeBytes: number }>;
  /** Bytes of all heatmaps of the form, including several of the same screen. */
  heatmapBytes: number;
}

/** The session that a form's files belong to, and their limits. */
interface FormTarget {
  sessionId: SessionId;
  videoKey: string;
  /** Limits for the heatmaps. */
  space: HeatmapSpace;
  /** Counts the bytes of heatmaps. */
  lease: SpaceLease;
  /** Counts the bytes of a video. @throws AppError too_many_requests, workspace_full, server_full */
  videoLease: () => Promise<SpaceLease>;
}

/**
 * @throws AppError bad_input, malformed_body, too_large, ahead_of_time, wrong_media, unreadable_image, unreadable_video,
 * workspace_full, server_full, storage_full
 */
export async function readUploadForm(
  parts: Needs,
  target: FormTarget,
  request: FastifyRequest,
): Promise<UploadForm> {
  if (!request.isMultipart())
    throw new AppError('wrong_media', { message: 'Send a multipart form.' });
  // One of unknown length is bounded by its parts alone.
  if (Number(request.headers['content-length'] ?? 0) > FORM_MAX_BYTES) {
    throw new AppError('too_large');
  }
  const form: UploadForm = {
    upload: null,
    video: null,
    name: null,
    ended: null,
    events: NO_MESSAGES,
    fields: new Set(),
    heatmaps: new Map(),
    heatmapBytes: 0,
  };
  try {
    for await (const part of partsOf(request)) {
      if (part.type === 'file') await readFile(parts, form, { part, target, request });
      else readField(form, part);
    }
  } finally {
    // The rest of a refused form is not parsed.
    request.raw.unpipe();
  }
  return form;
}

/** Text fields of a form: four are documented. */
const FIELDS_MAX = 20;

const formOptions = {
  limits: {
    fieldSize: FORM_FIELD_MAX_BYTES,
    fileSize: VIDEO_MAX_BYTES,
    // Heatmaps, the video, the events.
    files: HEATMAPS_MAX + 2,
    fields: FIELDS_MAX,
    parts: HEATMAPS_MAX + 2 + FIELDS_MAX,
    // The limit is for one part: a file's name of 200 characters takes 2400 bytes when it is percent-encoded.
    headerSize: 8192,
    headerPairs: 20,
  },
  // Read while they arrive, however they are sent.
  isPartAFile: (field: string | undefined, type: string | undefined, file: string | undefined) =>
    field === 'events' || file !== undefined || type === 'application/octet-stream',
};

/** The parser's complaints (no boundary, no end, too many parts) are the sender's faults. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* joinedForm(request).parts(formOptions);
  } catch (error) {
    const isTooMuch = (error as { statusCode?: number }).statusCode === 413;
    throw new AppError(isTooMuch ? 'too_large' : 'malformed_body');
  }
}

async function readFile(
  parts: Needs,
  form: UploadForm,
  { part, target, request }: { part: MultipartFile; target: FormTarget; request: FastifyRequest },
): Promise<void> {
  if (part.fieldname === 'video') {
    if (form.video) throw new AppError('bad_input', { fields: { video: 'Send one video.' } });
    form.video = readVideoName(part.filename);
    const { videoKey: key, videoLease } = target;
    await storeFormVideo(parts.intake, part, { key, lease: await videoLease() });
    return;
  }
  if (part.fieldname === 'events') {
    once(form, 'events');
    form.events = await readEventsField(whole(part.file), (held) => {
      request.heldBytes += held;
    });
    return;
  }
  if (isTextField(part.fieldname)) {
    // Browsers send a Blob this way, which is the usual way to give a part its type.
    const bytes = await readUpTo(request, part.file, FORM_FIELD_MAX_BYTES);
    readField(form, { fieldname: part.fieldname, value: bytes.toString() });
    return;
  }
  if (!HEATMAP_TYPES.has(part.mimetype)) {
    part.file.resume();
    throw new AppError('wrong_media', { message: 'Heatmaps are PNG images.' });
  }
  const bytes = await readUpTo(request, part.file, HEATMAP_MAX_BYTES);
  form.heatmapBytes += bytes.length;
  if (form.heatmapBytes > HEATMAPS_TOTAL_MAX_BYTES) throw new AppError('too_large');
  // Browsers send an empty file input this way.
  if (bytes.length === 0 && !part.filename) return;
  const id = screenOf(part);
  target.space.take(id, bytes.length);
  const refusal = target.lease.take(bytes.length);
  if (refusal) throw refusal;
  const sender = heatmapSender(parts, target, request);
  const image = await storeHeatmap(parts, { bytes, key: heatmapKey(target.sessionId, id) }, sender);
  form.heatmaps.set(id, { screenId: id, ...image, sizeBytes: bytes.length });
}

/** The bytes decide; a part that names no type is a text by RFC 7578 section 4.4. */
const HEATMAP_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'application/octet-stream',
  'text/plain',
]);

async function storeHeatmap(
  { storage, images }: Pick<Parts, 'storage' | 'images'>,
  { bytes, key }: { bytes: Buffer; key: string },
  sender: ImageSender,
): Promise<{ width: number; height: number }> {
  const png = await images.readPng(bytes, sender);
  if ('reason' in png) {
    throw new AppError(png.reason === 'not_png' ? 'wrong_media' : 'unreadable_image');
  }
  await storage.put(key, bytes);
  return png;
}

async function readUpTo(
  request: FastifyRequest,
  source: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of joinChunksOf(whole(source))) {
      bytes += chunk.length;
      request.heldBytes += chunk.length;
      if (bytes > maxBytes) throw new AppError('too_large');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    request.heldBytes -= bytes;
  }
}

/** A part's bytes; the parser complains about a form that ends inside it. */
async function* whole(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch {
    throw new AppError('malformed_body');
  }
}

/** Maximum length of a file's name in file systems. */
const FILE_NAME_MAX_CHARACTERS = 255;

/** The file's or the field's name contains the screen id, as `1-2` or `1:2`. */
function screenOf(part: MultipartFile): string {
  const pattern = /(?:^|\D)(I?\d+[-:]\d+(?:[;_]\d+[-:]\d+)*)/;
  for (const name of [part.filename ?? '', part.fieldname]) {
    const id = screenId.safeParse(
      pattern.exec(name.slice(0, FILE_NAME_MAX_CHARACTERS))?.[1]?.replaceAll('_', ';'),
    );
    if (id.success) return id.data;
  }
  throw new AppError('bad_input', {
    fields: { [part.fieldname]: "Name the image by its screen's id, such as 1-2." },
  });
}

/** Parses `{name}_{timestamp}.webm` or `.mp4`; parts that the file's name lacks are left out. */
function readVideoName(filename: string | undefined): NonNullable<UploadForm['video']> {
  const match = /^(.*)_(\d{13})\.(?:webm|mp4)$/su.exec(filename ?? '');
  // Browsers write a quote in a file's name as %22 (HTML, multipart/form-data).
  const name = participantName.safeParse(match?.[1]?.replaceAll('%22', '"'));
  return {
    name: name.success ? name.data : null,
    timestampMs: match?.[2] ? Number(match[2]) : null,
  };
}

/** Stores a text field's value in the form, or returns an error message. */
type FieldReader = (form: UploadForm, value: string) => string | null;

const fieldReaders: Record<string, FieldReader> = {
  name(form, value) {
    const name = participantName.safeParse(value);
    if (name.success) form.name = name.data;
    return name.error?.issues[0]?.message ?? null;
  },
  upload(form, value) {
    const id = uploadId.safeParse(value);
    if (id.success) form.upload = id.data;
    return id.success ? null : 'This is not the id of an upload.';
  },
  ended(form, value) {
    // Other values are ignored: no recording is refused for how it ended.
    form.ended = value === 'sharing_ended' || value === 'stuck' ? value : null;
    return null;
  },
};

function isTextField(name: string): boolean {
  return Object.hasOwn(fieldReaders, name);
}

/** Undocumented fields are ignored. */
function readField(
  form: UploadForm,
  part: { fieldname: string; value: unknown; valueTruncated?: boolean },
): void {
  const read = fieldReaders[part.fieldname];
  if (!read) return;
  once(form, part.fieldname);
  if (part.valueTruncated) throw new AppError('too_large');
  // The parser has read a part of the type application/json already.
  const text = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
  const problem = read(form, text);
  if (problem !== null) throw new AppError('bad_input', { fields: { [part.fieldname]: problem } });
}

function once(form: UploadForm, field: string): void {
  if (form.fields.has(field)) {
    throw new AppError('bad_input', { fields: { [field]: 'Send this field once.' } });
  }
  form.fields.add(field);
}

// Stores the video of an upload form while it arrives, as far as there is space.

/** @throws AppError malformed_body, too_large, workspace_full, server_full, wrong_media, unreadable_video */
async function storeFormVideo(
  intake: Intake,
  part: MultipartFile,
  { key, lease }: { key: string; lease: SpaceLease },
): Promise<void> {
  const sent: { refusal: AppError | null } = { refusal: null };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        sent.refusal = lease.take(chunk.length);
        if (sent.refusal) return;
        yield chunk;
      }
    } catch (error) {
      // The video of a form that breaks off is not complete, so it is not judged.
      sent.refusal = new AppError('malformed_body');
      throw error;
    }
  }
  await intake.discard(key);
  try {
    await intake.append(key, { offset: 0, source: chunks() });
  } catch (error) {
    throw sent.refusal ?? error;
  }
  if (part.file.truncated) throw new AppError('too_large');
  if (sent.refusal) throw sent.refusal;
}
