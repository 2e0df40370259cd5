// The layers of a screen that presses belong to, and their names, as layer-rules.ts computed them.
import type { ScreenGeometry } from './place.ts';

type Box = ScreenGeometry['boxes'][string];

export interface LayerCounts {
  /** Boxes of the screen, its own included. */
  boxes: number;
  /** Named layers that presses on any layer of the screen belong to. */
  named: number;
}

export class ScreenLayers {
  readonly screen: ScreenGeometry;
  readonly counts: LayerCounts;

  /**
   * @param screen with its layers; without some of its boxes if only those of some layers are read
   * @param counts of the whole screen
   */
  constructor(screen: ScreenGeometry, counts: LayerCounts = countsOf(screen)) {
    this.screen = screen;
    this.counts = counts;
  }

  /** Returns the box of a layer. The screen itself is none. Ids come from outside: `constructor` is no layer. */
  boxOf(id: string): Box | undefined {
    const { boxes, nodeId } = this.screen;
    return id !== nodeId && Object.hasOwn(boxes, id) ? boxes[id] : undefined;
  }

  /**
   * Returns the id of the named layer that a press belongs to, or null if none is one thing.
   * @param reacted true: the pressed layer reacted, so it keeps its name at any size
   */
  pressedLayer(targetId: string, reacted: boolean | null): string | null {
    const box = this.boxOf(targetId);
    return box?.layer ?? (reacted === true && box?.name ? targetId : null);
  }

  /** Returns the layer's name, with a parent's ('Some › Window') where several pressed layers have the same. */
  labelOf(id: string): string | null {
    const box = this.boxOf(id);
    return box?.label ?? box?.name ?? null;
  }
}

function countsOf({ boxes }: ScreenGeometry): LayerCounts {
  const all = Object.values(boxes);
  return { boxes: all.length, named: all.filter(({ parts }) => parts !== undefined).length };
}
