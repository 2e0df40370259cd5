// Reads the parts of a WebM file that stand before its media: the EBML header, Info and Tracks.
import { childrenOf, readFloat, readUint } from './ebml.ts';
import { NotVideo } from './not-video.error.ts';
import { EBML, INFO, TRACK } from './webm-ids.ts';
import { MOST_TRACKS, type WebmTrack } from './webm-index.schema.ts';

// RFC 9559 section 5.1.4: values of TrackType.
const TRACK_KINDS: Record<number, WebmTrack['kind']> = { 1: 'video', 2: 'audio' };
// RFC 8794 section 11.2: what every parser here relies on.
const MAX_ID_LENGTH = 4;
const MAX_SIZE_LENGTH = 8;
// Numbers are counted from 1; our cue points hold four bytes.
const LARGEST_TRACK_NUMBER = 0xffff_ffff;

/**
 * Checks the data of an EBML header.
 * @throws {NotVideo} the DocType isn't `webm` or the document needs longer ids or sizes than WebM has
 */
export function checkEbmlHeader(data: Uint8Array): void {
  const values = new Map([...childrenOf(data)].map((child) => [child.id, child.data]));
  const docType = textOf(values.get(EBML.docType) ?? new Uint8Array());
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

/** The TimestampScale in an Info element's data, in nanoseconds a tick; undefined when it isn't there. */
export function readTickNs(data: Uint8Array): number | undefined {
  for (const child of childrenOf(data)) {
    if (child.id !== INFO.timestampScale) continue;
    const tickNs = readUint(child.data);
    if (tickNs > 0 && Number.isSafeInteger(tickNs)) return tickNs;
  }
  return undefined;
}

/**
 * The tracks in a Tracks element's data, without any block yet; entries without a usable number are left out.
 * @throws {NotVideo} there is no video or audio among them, or more of them than any recorder writes
 */
export function readTracks(data: Uint8Array, tickNs: number): WebmTrack[] {
  const tracks: WebmTrack[] = [];
  for (const child of childrenOf(data)) {
    if (child.id !== TRACK.entry) continue;
    const track = readTrack(child.data, tickNs);
    if (track.number > 0 && track.number <= LARGEST_TRACK_NUMBER) tracks.push(track);
  }
  if (tracks.length > MOST_TRACKS) {
    throw new NotVideo('malformed_header', `it has more than ${MOST_TRACKS} tracks`);
  }
  if (tracks.every((track) => track.kind === 'other')) {
    throw new NotVideo('no_tracks', 'it has neither video nor audio');
  }
  return tracks;
}

function readTrack(data: Uint8Array, tickNs: number): WebmTrack {
  const track: WebmTrack = {
    number: 0,
    kind: 'other',
    codecId: '',
    blocks: 0,
    firstTicks: 0,
    lastTicks: 0,
    lastFrameTicks: 0,
  };
  for (const child of childrenOf(data)) readTrackField(track, child, tickNs);
  return track;
}

// RFC 8794 section 7.2: a number has up to eight bytes.
const LARGEST_NUMBER_BYTES = 8;

/** A number that can be stored: 0 for what is none, the largest whole number for what is larger. */
function numberOf(data: Uint8Array): number {
  if (data.length > LARGEST_NUMBER_BYTES) return 0;
  return Math.min(readUint(data), Number.MAX_SAFE_INTEGER);
}

function readTrackField(
  track: WebmTrack,
  { id, data }: { id: number; data: Uint8Array },
  tickNs: number,
): void {
  switch (id) {
    case TRACK.number:
      track.number = numberOf(data);
      break;
    case TRACK.type:
      track.kind = TRACK_KINDS[numberOf(data)] ?? 'other';
      break;
    case TRACK.codecId:
      track.codecId = textOf(data);
      break;
    case TRACK.defaultDuration:
      track.defaultFrameTicks = numberOf(data) / tickNs;
      break;
    case TRACK.codecDelay:
      track.codecDelayTicks = numberOf(data) / tickNs;
      break;
    case TRACK.video:
    case TRACK.audio:
      for (const child of childrenOf(data)) readMediaField(track, child);
      break;
  }
}

function readMediaField(track: WebmTrack, { id, data }: { id: number; data: Uint8Array }): void {
  switch (id) {
    case TRACK.pixelWidth:
      track.widthPx = numberOf(data);
      break;
    case TRACK.pixelHeight:
      track.heightPx = numberOf(data);
      break;
    case TRACK.samplingFrequency:
      track.sampleRateHz = finite(readFloat(data));
      break;
    case TRACK.channels:
      track.channels = numberOf(data);
      break;
  }
}

function finite(value = 0): number {
  return Number.isFinite(value) ? value : 0;
}

function textOf(data: Uint8Array): string {
  // RFC 8794 section 7.4: a string may be padded with zero bytes.
  return new TextDecoder().decode(data).replace(/\0.*$/su, '');
}
