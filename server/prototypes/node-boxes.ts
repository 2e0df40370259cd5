// A screen's node tree → flat boxes by node id, as kept with its image and read by insight/place.ts.
import type { ScreenImage } from '#contract/screens.ts';
import type { DesignNode } from './design-tool.schema.ts';
import { layerName } from './layer-name.ts';
import { type Place, placeOf } from './layer-places.ts';

export type NodeBoxes = ScreenImage['boxes'];

/** Most boxes kept of one screen: a dense dashboard has a few thousand layers. */
const BOXES_MAX = 20_000;

/** A sentence's worth: a text layer is called by its text. */
const NAME_MAX_CHARACTERS = 120;

/** A layer on the way down, with what the layers around it say of it. */
interface Layer {
  node: DesignNode;
  pinned: string | undefined;
  place: Place | null;
}

/**
 * Boxes of a screen and every visible layer in it, outer layers first.
 * Layers inside a FIXED or STICKY_SCROLLS layer inherit its behaviour: they don't scroll either.
 */
export function boxesOf(screen: DesignNode): NodeBoxes {
  const boxes: NodeBoxes = {};
  let level: Layer[] = [{ node: screen, pinned: undefined, place: null }];
  let count = 0;
  while (level.length > 0 && count < BOXES_MAX) {
    const next: typeof level = [];
    for (const layer of level) {
      const { node } = layer;
      const pinned = layer.pinned ?? pinnedBehaviour(node);
      const place = placeOf(node, screen, layer.place);
      if (node.absoluteBoundingBox && count < BOXES_MAX) {
        boxes[node.id] = { ...node.absoluteBoundingBox, ...told({ node, pinned, place }) };
        count += 1;
      }
      const shown = (node.children ?? []).filter((child) => child.visible);
      next.push(...shown.map((child) => ({ node: child, pinned, place })));
    }
    level = next;
  }
  return boxes;
}

/** What is kept of a layer beside its place in the design. */
function told({
  node,
  pinned,
  place,
}: Layer): Omit<NodeBoxes[string], 'x' | 'y' | 'width' | 'height'> {
  const { id, overflowDirection } = node;
  const name = layerName(node, NAME_MAX_CHARACTERS);
  return {
    ...(overflowDirection && overflowDirection !== 'NONE' ? { overflow: overflowDirection } : {}),
    ...(pinned ? { scroll: pinned } : {}),
    ...(name === null ? {} : { name }),
    ...(place && place.id !== id ? { partOf: place.id } : {}),
  };
}

function pinnedBehaviour(node: DesignNode): string | undefined {
  const { scrollBehavior } = node;
  return scrollBehavior === 'FIXED' || scrollBehavior === 'STICKY_SCROLLS'
    ? scrollBehavior
    : undefined;
}
