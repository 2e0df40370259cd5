// Reads the parts of a WebM file before its media: the EBML header, Info and Tracks.
import { readChildren, readUint } from './ebml.ts';
import { checkTracks, NotVideo } from './video-index.ts';
import { EBML, INFO, TRACK } from './webm-ids.ts';
import type { WebmTrack } from './webm-index.schema.ts';

// RFC 9559 section 5.1.4: values of TrackType.
const TRACK_KINDS: Record<number, WebmTrack['kind']> = { 1: 'video', 2: 'audio' };
// RFC 8794 section 11.2: limits of this parser.
const MAX_ID_LENGTH = 4;
const MAX_SIZE_LENGTH = 8;
// Cue points of the virtual file have four bytes for the track number.
const LARGEST_TRACK_NUMBER = 0xffff_ffff;

/**
 * Checks the data of an EBML header.
 * @throws {NotVideo} the DocType isn't `webm` or the document needs longer ids or sizes than WebM has
 */
export function checkEbmlHeader(data: Uint8Array): void {
  const values = new Map([...readChildren(data)].map((child) => [child.id, child.data]));
  // RFC 8794 section 7.4: a string may be padded with zero bytes.
  const docType = Buffer.from(values.get(EBML.docType) ?? [])
    .toString()
    .replace(/\0.*$/su, '');
  if (docType !== 'webm') {
    throw new NotVideo('not_webm_doctype', `the document type is ${JSON.stringify(docType)}`);
  }
  const idLength = values.get(EBML.maxIdLength);
  const sizeLength = values.get(EBML.maxSizeLength);
  const fits =
    (idLength === undefined || readUint(idLength) <= MAX_ID_LENGTH) &&
    (sizeLength === undefined || readUint(sizeLength) <= MAX_SIZE_LENGTH);
  if (!fits) throw new NotVideo('malformed_header', 'its ids or sizes are longer than WebM allows');
}

/** Reads the TimestampScale of an Info element's data, in nanoseconds per tick. Returns undefined if it is missing. */
export function readTickNs(data: Uint8Array): number | undefined {
  for (const child of readChildren(data)) {
    if (child.id !== INFO.timestampScale) continue;
    const tickNs = readUint(child.data);
    if (tickNs > 0 && Number.isSafeInteger(tickNs)) return tickNs;
  }
  return undefined;
}

/**
 * Reads the tracks of a Tracks element's data, without blocks. Entries without a usable number are left out.
 * @throws {NotVideo}
 */
export function readTracks(data: Uint8Array, tickNs: number): WebmTrack[] {
  const tracks: WebmTrack[] = [];
  for (const child of readChildren(data)) {
    if (child.id !== TRACK.entry) continue;
    const track = readTrack(child.data, tickNs);
    if (track.number > 0 && track.number <= LARGEST_TRACK_NUMBER) tracks.push(track);
  }
  checkTracks(tracks);
  return tracks;
}

function readTrack(data: Uint8Array, tickNs: number): WebmTrack {
  const track: WebmTrack = {
    number: 0,
    kind: 'other',
    blocks: 0,
    firstTicks: 0,
    lastTicks: 0,
    lastFrameTicks: 0,
  };
  for (const child of readChildren(data)) {
    const value = numberOf(child.data);
    if (child.id === TRACK.number) track.number = value;
    else if (child.id === TRACK.type) track.kind = TRACK_KINDS[value] ?? 'other';
    else if (child.id === TRACK.defaultDuration) track.defaultFrameTicks = value / tickNs;
    else if (child.id === TRACK.codecDelay) track.codecDelayTicks = value / tickNs;
  }
  return track;
}

// RFC 8794 section 7.2: a number has up to eight bytes.
const LARGEST_NUMBER_BYTES = 8;

/** Reads a number: 0 if the element is too long, at most the largest safe integer. */
function numberOf(data: Uint8Array): number {
  if (data.length > LARGEST_NUMBER_BYTES) return 0;
  return Math.min(readUint(data), Number.MAX_SAFE_INTEGER);
}
