// A stretch of a WebM recording as a file of its own: from the key frame before to the last frame within, over the stored
// bytes. Whole clusters stay as they are; of the first and the last one some blocks are left out.
import type { CutFile, Stretch } from './video-index.ts';
import { type PlayedCluster, playedClusters, stretchLayout, webmSpan } from './virtual-webm.ts';
import { type EdgeCluster, edgeCluster, type ReadStored, readBlocks } from './webm-edge.ts';
import type { WebmIndex } from './webm-index.schema.ts';

const NS_IN_MS = 1_000_000;

type Bounds = {
  startTicks: number;
  endTicks: number;
  /** Numbers of the clusters at both ends. */
  first: number;
  last: number;
};

/**
 * The file of a stretch. It begins at the key frame before; without one at the asked time, and the picture follows.
 * @param read the stored bytes: of the clusters at both ends
 * @returns null when no frame is in it
 */
export async function webmCut(
  index: Readonly<WebmIndex>,
  stretch: Stretch,
  read: ReadStored,
): Promise<CutFile | null> {
  const played = playedClusters(index);
  const bounds = boundsOf(index, stretch, played);
  if (!bounds) return null;
  const clusters = new Map<number, PlayedCluster & { edge?: EdgeCluster }>();
  for (const [number, cluster] of played) {
    if (number < bounds.first || number > bounds.last) continue;
    const isEdge = number === bounds.first || number === bounds.last;
    if (!isEdge) clusters.set(number, cluster);
    else {
      const edge = await cutCluster(index, cluster, { ...bounds, read });
      if (edge.blocks.length > 0) clusters.set(number, { ...cluster, edge });
    }
  }
  const layout = stretchLayout(index, { ...bounds, clusters });
  if (!layout) return null;
  const { fromMs, toMs } = stretch;
  const startMs = ((bounds.startTicks - webmSpan(index).startTicks) * index.tickNs) / NS_IN_MS;
  return { layout: { ...layout, etagBasis: `${layout.etagBasis}-${fromMs}-${toMs}` }, startMs };
}

/** Null when the recording ends before, or has nothing until the end. */
function boundsOf(
  index: Readonly<WebmIndex>,
  { fromMs, toMs }: Stretch,
  played: ReadonlyMap<number, PlayedCluster>,
): Bounds | null {
  const whole = webmSpan(index);
  const ticksAt = (ms: number) => whole.startTicks + Math.round((ms * NS_IN_MS) / index.tickNs);
  const from = ticksAt(fromMs);
  const endTicks = Math.min(ticksAt(toMs), whole.endTicks);
  if (from >= endTicks) return null;
  const key = index.keyFrames.findLast(
    ({ ticks, cluster }) => ticks <= from && played.has(cluster),
  );
  const numbers = [...played];
  const before = numbers.findLast(([, { ticks }]) => ticks <= from) ?? numbers[0];
  const last = numbers.findLast(([, { ticks }]) => ticks < endTicks);
  const first = key?.cluster ?? before?.[0];
  if (first === undefined || last === undefined || last[0] < first) return null;
  return { startTicks: key?.ticks ?? from, endTicks, first, last: last[0] };
}

async function cutCluster(
  { tracks }: Readonly<WebmIndex>,
  cluster: PlayedCluster,
  { startTicks, endTicks, read }: Bounds & { read: ReadStored },
): Promise<EdgeCluster> {
  const blocks = await readBlocks(cluster, read);
  const kept = blocks.filter(({ ticks }) => ticks >= startTicks && ticks < endTicks);
  const sounds = new Set(tracks.filter(({ kind }) => kind === 'audio').map(({ number }) => number));
  return edgeCluster(cluster, kept, { startTicks, isAudio: (track) => sounds.has(track) });
}
