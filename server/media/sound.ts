// The sound of a video alone: its packets copied as they are into a file of their own, a part of the video at a time, so
// that memory stays the same however long it is.
import {
  ALL_FORMATS,
  BufferTarget,
  CustomSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
} from 'mediabunny';
import { opusSeconds } from './opus-packet.ts';

/** A file that can be read in ranges. */
interface ReadableVideo {
  sizeBytes: number;
  /** Each chunk is valid until the next is asked for. */
  chunks(range: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/** A part of a recording, in milliseconds; `toMs` does not belong to it. */
export interface Stretch {
  fromMs: number;
  toMs: number;
}

export interface Sound {
  bytes: Uint8Array<ArrayBuffer>;
  /** Media type and file name. */
  type: string;
  name: string;
  /** When in the recording a moment of the file was, in milliseconds. */
  recordedAt(fileMs: number): number;
}

/** The sound can't be copied: its codec goes into no file that recognisers take. */
export class UnknownSound extends Error {
  override readonly name = 'UnknownSound';
}

/**
 * @returns null where the stretch has no sound; `hasSound` false where the whole video has none
 * @throws UnknownSound; Error when the bytes can't be read
 */
export async function readSound(
  video: ReadableVideo,
  stretch: Stretch,
): Promise<{ hasSound: boolean; sound: Sound | null }> {
  const input = new Input({
    formats: ALL_FORMATS,
    source: new CustomSource({
      getSize: () => video.sizeBytes,
      read: (start, end) => readBytes(video, start, end),
    }),
  });
  try {
    const track = await input.getPrimaryAudioTrack();
    return { hasSound: track !== null, sound: track && (await copy(track, stretch)) };
  } finally {
    input.dispose();
  }
}

async function readBytes(video: ReadableVideo, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start);
  let at = 0;
  for await (const chunk of video.chunks({ start, end })) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes.subarray(0, at);
}

async function copy(track: InputAudioTrack, stretch: Stretch): Promise<Sound | null> {
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  if (codec === null || decoderConfig === null) throw new UnknownSound('a codec that is not known');
  const { format, ...file } = fileOf(codec);
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const clock = new FileClock();
  for await (const packet of packetsOf(track, stretch)) {
    const seconds = codec === 'opus' ? opusSeconds(packet.data) : packet.duration;
    const timestamp = clock.place(packet.timestamp, seconds);
    // Recognisers play packets one after another: a pause between two would shift the words behind it.
    await source.add(packet.clone({ timestamp, duration: seconds }), { decoderConfig });
  }
  if (clock.isEmpty) {
    await output.cancel();
    return null;
  }
  await output.finalize();
  const bytes = new Uint8Array(target.buffer ?? new ArrayBuffer(0));
  return { bytes, ...file, recordedAt: (fileMs) => clock.recordedAt(fileMs) };
}

/** Ogg is what most recognisers take; AAC, which Safari records, does not go into it. */
function fileOf(codec: string) {
  const formats = [
    { format: new OggOutputFormat(), type: 'audio/ogg', name: 'sound.ogg' },
    { format: new Mp4OutputFormat(), type: 'audio/mp4', name: 'sound.m4a' },
  ];
  const fitting = formats.find(({ format }) =>
    format.getSupportedCodecs().some((supported) => supported === codec),
  );
  if (!fitting) throw new UnknownSound(codec);
  return fitting;
}

async function* packetsOf(
  track: InputAudioTrack,
  { fromMs, toMs }: Stretch,
): AsyncGenerator<EncodedPacket> {
  const sink = new EncodedPacketSink(track);
  const first = (await sink.getPacket(fromMs / 1000)) ?? (await sink.getFirstPacket());
  if (!first) return;
  for await (const packet of sink.packets(first)) {
    if (packet.timestamp * 1000 >= toMs) return;
    // The one before the stretch, where nothing begins in it.
    if ((packet.timestamp + packet.duration) * 1000 > fromMs) yield packet;
  }
}

/** Timestamps of a container are rounded to milliseconds; a pause is longer. */
const ROUNDING_S = 0.02;

/** Lays packets one behind the other, and remembers when each was recorded. */
class FileClock {
  private readonly runs: { fileS: number; recordedS: number }[] = [];
  private endS = 0;

  get isEmpty(): boolean {
    return this.runs.length === 0;
  }

  /** @returns where the packet begins in the file, in seconds */
  place(recordedS: number, seconds: number): number {
    const fileS = this.endS;
    const run = this.runs.at(-1);
    const expectedS = run ? run.recordedS + fileS - run.fileS : Number.NaN;
    if (!(Math.abs(recordedS - expectedS) <= ROUNDING_S)) this.runs.push({ fileS, recordedS });
    this.endS += seconds;
    return fileS;
  }

  recordedAt(fileMs: number): number {
    const fileS = fileMs / 1000;
    const run = this.runs.findLast((one) => one.fileS <= fileS) ?? this.runs[0];
    if (!run) return fileMs;
    return Math.round((run.recordedS + fileS - run.fileS) * 1000);
  }
}
