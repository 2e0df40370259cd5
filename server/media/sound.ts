// Extracts the sound of a video: copies its packets unchanged into files of their own, one stretch at a time, so that
// memory use does not depend on the length of the video.
import {
  ALL_FORMATS,
  BufferTarget,
  CustomSource,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
} from 'mediabunny';
import { FileClock } from './file-clock.ts';
import type { VideoIndex } from './video-container.ts';
import type { Stretch } from './video-index.ts';
import type { ReadStored } from './webm-edge.ts';
import { PackedSound, webmSound } from './webm-sound.ts';

/** A recording's virtual file and its stored bytes. Each chunk is valid until the next one is requested. */
interface ReadableVideo {
  sizeBytes: number;
  chunks: ReadStored;
  index: Readonly<VideoIndex>;
  stored: ReadStored;
}

export interface Sound {
  bytes: Uint8Array<ArrayBuffer>;
  /** Media type and file name. */
  type: string;
  name: string;
  /** Returns the time of the recording for a time of the file, in milliseconds. */
  recordedAt(fileMs: number): number;
}

/** The sound can't be copied, because no file format that recognisers accept supports its codec. */
export class UnknownSound extends Error {
  override readonly name = 'UnknownSound';
}

/**
 * @param stretch `toMs` is exclusive
 * @returns `sound` null if the stretch has none; `hasSound` false if the whole video has none
 * @throws UnknownSound; Error if the bytes can't be read
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
    if (track === null) return { hasSound: false, sound: null };
    return { hasSound: true, sound: await extractSound(track, video, stretch) };
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

/** Copies by the index of a WebM if possible. Mediabunny reads all bytes of a video into memory: ten times the work. */
async function extractSound(
  track: InputAudioTrack,
  { index, stored }: ReadableVideo,
  stretch: Stretch,
): Promise<Sound | null> {
  if (index.container === 'webm') {
    try {
      const packets = webmSound(index, { track: track.id, stretch }, stored);
      return await copyPackets(track, stretch, packetsIn(packets));
    } catch (error) {
      if (!(error instanceof PackedSound)) throw error;
    }
  }
  return await copyPackets(track, stretch, packetsOf(track, stretch));
}

async function copyPackets(
  track: InputAudioTrack,
  { fromMs, toMs }: Stretch,
  all: AsyncIterable<EncodedPacket[]>,
): Promise<Sound | null> {
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
  for await (const packets of all) {
    for (const packet of packets) {
      const seconds = codec === 'opus' ? opusSeconds(packet.data) : packet.duration;
      if ((packet.timestamp + seconds) * 1000 <= fromMs || packet.timestamp * 1000 >= toMs)
        continue;
      const timestamp = clock.place(packet.timestamp, seconds);
      // Recognisers play packets one after another, so a pause between two would shift the words after it.
      await source.add(packet.clone({ timestamp, duration: seconds }), { decoderConfig });
    }
  }
  if (clock.isEmpty) {
    await output.cancel();
    return null;
  }
  await output.finalize();
  const bytes = new Uint8Array(target.buffer ?? new ArrayBuffer(0));
  return { bytes, ...file, recordedAt: (fileMs) => clock.recordedAt(fileMs) };
}

/** Most recognisers accept Ogg. AAC, which Safari records, needs MP4. */
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

async function* packetsIn(
  packetGroups: ReturnType<typeof webmSound>,
): AsyncGenerator<EncodedPacket[]> {
  for await (const packets of packetGroups) {
    yield packets.map(({ atMs, data }) => new EncodedPacket(data, 'key', atMs / 1000, 0));
  }
}

async function* packetsOf(
  track: InputAudioTrack,
  { fromMs, toMs }: Stretch,
): AsyncGenerator<EncodedPacket[]> {
  const sink = new EncodedPacketSink(track);
  const first = (await sink.getPacket(fromMs / 1000)) ?? (await sink.getFirstPacket());
  if (!first) return;
  for await (const packet of sink.packets(first)) {
    if (packet.timestamp * 1000 >= toMs) return;
    yield [packet];
  }
}

// Computes the duration of an Opus packet from its first bytes (RFC 6716 section 3.1).

/** Durations of one frame in milliseconds, by the five bits of the configuration. */
const SILK_MS = [10, 20, 40, 60] as const;
const HYBRID_MS = [10, 20] as const;
const CELT_MS = [2.5, 5, 10, 20] as const;

/** @returns seconds, or 0 for an empty packet */
export function opusSeconds(packet: Uint8Array): number {
  const [toc, count] = packet;
  if (toc === undefined) return 0;
  const config = toc >> 3;
  return (frames(toc & 3, count) * frameMs(config)) / 1000;
}

function frameMs(config: number): number {
  if (config < 12) return SILK_MS[config & 3] ?? 0;
  if (config < 16) return HYBRID_MS[config & 1] ?? 0;
  return CELT_MS[config & 3] ?? 0;
}

function frames(code: number, count = 0): number {
  if (code === 0) return 1;
  return code === 3 ? count & 0x3f : 2;
}
