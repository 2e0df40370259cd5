// The WebM indexer on recordings of browsers and on generated files, cut and resumed anywhere and damaged in many ways.
import { describe, expect, it } from 'vitest';
import { cutAnywhere } from '#testing/cut-anywhere.ts';
import { randomNumbers } from '#testing/random-numbers.ts';
import { probe } from '#testing/video-probe.ts';
import {
  AUDIO,
  type ClusterSpec,
  indexOf,
  makeBlock,
  makeTracks,
  makeWebm,
  RECORDED,
  recorded,
  unknownHead,
  VIDEO,
} from '#testing/webm-files.ts';
import { concatBytes, element, stringElement, uintElement } from './ebml.ts';
import { NotVideo } from './video-index.ts';
import { webmDurationMs } from './virtual-webm.ts';
import { CLUSTER, EBML, SEGMENT } from './webm-ids.ts';
import { webmIndexSchema } from './webm-index.schema.ts';
import { WebmIndexer } from './webm-indexer.ts';

const blocks = [
  { track: VIDEO, relativeTicks: 0, key: true },
  { track: AUDIO, relativeTicks: 10 },
  { track: VIDEO, relativeTicks: 40 },
];
const voidElement = element(EBML.void, new Uint8Array(300));
const cues = element(SEGMENT.cues, new Uint8Array(20));
const tags = element(SEGMENT.tags, new Uint8Array(5));

describe.each(RECORDED)('%s', (name) => {
  it('is understood to its last byte, with the frames that ffprobe counts', async () => {
    const file = await recorded(name);
    const index = indexOf(file);
    expect(index.stopped).toBeUndefined();
    expect(index.indexedBytes).toBe(file.length);
    const { packets } = await probe(file);
    const blockCounts = packets.map((packet) => Number(packet.split(' ')[1]));
    expect(index.tracks.map(({ blocks }) => blocks)).toEqual(blockCounts);
  });

  it('gives the same index in chunks of any size', async () => {
    const file = await recorded(name);
    const expected = indexOf(file);
    for (const { largest, chunks } of cutAnywhere(file)) {
      const indexer = new WebmIndexer();
      for (const chunk of chunks) indexer.feed(chunk);
      expect(indexer.index, `chunks up to ${largest} bytes`).toEqual(expected);
    }
  });
});

describe('the index', () => {
  const rest: Omit<ClusterSpec, 'ticks'> = { blocks };
  it.each<[string, ClusterSpec[], Parameters<typeof makeWebm>[1]?]>([
    [
      'clusters of unknown size',
      [
        { ticks: 0, ...rest },
        { ticks: 1000, ...rest },
      ],
    ],
    [
      'short fields of unknown size',
      [
        { ticks: 0, ...rest, size: 1 },
        { ticks: 1000, ...rest, size: 4 },
      ],
    ],
    [
      'clusters of known size',
      [
        { ticks: 0, ...rest, size: 'known' },
        { ticks: 1000, ...rest, size: 'known' },
      ],
    ],
    [
      'a segment of known size',
      [
        { ticks: 0, ...rest, size: 'known' },
        { ticks: 1000, ...rest, size: 'known' },
      ],
      { segment: 'known' },
    ],
    [
      'Cues, Tags and Void in between',
      [
        { ticks: 0, ...rest, inside: [voidElement], after: [cues, tags, voidElement] },
        { ticks: 1000, ...rest, size: 'known', after: [voidElement, cues] },
      ],
      { beforeTracks: [voidElement, tags] },
    ],
  ])('reads %s', (_what, clusters, options) => {
    const file = makeWebm(clusters, options);
    const index = indexOf(file);
    expect(index.indexedBytes).toBe(file.length);
    expect(index.stopped?.kind).toBe(options?.segment === 'known' ? 'end' : undefined);
    expect(index.clusters.map(({ ticks, blocks: count }) => [ticks, count])).toEqual([
      [0, 3],
      [1000, 3],
    ]);
    expect(index.keyFrames).toEqual([
      { ticks: 0, cluster: 0 },
      { ticks: 1000, cluster: 1 },
    ]);
    expect(index.tracks).toMatchObject([
      { kind: 'video', blocks: 4, firstTicks: 0, lastTicks: 1040, lastFrameTicks: 40 },
      { kind: 'audio', blocks: 2, firstTicks: 10, lastTicks: 1010, lastFrameTicks: 100 },
    ]);
    for (const { at } of index.clusters) {
      expect(Buffer.from(file).readUInt32BE(at)).toBe(SEGMENT.cluster);
    }
  });

  it('reads block groups: key frames refer to no other block, durations are said', () => {
    const refers = uintElement(CLUSTER.referenceBlock, 40);
    const lasts = uintElement(CLUSTER.blockDuration, 77);
    const additions = element(0x75a1, new Uint8Array(90));
    const index = indexOf(
      makeWebm([
        {
          ticks: 500,
          blocks: [
            { track: VIDEO, relativeTicks: 0, group: [additions] },
            { track: VIDEO, relativeTicks: 240, group: [refers] },
            { track: VIDEO, relativeTicks: 500, group: [lasts] },
          ],
        },
      ]),
    );
    expect(index.keyFrames.map((frame) => frame.ticks)).toEqual([500, 1000]);
    expect(index.tracks[0]).toMatchObject({ blocks: 3, lastTicks: 1000, lastFrameTicks: 77 });
    expect(webmDurationMs(index)).toBe(577);
  });

  it('keeps one of several key frames close together', () => {
    const keys = [0, 50, 199, 200, 399, 401].map((relativeTicks) => ({
      track: VIDEO,
      relativeTicks,
      key: true,
    }));
    const index = indexOf(makeWebm([{ ticks: 0, blocks: keys }]));
    expect(index.keyFrames.map((frame) => frame.ticks)).toEqual([0, 200, 401]);
  });

  it('takes times before the cluster and after long silence', () => {
    const index = indexOf(
      makeWebm([
        { ticks: 100, blocks: [{ track: VIDEO, relativeTicks: -30, key: true }] },
        { ticks: 60_000, blocks: [{ track: VIDEO, relativeTicks: 32_767 }] },
      ]),
    );
    expect(index.tracks[0]).toMatchObject({
      firstTicks: 70,
      lastTicks: 92_767,
      lastFrameTicks: 100,
    });
  });

  it('ends where another recording begins, and takes nothing of it', () => {
    const first = makeWebm([{ ticks: 0, blocks }]);
    const index = indexOf(concatBytes([first, first]));
    expect(index.stopped?.kind).toBe('end');
    expect(index).toMatchObject({ indexedBytes: first.length, clusters: [{ blocks: 3 }] });
  });
});

describe('a file that is no WebM recording', () => {
  const webm = makeWebm([{ ticks: 0, blocks }]);
  const header = element(EBML.header, stringElement(EBML.docType, 'webm'));
  const segment = unknownHead(SEGMENT.segment, 8);
  it.each<[string, Uint8Array, string]>([
    ['text', Buffer.from('{"not": "a video"}'), 'unknown_container'],
    ['an MP4', Buffer.from('\0\0\0\x20ftypisom'), 'unknown_container'],
    ['Matroska', makeWebm([], { docType: 'matroska' }), 'not_webm_doctype'],
    ['EBML without a document type', element(EBML.header), 'not_webm_doctype'],
    [
      'a first byte like ours and then noise',
      Buffer.from([0x1a, 1, 2, 3, 0x81, 0]),
      'malformed_header',
    ],
    [
      'longer sizes than WebM has',
      element(EBML.header, stringElement(EBML.docType, 'webm'), uintElement(EBML.maxSizeLength, 9)),
      'malformed_header',
    ],
    ['a header of a megabyte', element(EBML.header, new Uint8Array(1_000_000)), 'malformed_header'],
    [
      'noise after the header',
      concatBytes([header, Buffer.from([0xa3, 0x81, 0])]),
      'malformed_header',
    ],
    [
      'noise in the segment',
      concatBytes([header, segment, Buffer.from([0xa3, 0x81, 0])]),
      'malformed_header',
    ],
    [
      'a cluster before the tracks',
      concatBytes([header, segment, unknownHead(SEGMENT.cluster, 8)]),
      'no_tracks',
    ],
    [
      'tracks of subtitles only',
      concatBytes([header, segment, element(SEGMENT.tracks)]),
      'no_tracks',
    ],
    [
      'a megabyte of nothing',
      concatBytes([header, segment, element(EBML.void, new Uint8Array(1_100_000))]),
      'no_tracks',
    ],
    ['a doubled first piece', concatBytes([header, segment, webm]), 'no_tracks'],
  ])('refuses %s, whole or byte by byte', (_what, file, reason) => {
    for (const step of [file.length, 1]) {
      const feed = () => {
        const indexer = new WebmIndexer();
        for (let at = 0; at < file.length; at += step) indexer.feed(file.subarray(at, at + step));
      };
      expect(feed).toThrow(NotVideo);
      expect(feed).toThrow(expect.objectContaining({ reason }));
    }
  });
});

describe('damage', () => {
  const clusters = [0, 1000, 2000].map((ticks) => ({ ticks, blocks }));
  const whole = makeWebm(clusters);
  const second = indexOf(whole).clusters[1]?.at ?? 0;
  const stranger = makeBlock({ track: 9, relativeTicks: 0 });
  it.each<[string, Uint8Array]>([
    ['zeros', new Uint8Array(50)],
    ['an unknown element', element(0x4bad, new Uint8Array(9))],
    ['a block of an unknown track', stranger],
    ['a second time in one cluster', uintElement(CLUSTER.timestamp, 5)],
    ['a block without bytes', element(CLUSTER.simpleBlock, new Uint8Array(2))],
    ['a block group of unknown size', Buffer.from([0xa0, 0xff])],
    [
      'a block larger than its group',
      element(CLUSTER.blockGroup, Buffer.from([0xa1, 0x90, 0x81, 0, 0, 0])),
    ],
    ['tracks of unknown size', Buffer.concat([makeTracks().subarray(0, 4), Buffer.from([0xff])])],
  ])('%s stop it there and everything before stays', (_what, noise) => {
    const file = concatBytes([whole.subarray(0, second), noise, whole.subarray(second)]);
    const index = indexOf(file);
    expect(index.stopped?.kind).toBe('damage');
    expect(index.indexedBytes).toBe(second);
    expect(index.clusters).toMatchObject([
      { blocks: 3, payloadBytes: second - 12 - (index.clusters[0]?.at ?? 0) },
    ]);
  });

  it('takes no cluster in 36 million years: its time could not be stored', () => {
    const cluster = [unknownHead(SEGMENT.cluster, 8), uintElement(CLUSTER.timestamp, 2 ** 60)];
    const index = indexOf(concatBytes([whole, ...cluster]));
    expect(index.stopped?.kind).toBe('damage');
    expect(webmIndexSchema.safeParse(index).success).toBe(true);
  });

  it('takes no block before its cluster has a time', () => {
    const file = concatBytes([
      makeWebm([]),
      unknownHead(SEGMENT.cluster, 8),
      makeBlock({ track: VIDEO, relativeTicks: 0 }),
    ]);
    expect(indexOf(file)).toMatchObject({ stopped: { kind: 'damage' }, clusters: [{ blocks: 0 }] });
  });

  it('never throws after the tracks, whatever byte is changed, lost or doubled', async () => {
    const file = await recorded('opus-only');
    const { at: start = 0 } = indexOf(file).clusters[0] ?? {};
    const random = randomNumbers(5);
    for (let round = 0; round < 300; round += 1) {
      const at = start + random(file.length - start);
      const changed = Uint8Array.from(file);
      changed[at] = random(256);
      const lost = concatBytes([file.subarray(0, at), file.subarray(at + 1 + random(2000))]);
      const doubled = concatBytes([
        file.subarray(0, at),
        file.subarray(Math.max(start, at - random(2000))),
      ]);
      for (const damaged of [changed, lost, doubled]) {
        const index = indexOf(damaged);
        expect(index.indexedBytes).toBeLessThanOrEqual(damaged.length);
      }
    }
  });
});
