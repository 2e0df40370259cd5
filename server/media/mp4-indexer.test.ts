// The MP4 indexer on files of browsers and other writers and on generated files, cut anywhere and damaged in many ways.
import { describe, expect, it } from 'vitest';
import { cutAnywhere } from '#testing/cut-anywhere.ts';
import {
  AUDIO_TRACK,
  fileType,
  MP4_FRAGMENTS,
  makeFragment,
  makeMovie,
  mp4File,
  mp4IndexOf,
  VIDEO_TRACK,
  words,
} from '#testing/mp4-files.ts';
import { randomNumbers } from '#testing/random-numbers.ts';
import { probe } from '#testing/video-probe.ts';
import { concatBytes } from './ebml.ts';
import { box, largeBoxHead, numbersBox } from './mp4-box.ts';
import { chunksOf, type Mp4Index } from './mp4-index.schema.ts';
import { Mp4Indexer } from './mp4-indexer.ts';
import { NotVideo } from './video-index.ts';
import { VideoIndexer } from './video-indexer.ts';
import { mp4DurationMs } from './virtual-mp4.ts';

const sample = { ticks: 500, bytes: 10 };
const fragment = (startTicks: number) =>
  makeFragment([{ track: VIDEO_TRACK, startTicks, samples: [sample, { ...sample, key: false }] }]);
const start = concatBytes([fileType, makeMovie()]);

describe.each(MP4_FRAGMENTS)('%s', (name) => {
  it('is understood to its last byte, with the frames that ffprobe counts', async () => {
    const file = await mp4File(name);
    const index = mp4IndexOf(file);
    expect(index.stopped).toBeUndefined();
    expect(index.indexedBytes).toBe(file.length);
    const { packets } = await probe(file);
    const sampleCounts = packets.map((packet) => Number(packet.split(' ')[1]));
    expect(index.tracks.map(({ sizes }) => sizes.length)).toEqual(sampleCounts);
  });

  it('gives the same index in chunks of any size', async () => {
    const file = await mp4File(name);
    const expected = mp4IndexOf(file);
    for (const { largest, chunks } of cutAnywhere(file)) {
      const indexer = new VideoIndexer();
      for (const chunk of chunks) indexer.feed(chunk);
      expect(indexer.index, `chunks up to ${largest} bytes`).toEqual(expected);
    }
  });
});

describe('the index', () => {
  it.each([
    ['headers of version 0', makeMovie()],
    ['headers of version 1', makeMovie({ version: 1 })],
  ])('reads %s', (_what, movie) => {
    const file = concatBytes([fileType, movie, fragment(0), box('free'), fragment(1000)]);
    const index = mp4IndexOf(file);
    expect(index.indexedBytes).toBe(file.length);
    expect(asStored(index).tracks[0]).toMatchObject({
      id: VIDEO_TRACK,
      ticksPerSecond: 1000,
      sizes: [10, 10, 10, 10],
      durations: [4, 500],
      keys: [1, 3],
    });
    for (const { at } of chunksOfTrack(index)) {
      expect(Buffer.from(file).toString('latin1', at - 4, at)).toBe('mdat');
    }
    expect(mp4DurationMs(index)).toBe(2000);
  });

  it('takes a gap as a longer sample, an overlap as a shorter one, and goes on from where it is', () => {
    const times = [0, 1300, 2200, 2250, 4000];
    const index = mp4IndexOf(concatBytes([start, ...times.map(fragment)]));
    const { durations = [], endTicks } = asStored(index).tracks[0] ?? {};
    // 1000 + 300 late; 100 early; 950 early, of which a sample can make up 500; the rest is made up later.
    expect(durations).toEqual([
      1, 500, 1, 800, 1, 500, 1, 400, 1, 500, 1, 0, 1, 500, 1, 800, 2, 500,
    ]);
    expect(endTicks).toBe(5000);
  });

  it('begins where the recorder begins, whatever its clock says', () => {
    const file = concatBytes([start, fragment(3_600_000), fragment(3_601_000)]);
    expect(mp4DurationMs(mp4IndexOf(file))).toBe(2000);
  });

  it.each([
    ['a head of sixteen bytes', largeBoxHead('mdat', 30)],
    ['a usual head', words([38, 0x6d646174])],
  ])('finds samples without positions of their own after %s', (_what, head) => {
    const run = (track: number) =>
      box('traf', box('tfhd', words([0x38, track, 20, 5, 0])), trackRun(track, head.length));
    const moof = box('moof', run(VIDEO_TRACK), run(AUDIO_TRACK));
    const index = mp4IndexOf(concatBytes([start, moof, head, new Uint8Array(30)]));
    const mediaAt = start.length + moof.length + head.length;
    expect([0, 1].map((track) => chunksOfTrack(index, track))).toEqual([
      [{ at: mediaAt, samples: 3, description: 1 }],
      [{ at: mediaAt + 15, samples: 3, description: 1 }],
    ]);
  });

  it('counts a fragment when all of it is there', () => {
    const file = concatBytes([start, fragment(0), fragment(1000)]);
    const first = start.length + fragment(0).length;
    const index = mp4IndexOf(file.subarray(0, file.length - 1));
    expect(asStored(index)).toMatchObject({
      indexedBytes: first,
      mediaEnd: first,
      tracks: [{ keys: [1] }, {}],
    });
  });

  it('ends where another file begins, and takes nothing of it', () => {
    const first = concatBytes([start, fragment(0)]);
    const index = mp4IndexOf(concatBytes([first, first]));
    expect(index).toMatchObject({ indexedBytes: first.length, stopped: { kind: 'end' } });
  });

  it('takes a file with tables of its own when all of it is there', async () => {
    const file = await mp4File('h264-aac-whole');
    expect(mp4DurationMs(mp4IndexOf(file))).toBe(5000);
    expect(mp4DurationMs(mp4IndexOf(file.subarray(0, file.length - 1)))).toBeNull();
  });
});

/** Returns the index as plain JSON. */
function asStored(index: Mp4Index): { tracks: { durations: number[]; endTicks: number }[] } {
  return JSON.parse(JSON.stringify(index));
}

function chunksOfTrack({ tracks }: Mp4Index, position = 0) {
  const track = tracks[position];
  return track ? [...chunksOf(track)] : [];
}

/** Writes three samples. The first track's begin after the fragment's head, the second's where those end. */
function trackRun(track: number, headBytes: number): Uint8Array {
  if (track === AUDIO_TRACK) return box('trun', words([0, 3]));
  // Two tracks of 8 + 28 bytes and their runs, in a box of 8.
  const fragmentBytes = 8 + 2 * (8 + 28) + 20 + 16;
  return box('trun', words([1, 3, fragmentBytes + headBytes]));
}

describe('a file that is no recording', () => {
  it.each<[string, Uint8Array, string]>([
    ['text', Buffer.from('{"not": "a video"}'), 'unknown_container'],
    ['an icon', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]), 'unknown_container'],
    ['a movie without tracks', concatBytes([fileType, box('moov', mvhd())]), 'no_tracks'],
    ['a movie without a clock', concatBytes([fileType, box('moov')]), 'malformed_header'],
    ['a fragment before the tracks', concatBytes([fileType, fragment(0)]), 'malformed_header'],
    ['noise', concatBytes([fileType, Buffer.alloc(8, 0x7f)]), 'malformed_header'],
    [
      'a box without an end',
      concatBytes([fileType, Buffer.from([0, 0, 0, 0]), Buffer.from('moov')]),
      'malformed_header',
    ],
    [
      'a box smaller than its head',
      concatBytes([fileType, words([7, 0x6d6f6f76])]),
      'malformed_header',
    ],
    [
      'a megabyte of nothing',
      concatBytes([fileType, box('free', new Uint8Array(1_100_000))]),
      'no_tracks',
    ],
    ['a doubled first box', concatBytes([fileType, fileType]), 'no_tracks'],
    ['a movie that no file can be made of', brokenTables(), 'malformed_header'],
  ])('refuses %s, whole or byte by byte', (_what, file, reason) => {
    for (const step of [file.length, 1]) {
      const feed = () => {
        const indexer = new VideoIndexer();
        for (let at = 0; at < file.length; at += step) indexer.feed(file.subarray(at, at + step));
      };
      expect(feed).toThrow(NotVideo);
      expect(feed).toThrow(expect.objectContaining({ reason }));
    }
  });
});

/** Writes a movie with a wrong size in a box that is not read before a player requests it. */
function brokenTables(): Uint8Array {
  const movie = Buffer.from(makeMovie());
  const at = movie.indexOf('stsd', 0, 'latin1') - 4;
  const sizeBytes = movie.readUInt32BE(at);
  movie.writeUInt32BE(sizeBytes - 1, at);
  return concatBytes([fileType, movie]);
}

function mvhd(): Uint8Array {
  return numbersBox('mvhd', [0, 0, 1000, 0]);
}

describe('damage', () => {
  const traf = (...boxes: Uint8Array[]) => box('moof', box('traf', ...boxes));
  const head = box('tfhd', words([0x02_0000, VIDEO_TRACK]));
  it.each<[string, Uint8Array]>([
    ['zeros', new Uint8Array(50)],
    ['an unknown box', box('abcd')],
    ['a fragment of an unknown track', makeFragment([{ track: 9, samples: [sample] }])],
    ['a fragment without media', concatBytes([fragment(0).subarray(0, -28), fragment(0)])],
    ['samples before their media', makeFragment([{ track: VIDEO_TRACK, samples: [sample] }], -1)],
    ['samples after their media', makeFragment([{ track: VIDEO_TRACK, samples: [sample] }], 1)],
    [
      'a fragment days later',
      makeFragment([{ track: VIDEO_TRACK, startTicks: 2 ** 31, samples: [sample] }]),
    ],
    ['a fragment without a track head', traf(box('trun', words([0, 1])))],
    ['a run that ends too early', traf(head, box('trun', words([0x100, 5, 1])))],
    ['four thousand million samples', traf(head, box('trun', words([0, 0xffff_ffff])))],
    [
      'a thousand runs of a million samples',
      traf(head, ...Array(1000).fill(box('trun', words([0, 999_000])))),
    ],
    ['a child larger than its parent', box('moof', words([99, 0x74726166]))],
    ['a fragment head of two megabytes', box('moof', new Uint8Array(2_000_000))],
  ])('%s stop it there and everything before stays', (_what, noise) => {
    const file = concatBytes([start, fragment(0), noise, fragment(1000)]);
    const index = mp4IndexOf(file);
    expect(index.stopped?.kind).toBe('damage');
    expect(index.indexedBytes).toBe(start.length + fragment(0).length);
    expect([...(index.tracks[0]?.sizes ?? [])]).toEqual([10, 10]);
  });

  it('never throws after the tracks, whatever byte is changed, lost or doubled', async () => {
    for (const name of MP4_FRAGMENTS) {
      const file = await mp4File(name);
      const begin = chunksOfTrack(mp4IndexOf(file))[0]?.at ?? 1000;
      const random = randomNumbers(5);
      for (let round = 0; round < 200; round += 1) {
        const at = begin + random(file.length - begin);
        // Heads of fragments are a small part of a file, so half of the changes go there.
        const inHead = headOf(file, random) + random(400);
        const changed = Uint8Array.from(file);
        changed[Math.min(round % 2 === 0 ? at : inHead, file.length - 1)] = random(256);
        const lost = concatBytes([file.subarray(0, at), file.subarray(at + 1 + random(2000))]);
        const from = Math.max(begin, at - random(2000));
        const doubled = concatBytes([file.subarray(0, at), file.subarray(from)]);
        for (const damaged of [changed, lost, doubled]) readAnyhow(damaged);
      }
    }
  });

  it('takes or refuses a header with any byte changed, and throws nothing else', async () => {
    const file = (await mp4File('h264-aac-reordered')).subarray(0, 12_000);
    const random = randomNumbers(6);
    for (let at = 0; at < 1320; at += 1) {
      const changed = Uint8Array.from(file);
      changed[at] = random(256);
      try {
        readAnyhow(changed);
      } catch (error) {
        expect(error, `byte ${at}`).toBeInstanceOf(NotVideo);
      }
    }
  });
});

/** Checks that an untrusted file is indexed within its bytes. */
function readAnyhow(file: Uint8Array): void {
  const indexer = new Mp4Indexer();
  indexer.feed(file);
  const { index } = indexer;
  expect(index.indexedBytes).toBeLessThanOrEqual(file.length);
  expect(index.mediaEnd).toBeLessThanOrEqual(file.length);
  mp4DurationMs(index);
}

/** Returns the offset of the head of one of a file's fragments. */
function headOf(file: Uint8Array, random: (limit: number) => number): number {
  const view = Buffer.from(file.buffer, file.byteOffset, file.length);
  const at = view.indexOf('moof', random(file.length), 'latin1');
  return Math.max(0, at < 0 ? view.indexOf('moof', 'latin1') : at);
}
