// Reads the multipart form of the upload call, field by field, in any order (section 7). Files go to
// storage as they arrive; nothing of a refused form stays.
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { type RawEvent, rawEvent } from '#contract/events.ts';
import { type SessionId, type UploadId, uploadId } from '#contract/ids.ts';
import {
  EVENTS_FIELD_MAX_BYTES,
  EVENTS_MAX,
  HEATMAP_MAX_BYTES,
  HEATMAPS_MAX,
  VIDEO_MAX_BYTES,
} from '#contract/limits.ts';
import { screenId } from '#contract/screens.ts';
import { participantName } from '#contract/sessions.ts';
import { heatmapKey } from '#server/media/object-keys.ts';
import { readPng } from '#server/media/png.ts';
import type { Parts } from '#server/parts.ts';

type FormParts = Pick<Parts, 'storage' | 'intake'>;

/** What the form brought; its files are stored already. */
export interface UploadForm {
  upload: UploadId | null;
  video: { name: string | null; timestampMs: number | null } | null;
  name: string | null;
  events: RawEvent[];
  /** Documented text fields that have come. */
  fields: Set<string>;
  heatmaps: Map<string, { screenId: string; width: number; height: number }>;
}

/** Where a form's files go. */
interface FormTarget {
  sessionId: SessionId;
  videoKey: string;
}

/** @throws AppError bad_input, malformed_body, too_large, wrong_media, unreadable_image, unreadable_video */
export async function readUploadForm(
  parts: FormParts,
  target: FormTarget,
  request: FastifyRequest,
): Promise<UploadForm> {
  if (!request.isMultipart())
    throw new AppError('wrong_media', { message: 'Send a multipart form.' });
  const form: UploadForm = {
    upload: null,
    video: null,
    name: null,
    events: [],
    fields: new Set(),
    heatmaps: new Map(),
  };
  const limits = {
    fieldSize: EVENTS_FIELD_MAX_BYTES,
    fileSize: VIDEO_MAX_BYTES,
    files: HEATMAPS_MAX + 1,
    fields: 20,
  };
  for await (const part of partsOf(request, limits)) {
    if (part.type === 'file') await readFile(parts, form, { part, target });
    else readField(form, part);
  }
  return form;
}

/** The parser's complaints (no boundary, no end, too many parts) are the sender's faults. */
async function* partsOf(
  request: FastifyRequest,
  limits: NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits'] & object,
): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits });
  } catch (error) {
    const isTooMuch = (error as { statusCode?: number }).statusCode === 413;
    throw new AppError(isTooMuch ? 'too_large' : 'malformed_body');
  }
}

async function readFile(
  parts: FormParts,
  form: UploadForm,
  { part, target }: { part: MultipartFile; target: FormTarget },
): Promise<void> {
  if (part.fieldname === 'video') {
    if (form.video) throw new AppError('bad_input', { fields: { video: 'Send one video.' } });
    form.video = readVideoName(part.filename);
    await storeVideo(parts, target.videoKey, part);
    return;
  }
  if (isTextField(part.fieldname)) {
    // How a browser sends a Blob, the usual way to give a part its type.
    const bytes = await readUpTo(part.file, EVENTS_FIELD_MAX_BYTES);
    readField(form, { fieldname: part.fieldname, value: bytes.toString() });
    return;
  }
  if (!HEATMAP_TYPES.has(part.mimetype)) {
    part.file.resume();
    throw new AppError('wrong_media', { message: 'Heatmaps are PNG images.' });
  }
  const bytes = await readUpTo(part.file, HEATMAP_MAX_BYTES);
  // How a browser sends a file input that nothing was chosen for.
  if (bytes.length === 0 && !part.filename) return;
  const id = screenOf(part);
  const image = await storeHeatmap(parts, bytes, heatmapKey(target.sessionId, id));
  form.heatmaps.set(id, { screenId: id, ...image });
}

/** The bytes decide; a part that names no type is a text by RFC 7578 section 4.4. */
const HEATMAP_TYPES = new Set(['image/png', 'application/octet-stream', 'text/plain']);

async function storeVideo({ intake }: FormParts, key: string, part: MultipartFile): Promise<void> {
  let isBroken = false;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* part.file;
    } catch (error) {
      isBroken = true;
      throw error;
    }
  }
  await intake.discard(key);
  try {
    await intake.append(key, { offset: 0, source: chunks() });
  } catch (error) {
    // What came of a form that breaks off can't be judged as a video.
    throw isBroken ? new AppError('malformed_body') : error;
  }
  if (part.file.truncated) throw new AppError('too_large');
  if (isBroken) throw new AppError('malformed_body');
}

async function storeHeatmap(
  { storage }: FormParts,
  bytes: Buffer,
  key: string,
): Promise<{ width: number; height: number }> {
  const png = await readPng(bytes);
  if ('reason' in png) {
    throw new AppError(png.reason === 'not_png' ? 'wrong_media' : 'unreadable_image');
  }
  await storage.put(key, bytes);
  return png;
}

async function readUpTo(source: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw new AppError('too_large');
      chunks.push(chunk);
    }
  } catch (error) {
    // The parser's complaint about a form that ends inside this part.
    throw error instanceof AppError ? error : new AppError('malformed_body');
  }
  return Buffer.concat(chunks);
}

/** What file systems allow; the pattern looks at each pair of characters. */
const FILE_NAME_MAX_CHARACTERS = 255;

/** The file's or the field's name carries the screen id, as `1-2` or `1:2`. */
function screenOf(part: MultipartFile): string {
  const pattern = /I?\d+[-:]\d+(?:[;_]\d+[-:]\d+)*/;
  for (const name of [part.filename ?? '', part.fieldname]) {
    const id = screenId.safeParse(
      pattern.exec(name.slice(0, FILE_NAME_MAX_CHARACTERS))?.[0].replaceAll('_', ';'),
    );
    if (id.success) return id.data;
  }
  throw new AppError('bad_input', {
    fields: { [part.fieldname]: "Name the image by its screen's id, such as 1-2." },
  });
}

/** `{name}_{timestamp}.webm` or `.mp4`, as far as the file's name tells. */
function readVideoName(filename: string | undefined): NonNullable<UploadForm['video']> {
  const match = /^(.*)_(\d{13})\.(?:webm|mp4)$/su.exec(filename ?? '');
  // Browsers write a quote in a file's name as %22 (HTML, multipart/form-data).
  const name = participantName.safeParse(match?.[1]?.replaceAll('%22', '"'));
  return {
    name: name.success ? name.data : null,
    timestampMs: match?.[2] ? Number(match[2]) : null,
  };
}

/** Raw messages of another client may leave out their number and time. */
const looseEvents = z.array(
  z.looseObject({ seq: z.int().optional(), atMs: z.number().optional() }),
);

/** Takes a text field's value over or says what is wrong with it. */
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
  events(form, value) {
    const events = readEvents(value);
    if (events) form.events = events;
    return events ? null : 'This is not a list of prototype messages.';
  },
};

function isTextField(name: string): boolean {
  return Object.hasOwn(fieldReaders, name);
}

/** Fields that nobody documented are left alone. */
function readField(form: UploadForm, part: { fieldname: string; value: unknown }): void {
  const read = fieldReaders[part.fieldname];
  if (!read) return;
  const problem = form.fields.has(part.fieldname)
    ? 'Send this field once.'
    : readText(form, part.value, read);
  form.fields.add(part.fieldname);
  if (problem !== null) throw new AppError('bad_input', { fields: { [part.fieldname]: problem } });
}

function readText(form: UploadForm, given: unknown, read: FieldReader): string | null {
  // The parser has read a part of the type application/json already.
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  return read(form, text);
}

function readEvents(text: string): RawEvent[] | null {
  const list = looseEvents.safeParse(parseJson(text));
  if (!list.success) return null;
  const events = list.data
    .slice(0, EVENTS_MAX)
    .map((event, index) =>
      rawEvent.safeParse({ ...event, seq: event.seq ?? index, atMs: event.atMs ?? 0 }),
    );
  return events.every((event) => event.success) ? events.map((event) => event.data) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON is no list: the caller answers both with the same sentence.
    return null;
  }
}
