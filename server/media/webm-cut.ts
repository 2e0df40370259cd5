// Cuts a stretch of a WebM recording into a file of its own, over the stored bytes: pictures from the key frame before
// it to its last frame, sound of the stretch alone. Clusters entirely inside stay unchanged; blocks outside of the
// stretch are left out of the clusters near both ends.
import type { CutFile, KeyFrames, Stretch } from './video-index.ts';
import { type PlayedCluster, playedClusters, stretchLayout, webmSpan } from './virtual-webm.ts';
import {
  type EdgeCluster,
  edgeCluster,
  LATEST_TICKS,
  type PlacedBlock,
  type ReadStored,
  readBlocks,
} from './webm-edge.ts';
import type { WebmIndex } from './webm-index.schema.ts';

const NS_IN_MS = 1_000_000;

type Bounds = {
  /** Times of the file, and of the start of the stretch, in ticks since the recorder's zero. */
  startTicks: number;
  fromTicks: number;
  endTicks: number;
  /** Numbers of the clusters at both ends. */
  first: number;
  last: number;
};

/**
 * Returns the file of a stretch. It begins at the key frame before the stretch. Without one it begins with the stretch,
 * and the picture follows later.
 * @param read reads the stored bytes of the clusters near both ends
 * @returns null if the stretch has no frame
 */
export async function webmCut(
  index: Readonly<WebmIndex>,
  stretch: Stretch,
  read: ReadStored,
): Promise<CutFile | null> {
  const played = playedClusters(index);
  const bounds = boundsOf(index, stretch, played);
  if (!bounds) return null;
  const within = [...played].filter(([number]) => number >= bounds.first && number <= bounds.last);
  const clusters = new Map<number, PlayedCluster & { edge?: EdgeCluster }>(within);
  const edges = within.filter((entry) => isNearEnd(entry, bounds));
  const blocks = await readBlocks(
    edges.map(([, cluster]) => cluster),
    read,
  );
  const isSelected = selectionRule(index, blocks.flat(), bounds);
  for (const [place, [number, cluster]] of edges.entries()) {
    const selected = (blocks[place] ?? []).filter(isSelected);
    if (selected.length > 0)
      clusters.set(number, {
        ...cluster,
        edge: edgeOf(index, cluster, { selected, ...bounds }),
      });
    else clusters.delete(number);
  }
  const layout = stretchLayout(index, { ...bounds, clusters });
  if (!layout) return null;
  const { fromMs, toMs } = stretch;
  return {
    layout: { ...layout, etagBasis: `${layout.etagBasis}-${fromMs}-${toMs}` },
    startMs: msAt(index, bounds.startTicks),
    isCut: true,
  };
}

/** Returns the key frames around a time of the recording. */
export function webmKeyFrames(index: Readonly<WebmIndex>, atMs: number): KeyFrames {
  const ticks = ticksAt(index, atMs);
  const next = index.keyFrames.find((key) => key.ticks > ticks);
  const before = keyBefore(index, ticks, playedClusters(index));
  return {
    beforeMs: before ? msAt(index, before.ticks) : null,
    nextMs: next ? msAt(index, next.ticks) : null,
  };
}

function keyBefore(
  { keyFrames }: Readonly<WebmIndex>,
  ticks: number,
  played: ReadonlyMap<number, PlayedCluster>,
) {
  return keyFrames.findLast((key) => key.ticks <= ticks && played.has(key.cluster));
}

/** Returns a time of the recording in ticks, not rounded, because a tick may be longer than a packet of sound. */
function ticksAt(index: Readonly<WebmIndex>, ms: number): number {
  return webmSpan(index).startTicks + (ms * NS_IN_MS) / index.tickNs;
}

function msAt(index: Readonly<WebmIndex>, ticks: number): number {
  return ((ticks - webmSpan(index).startTicks) * index.tickNs) / NS_IN_MS;
}

/** Returns the bounds of a stretch, or null if the recording ends before it or has nothing in it. */
function boundsOf(
  index: Readonly<WebmIndex>,
  { fromMs, toMs }: Stretch,
  played: ReadonlyMap<number, PlayedCluster>,
): Bounds | null {
  const from = ticksAt(index, fromMs);
  const fromTicks = Math.ceil(from);
  const endTicks = Math.min(Math.ceil(ticksAt(index, toMs)), webmSpan(index).endTicks);
  if (fromTicks >= endTicks) return null;
  const key = keyBefore(index, from, played);
  const numbers = [...played];
  const before = numbers.findLast(([, { ticks }]) => ticks <= from) ?? numbers[0];
  const last = numbers.findLast(([, { ticks }]) => ticks < endTicks);
  const first = key?.cluster ?? before?.[0];
  if (first === undefined || last === undefined || last[0] < first) return null;
  return { startTicks: key?.ticks ?? Math.floor(from), fromTicks, endTicks, first, last: last[0] };
}

/** Returns whether a cluster may have a block outside of the stretch: `LATEST_TICKS` is a block's largest offset. */
function isNearEnd(
  [number, { ticks }]: readonly [number, PlayedCluster],
  { fromTicks, endTicks, first, last }: Bounds,
): boolean {
  const isAtEnd = number === first || number === last;
  return isAtEnd || ticks - LATEST_TICKS - 1 < fromTicks || ticks + LATEST_TICKS >= endTicks;
}

/** Returns a function that selects pictures from the key frame on, and other blocks of the stretch alone. */
function selectionRule(
  { tracks }: Readonly<WebmIndex>,
  blocks: readonly PlacedBlock[],
  { startTicks, fromTicks, endTicks }: Bounds,
): (block: PlacedBlock) => boolean {
  const pictures = new Set(
    tracks.filter(({ kind }) => kind === 'video').map(({ number }) => number),
  );
  const last = new Map<number, number>();
  for (const { track, ticks } of blocks) {
    if (ticks <= endTicks) last.set(track, Math.max(last.get(track) ?? ticks, ticks));
  }
  return ({ track, ticks, isLaced }) => {
    const isPicture = pictures.has(track);
    // Several packets in one block may last beyond the end, unless another block follows before it.
    if (isLaced && !isPicture && ticks === last.get(track)) return false;
    return ticks >= (isPicture ? startTicks : fromTicks) && ticks < endTicks;
  };
}

function edgeOf(
  { tracks }: Readonly<WebmIndex>,
  cluster: PlayedCluster,
  { selected, startTicks }: { selected: readonly PlacedBlock[]; startTicks: number },
): EdgeCluster {
  const sounds = new Set(tracks.filter(({ kind }) => kind === 'audio').map(({ number }) => number));
  return edgeCluster(cluster, selected, { startTicks, isAudio: (track) => sounds.has(track) });
}
