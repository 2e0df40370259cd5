// Which screen a node is in, by the stored boxes: derive asks it for each press.
import type { ScreenGeometry } from './clicks.ts';

/** Takes the time of all boxes once, and none for each question. A node in several screens is in the first. */
export function screenFinder(
  screens: Iterable<Pick<ScreenGeometry, 'nodeId' | 'boxes'>>,
): (nodeId: string) => string | undefined {
  const owners = new Map<string, string>();
  for (const screen of screens) {
    for (const nodeId of Object.keys(screen.boxes)) {
      if (!owners.has(nodeId)) owners.set(nodeId, screen.nodeId);
    }
  }
  return (nodeId) => owners.get(nodeId);
}
