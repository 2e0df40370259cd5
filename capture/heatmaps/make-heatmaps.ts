// At stop: events → one PNG per screen with a click, into the spool. A screen that fails is skipped.
import type { RawEvent } from '#contract/events.ts';
import type { ScreenImage } from '#contract/screens.ts';
import type { Spool, SpooledSession } from '../spool/spool.ts';
import type { HeatmapPainter } from './heatmap-painter.ts';
import {
  clickedScreens,
  type PlannedHeatmap,
  planHeatmaps,
  visitedScreens,
} from './heatmap-plan.ts';
import type { LoadedScreen, ScreenImages } from './screen-images.ts';

export interface HeatmapJob {
  spool: Spool;
  session: SpooledSession;
  events: readonly RawEvent[];
  images: ScreenImages;
  painter: HeatmapPainter;
  /** Dots of a screen's heatmap that the server has already. */
  sentDots?: (screenId: string) => number;
}

/** Never rejects: a recording without a heatmap is still a recording. */
export async function makeHeatmaps(job: HeatmapJob): Promise<void> {
  try {
    const { heatmaps, loaded } = await planLoaded(job);
    const { sentDots = () => 0 } = job;
    for (const heatmap of heatmaps) {
      const { screen, points } = heatmap;
      if (sentDots(screen.nodeId) !== points.length) await makeOne(job, heatmap, loaded);
    }
  } catch (error) {
    console.error('No heatmaps could be made.', error);
  }
}

type Loaded = ReadonlyMap<string, LoadedScreen>;

/** Which dots go on which screens, with the screens' images. */
export async function planLoaded(
  job: Pick<HeatmapJob, 'session' | 'events' | 'images'>,
): Promise<{ heatmaps: PlannedHeatmap[]; loaded: Loaded }> {
  const { events, images, session } = job;
  const { startNodeId } = session;
  let loaded = await loadAll(images, clickedScreens(events, startNodeId));
  let planned = planHeatmaps(events, startNodeId, geometryOf(loaded));
  if (planned.hasUnknownNodes) {
    // A press behind an overlay names the overlay: the screens behind tell whose node it was.
    loaded = await loadAll(images, [...loaded.keys(), ...visitedScreens(events, startNodeId)]);
    planned = planHeatmaps(events, startNodeId, geometryOf(loaded));
  }
  const { heatmaps, withoutPosition } = planned;
  if (withoutPosition > 0) console.warn(`${withoutPosition} clicks had no mouse position.`);
  return { heatmaps, loaded };
}

async function loadAll(images: ScreenImages, screenIds: readonly string[]): Promise<Loaded> {
  const found = await Promise.all(
    screenIds.map(async (screenId) => [screenId, await images.load(screenId)] as const),
  );
  const loaded = new Map<string, LoadedScreen>();
  for (const [screenId, screen] of found) if (screen) loaded.set(screenId, screen);
  return loaded;
}

function geometryOf(loaded: Loaded): Map<string, ScreenImage> {
  return new Map([...loaded].map(([screenId, { screen }]) => [screenId, screen]));
}

async function makeOne(
  { spool, session, painter }: HeatmapJob,
  { screen, points }: PlannedHeatmap,
  loaded: Loaded,
): Promise<void> {
  const source = loaded.get(screen.nodeId);
  if (!source) return;
  try {
    const png = await painter.paint(source, points);
    await spool.putHeatmap(session.sessionId, { screenId: screen.nodeId, png });
  } catch (error) {
    console.warn(`The heatmap of screen ${screen.nodeId} was skipped.`, error);
  }
}
