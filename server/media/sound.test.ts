// The sound of recordings alone: bit-identical packets, in parts, with the times of the recording.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ByteRange, Storage } from '#server/storage/storage.ts';
import { sentVideo } from '#testing/participant.ts';
import { findProgram } from '#testing/programs.ts';
import { opusSeconds, readSound } from './sound.ts';
import { createIndexer, virtualLayout } from './video-container.ts';
import { rangeChunks } from './virtual-file.ts';

/** An odd chunk size, so that elements cross the edges. */
const CHUNK_BYTES = 4099;
const LONG = { fromMs: 0, toMs: 3_600_000 };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tryout-sound-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function videoOf(bytes: Uint8Array) {
  const indexer = createIndexer(Buffer.from(bytes));
  indexer?.feed(bytes);
  const layout = indexer && virtualLayout(indexer.index);
  if (!layout) throw new Error('no video');
  const read = { bytes: 0, largest: 0 };
  // Like storage, this yields chunks whose memory is reused.
  async function* stored({ start, end }: ByteRange) {
    read.bytes += end - start;
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let at = start; at < end; at += CHUNK_BYTES) {
      const length = Math.min(CHUNK_BYTES, end - at);
      chunk.set(bytes.subarray(at, at + length));
      yield chunk.subarray(0, length);
    }
  }
  const storage = {
    chunks: (_key: string, range: ByteRange) => stored(range),
  } as unknown as Storage;
  const chunks = (range: ByteRange) => rangeChunks({ storage, key: '', layout }, range);
  return { sizeBytes: layout.sizeBytes, chunks, index: indexer.index, stored, read };
}

async function packetsOf(bytes: Uint8Array): Promise<EncodedPacket[]> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('no sound');
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  return packets;
}
const bytesOf = (packets: readonly EncodedPacket[]) =>
  packets.map(({ data }) => Buffer.from(data).toString('base64'));

/** RFC 7845 section 5.1: version 1, one channel, 48 kHz. */
const OPUS_HEAD = new Uint8Array([
  ...Buffer.from('OpusHead'),
  ...[1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0],
]);

/** Writes Opus packets of one mono frame of 20 ms of silence each, at these seconds. */
async function silentWebm(
  timestamps: readonly number[],
  data = [0xf8, 0xff, 0xfe],
): Promise<Uint8Array> {
  const source = new EncodedAudioPacketSource('opus');
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  output.addAudioTrack(source);
  await output.start();
  const config = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description: OPUS_HEAD };
  for (const at of timestamps) {
    const packet = new EncodedPacket(new Uint8Array(data), 'key', at, 0.02);
    await source.add(packet, { decoderConfig: config });
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}
const every20Ms = (fromS: number, count: number) =>
  Array.from({ length: count }, (_, at) => fromS + at * 0.02);

it('has the packets of the recording, one behind the other, in an Ogg file', async () => {
  const { hasSound, sound } = await readSound(videoOf(sentVideo), LONG);
  expect([hasSound, sound?.type]).toEqual([true, 'audio/ogg']);
  const sent = await packetsOf(sentVideo);
  const copied = await packetsOf(sound?.bytes ?? new Uint8Array());
  expect(bytesOf(copied)).toEqual(bytesOf(sent));
});

it('is AAC in an MP4 file where a browser records that', async () => {
  const path = join(folder, 'aac.mp4');
  const tone = ['-f', 'lavfi', '-i', 'sine=duration=3'];
  const black = ['-f', 'lavfi', '-i', 'color=size=64x64:duration=3'];
  execFileSync(findProgram('ffmpeg'), [
    '-loglevel',
    'error',
    ...tone,
    ...black,
    '-c:a',
    'aac',
    path,
  ]);
  const { sound } = await readSound(videoOf(readFileSync(path)), LONG);
  expect(sound?.type).toBe('audio/mp4');
  const copied = join(folder, 'copied.m4a');
  writeFileSync(copied, sound?.bytes ?? '');
  const probe = [
    '-loglevel',
    'error',
    '-show_entries',
    'stream=codec_name,duration',
    '-of',
    'csv=p=0',
  ];
  const probed = execFileSync(findProgram('ffprobe'), [...probe, copied])
    .toString()
    .trim();
  expect(probed).toMatch(/^aac,3\.0/);
});

it('tells when in the recording a moment of the file was, over pauses', async () => {
  const webm = await silentWebm([...every20Ms(0.5, 100), ...every20Ms(10, 100)]);
  const { sound } = await readSound(videoOf(webm), LONG);
  expect([0, 1000, 1990, 2010, 3000].map((ms) => sound?.recordedAt(ms))).toEqual([
    0, 1000, 1990, 9510, 10_500,
  ]);
});

it('is read where packets share a block too, which no recorder writes', async () => {
  const frame = [0xf8, 0xff, 0xfe];
  // RFC 9559 section 10.3.2: Xiph lacing of one packet.
  const webm = Buffer.from(await silentWebm(every20Ms(0, 100), [0, ...frame]));
  const block = Buffer.from([0x80, 0, ...frame]);
  for (let at = webm.indexOf(block); at !== -1; at = webm.indexOf(block, at)) webm[at] = 0x82;
  const { sound } = await readSound(videoOf(webm), LONG);
  const packets = await packetsOf(sound?.bytes ?? new Uint8Array());
  expect(packets.map(({ data }) => [...data])).toEqual(Array(100).fill(frame));
});

it('is that of a stretch alone, by its own clock', async () => {
  const webm = await silentWebm(every20Ms(0, 1000));
  const { sound } = await readSound(videoOf(webm), { fromMs: 5000, toMs: 6000 });
  expect(await packetsOf(sound?.bytes ?? new Uint8Array())).toHaveLength(50);
  expect(sound?.recordedAt(500)).toBe(5500);
  expect(await readSound(videoOf(webm), { fromMs: 30_000, toMs: 40_000 })).toEqual({
    hasSound: true,
    sound: null,
  });
});

it('is none of a video without', async () => {
  const path = join(folder, 'silent.webm');
  const black = ['-f', 'lavfi', '-i', 'color=size=64x64:duration=1', '-c:v', 'libvpx'];
  execFileSync(findProgram('ffmpeg'), ['-loglevel', 'error', ...black, path]);
  expect(await readSound(videoOf(readFileSync(path)), LONG)).toEqual({
    hasSound: false,
    sound: null,
  });
});

it('reads a stretch without what is before it', async () => {
  const webm = await silentWebm(every20Ms(0, 60_000));
  const video = videoOf(webm);
  const { sound } = await readSound(video, { fromMs: 1_100_000, toMs: 1_160_000 });
  expect(await packetsOf(sound?.bytes ?? new Uint8Array())).toHaveLength(3000);
  expect(video.read.bytes).toBeLessThan(webm.length / 4);
});

it.each([
  [[0xf8], 0.02],
  [[0x78], 0.02],
  [[0x08], 0.02],
  [[0x19], 0.12],
  [[0xfb, 0x03], 0.06],
  [[0x80], 0.0025],
  [[], 0],
])('knows how long the packet %j plays', (bytes, seconds) => {
  expect(opusSeconds(new Uint8Array(bytes))).toBeCloseTo(seconds, 6);
});
