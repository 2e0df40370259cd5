// Raw events + screen geometry → which dots go on which screen's heatmap.
import type { RawEvent } from '#contract/events.ts';
import type { ScreenImage } from '#contract/screens.ts';
import { derive } from '#insight/derive.ts';
import type { MarkedClick } from '#insight/marks.ts';
import { type Click, place } from '#insight/place.ts';

/** A screen with at least one placed click; points in pixels of its image. */
export interface PlannedHeatmap {
  screen: ScreenImage;
  points: MarkedClick[];
}

export interface HeatmapPlan {
  heatmaps: PlannedHeatmap[];
  /** Some clicks hit nodes that are on none of the given screens. */
  hasUnknownNodes: boolean;
  /** Clicks that came without a mouse position: skipped (specification, section 5). */
  withoutPosition: number;
}

/** Screens that were pressed on, by node id, in the order of their first press. */
export function clickedScreens(events: readonly RawEvent[], startNodeId: string | null): string[] {
  const { clicks } = derive(events, { startNodeId });
  return [...new Set(clicks.map((click) => click.screenId))];
}

/** Every screen that was presented, by node id; a press behind an overlay may belong to any. */
export function visitedScreens(events: readonly RawEvent[], startNodeId: string | null): string[] {
  const { visits } = derive(events, { startNodeId });
  return [...new Set(visits.map((visit) => visit.screenId))];
}

/**
 * Places the clicks. Screens without a placed click get no heatmap (specification, section 5).
 * @param screens geometry by node id; clicks on other screens are left out.
 */
export function planHeatmaps(
  events: readonly RawEvent[],
  startNodeId: string | null,
  screens: ReadonlyMap<string, ScreenImage>,
): HeatmapPlan {
  const { clicks, skipped } = derive(events, { startNodeId, screens: screens.values() });
  const planned = new Map<string, PlannedHeatmap>();
  let hasUnknownNodes = false;
  for (const click of clicks) {
    const outcome = placeOn(screens.get(click.screenId), click);
    if (outcome === 'node_unknown') hasUnknownNodes = true;
    else if (outcome) addPoint(planned, outcome);
  }
  const { withoutPosition } = skipped;
  return { heatmaps: [...planned.values()], hasUnknownNodes, withoutPosition };
}

interface Placed {
  screen: ScreenImage;
  point: MarkedClick;
}

function placeOn(screen: ScreenImage | undefined, click: Click): Placed | 'node_unknown' | null {
  if (!screen) return null;
  const placement = place(click, screen);
  if (placement.placed) {
    const { x, y } = placement;
    return { screen, point: { x, y, missed: click.handled === false } };
  }
  return placement.reason === 'node_unknown' ? 'node_unknown' : null;
}

function addPoint(planned: Map<string, PlannedHeatmap>, { screen, point }: Placed): void {
  const heatmap = planned.get(screen.nodeId) ?? { screen, points: [] };
  heatmap.points.push(point);
  planned.set(screen.nodeId, heatmap);
}
