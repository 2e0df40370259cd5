// A screen's node tree → flat boxes by node id, as kept with its image and read by insight/place.ts.
import type { ScreenImage } from '#contract/screens.ts';
import type { DesignNode } from './design-tool.schema.ts';

export type NodeBoxes = ScreenImage['boxes'];

/** Most boxes kept of one screen: a dense dashboard has a few thousand layers. */
const BOXES_MAX = 20_000;

/**
 * Boxes of a screen and every visible layer in it, outer layers first.
 * Layers inside a FIXED or STICKY_SCROLLS layer inherit its behaviour: they don't scroll either.
 */
export function boxesOf(screen: DesignNode): NodeBoxes {
  const boxes: NodeBoxes = {};
  let level: { node: DesignNode; pinned: string | undefined }[] = [
    { node: screen, pinned: undefined },
  ];
  let count = 0;
  while (level.length > 0 && count < BOXES_MAX) {
    const next: typeof level = [];
    for (const { node, pinned } of level) {
      const scroll = pinned ?? pinnedBehaviour(node);
      if (node.absoluteBoundingBox && count < BOXES_MAX) {
        boxes[node.id] = boxOf(node.absoluteBoundingBox, node.overflowDirection, scroll);
        count += 1;
      }
      const shown = (node.children ?? []).filter((child) => child.visible);
      next.push(...shown.map((child) => ({ node: child, pinned: scroll })));
    }
    level = next;
  }
  return boxes;
}

function boxOf(
  bounds: NonNullable<DesignNode['absoluteBoundingBox']>,
  overflow: string | undefined,
  scroll: string | undefined,
): NodeBoxes[string] {
  return {
    ...bounds,
    ...(overflow && overflow !== 'NONE' ? { overflow } : {}),
    ...(scroll ? { scroll } : {}),
  };
}

function pinnedBehaviour(node: DesignNode): string | undefined {
  const { scrollBehavior } = node;
  return scrollBehavior === 'FIXED' || scrollBehavior === 'STICKY_SCROLLS'
    ? scrollBehavior
    : undefined;
}
