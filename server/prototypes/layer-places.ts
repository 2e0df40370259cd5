// What a person would say they pressed: a layer of the design is a picture or a text of some card, button or row, and
// that has a name of its own. Decided while a screen's tree is read (node-boxes.ts); insight/places.ts uses it.
import type { DesignNode } from './design-tool.schema.ts';

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
export interface Place {
  id: string;
}

/**
 * @param around the place of the layer around it; null below the screen itself
 * @returns null when neither is one thing: the press has the layer's own name, if any
 */
export function placeOf(node: DesignNode, screen: DesignNode, around: Place | null): Place | null {
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
