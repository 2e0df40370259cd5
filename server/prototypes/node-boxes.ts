// A screen's node tree → flat boxes by node id, as kept with its image and read by insight/place.ts.
import type { ScreenImage } from '#contract/screens.ts';
import type { DesignNode } from './design-tool.schema.ts';
import { layerName } from './layer-name.ts';

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

// What a person would say they pressed: a layer of the design is a picture or a text of some card, button or row, and
// that has a name of its own. Decided while a screen's tree is read; insight/places.ts uses it.

/** Layers that may hold others. */
const CONTAINERS: ReadonlySet<string> = new Set(['FRAME', 'GROUP', 'COMPONENT', 'INSTANCE']);
/** More of its screen is a section with things in it, not one thing. */
const PLACE_MAX_SHARE = 1 / 8;
/** A bar over nearly the whole width holds things too. */
const PLACE_MAX_WIDTH_SHARE = 0.95;
/** Names that the design tool gives, or that say what a layer is made of, with or without a number. */
const GENERIC =
  /^(?:auto ?layout|background|bg|component|container|content|ellipse|frame|group|icon|image|img|instance|label|line|mask|path|picture|polygon|rectangle|shape|slice|star|subtract|text|union|vector|wrapper)[\d ]*$/i;

/** The layer that names a press on a node: the nearest of itself and the layers around it that is one thing. */
interface Place {
  id: string;
}

/**
 * @param around the place of the layer around it; null below the screen itself
 * @returns null when neither is one thing: the press has the layer's own name, if any
 */
function placeOf(node: DesignNode, screen: DesignNode, around: Place | null): Place | null {
  return isOneThing(node, screen) ? { id: node.id } : around;
}

function isOneThing(node: DesignNode, screen: DesignNode): boolean {
  const [box, frame] = [node.absoluteBoundingBox, screen.absoluteBoundingBox];
  if (!CONTAINERS.has(node.type) || !box || !frame || node.id === screen.id) return false;
  if (!node.name || GENERIC.test(node.name)) return false;
  const share = (box.width * box.height) / (frame.width * frame.height);
  if (share > PLACE_MAX_SHARE || box.width > frame.width * PLACE_MAX_WIDTH_SHARE) return false;
  const leaves = leavesOf(node);
  // Several texts and nothing else are a list or a bar: each is a thing of its own.
  return leaves.texts <= 1 || leaves.others > 0;
}

function leavesOf({ children = [] }: DesignNode): { texts: number; others: number } {
  const leaves = { texts: 0, others: 0 };
  for (const child of children) {
    if (!child.visible) continue;
    const within = child.children?.length ? leavesOf(child) : null;
    leaves.texts += within?.texts ?? (child.type === 'TEXT' ? 1 : 0);
    leaves.others += within?.others ?? (child.type === 'TEXT' ? 0 : 1);
  }
  return leaves;
}
