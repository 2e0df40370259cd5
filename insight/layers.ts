// Finds the layer that a press belongs to, such as the card around a pressed picture, and its name on the screen.
import type { ScreenGeometry } from './place.ts';

type Box = ScreenGeometry['boxes'][string];
type Size = Pick<Box, 'width' | 'height'>;

/** Larger share of its screen: a layer that contains several things, unless it or its siblings react. */
const LAYER_MAX_SHARE = 1 / 8;
/** Largest share of a screen of a layer that counts as one thing only because a sibling of another size reacts. */
const SIBLING_MAX_SHARE = 1 / 4;
/** Share of a screen of layers that count as cards of a list because they repeat: smaller ones are icons or stars. */
const CARD_SHARE = { min: 1 / 50, max: 1 / 2 };
/** Layers of one size and parent that make a list. */
const CARDS_MIN = 3;
/** Largest ratio of two lengths that count as equal. */
const EQUAL_RATIO = 1.05;
/** Largest ratio of the other length of two cards: texts make cards of one list differ in height. */
const CARD_RATIO = 2;
/** Largest distance of two edges of layers that cover each other, in canvas pixels. */
const SAME_EDGE_PX = 2;
/** Most layers of a screen without stored parents for which parents are computed from boxes. */
const COMPUTED_PARENTS_MAX = 3000;
/** Most sizes of reacting layers that a layer is compared with. */
const SIZES_MAX = 200;
/** Deepest chain of parents. Chains come from outside, and may be a circle. */
const DEPTH_MAX = 300;

type Rule =
  | 'reacts'
  | 'card beside reacting'
  | 'reacting size'
  | 'card of list'
  | 'beside reacting';

/** The layers of one screen. An instance computes its indexes once, because a screen has thousands of layers. */
export class ScreenLayers {
  readonly screen: ScreenGeometry;
  readonly #boxes: ReadonlyMap<string, Box>;
  readonly #parents: ReadonlyMap<string, string>;
  readonly #area: number;
  /** Sizes of the layers that react, by the id of their parent ('' for the screen) and by their depth. */
  readonly #reactingIn = new Map<string, Size[]>();
  readonly #reactingAt = new Map<number, Size[]>();
  /** Sizes of layers that contain others, by the id of their parent. */
  readonly #containersIn = new Map<string, Size[]>();
  readonly #containers: ReadonlySet<string>;
  /** Results of the rules by layer: a layer's nearest one that fits is itself or its parent's. */
  readonly #fits = new Map<Rule, Map<string, string | null>>();
  #labels: ReadonlyMap<string, string> | null = null;

  constructor(screen: ScreenGeometry) {
    this.screen = screen;
    const { nodeId, boxes } = screen;
    this.#area = areaOf((Object.hasOwn(boxes, nodeId) ? boxes[nodeId] : undefined) ?? screen);
    this.#boxes = new Map(Object.entries(boxes).filter(([id]) => id !== nodeId));
    this.#parents = parentsOf(this.#boxes);
    this.#containers = new Set(this.#parents.values());
    for (const [id, box] of this.#boxes) {
      if (box.reacts) this.#addReacting(this.#outermost(id));
      if (this.#containers.has(id)) add(this.#containersIn, this.#parentOf(id), box);
    }
  }

  get ids(): Iterable<string> {
    return this.#boxes.keys();
  }

  boxOf(id: string): Box | undefined {
    return this.#boxes.get(id);
  }

  /**
   * Returns the id of the named layer that a press belongs to, or null if none is one thing. The first that fits:
   * 1. the nearest layer around the pressed one that reacts, at any size;
   * 2. the nearest one whose sibling reacts and has the shape of a card of the same list;
   * 3. the nearest one with the size of a reacting layer of the same depth;
   * 4. the nearest card of a list in which nothing reacts;
   * 5. the card or button that was stored with the layer, or the layer itself if it is small;
   * 6. the nearest layer of a quarter of the screen at most whose sibling reacts.
   *
   * @param reacted true: the pressed layer reacted, so it keeps its name at any size
   */
  pressedLayer(targetId: string, reacted: boolean | null): string | null {
    return (
      this.#nearest('reacts', targetId) ??
      this.#nearest('card beside reacting', targetId) ??
      this.#nearest('reacting size', targetId) ??
      this.#nearest('card of list', targetId) ??
      this.#smallLayer(targetId) ??
      this.#nearest('beside reacting', targetId) ??
      (reacted === true && this.#boxes.get(targetId)?.name ? targetId : null)
    );
  }

  /** Returns the layer's name, with a parent's ('Some › Window') where several pressed layers have the same. */
  labelOf(id: string): string | null {
    this.#labels ??= this.#computeLabels();
    return this.#labels.get(id) ?? this.#boxes.get(id)?.name ?? null;
  }

  /** Returns the nearest named layer around a layer, itself included, that fits a rule. */
  #nearest(rule: Rule, targetId: string): string | null {
    const known = this.#fits.get(rule) ?? new Map<string, string | null>();
    this.#fits.set(rule, known);
    const passed: string[] = [];
    let found: string | null = null;
    for (const id of this.#chainOf(targetId)) {
      found = known.get(id) ?? null;
      if (known.has(id)) break;
      passed.push(id);
      if (this.#boxes.get(id)?.name && this.#isFit(rule, id)) found = this.#outermost(id);
      if (found !== null) break;
    }
    for (const id of passed) known.set(id, found);
    return found;
  }

  #isFit(rule: Rule, id: string): boolean {
    if (rule === 'reacts') return this.#boxes.get(id)?.reacts === true;
    if (rule === 'card beside reacting') return this.#isCardBesideReacting(id);
    if (rule === 'reacting size') return this.#hasReactingSize(id);
    return rule === 'card of list' ? this.#isCardOfList(id) : this.#isBesideReacting(id);
  }

  #addReacting(id: string): void {
    const box = this.#boxes.get(id);
    if (!box) return;
    add(this.#reactingIn, this.#parentOf(id), box);
    add(this.#reactingAt, this.#chainOf(id).length, box);
  }

  #parentOf(id: string): string {
    return this.#parents.get(id) ?? '';
  }

  /** The layer and those around it, the nearest first, without the screen. */
  #chainOf(id: string): string[] {
    const chain: string[] = [];
    for (
      let at = this.#boxes.has(id) ? id : undefined;
      at !== undefined && chain.length < DEPTH_MAX;
      at = this.#parents.get(at)
    )
      chain.push(at);
    return chain;
  }

  /** A hotspot drawn over a card, or a frame around it, is the card: the outermost named layer with the same box. */
  #outermost(id: string): string {
    const box = this.#boxes.get(id);
    const same = this.#chainOf(id).filter((other) => {
      const around = this.#boxes.get(other);
      return box && around?.name && isSameBox(box, around);
    });
    return same.at(-1) ?? id;
  }

  #isCardBesideReacting(id: string): boolean {
    const box = this.#boxes.get(id);
    const siblings = this.#reactingIn.get(this.#parentOf(id)) ?? [];
    return box !== undefined && siblings.some((sibling) => isCardShape(box, sibling));
  }

  #hasReactingSize(id: string): boolean {
    const box = this.#boxes.get(id);
    const sizes = this.#reactingAt.get(this.#chainOf(id).length) ?? [];
    return box !== undefined && sizes.some((size) => isSameSize(box, size));
  }

  #isCardOfList(id: string): boolean {
    const box = this.#boxes.get(id);
    if (!box || !this.#containers.has(id)) return false;
    const share = areaOf(box) / this.#area;
    if (share < CARD_SHARE.min || share > CARD_SHARE.max) return false;
    const list = this.#containersIn.get(this.#parentOf(id)) ?? [];
    return list.filter((size) => isSameSize(box, size)).length >= CARDS_MIN;
  }

  #smallLayer(targetId: string): string | null {
    const partOf = this.#boxes.get(targetId)?.partOf;
    const id = partOf !== undefined && this.#boxes.has(partOf) ? partOf : targetId;
    const box = this.#boxes.get(id);
    return box?.name && areaOf(box) <= this.#area * LAYER_MAX_SHARE ? id : null;
  }

  #isBesideReacting(id: string): boolean {
    const box = this.#boxes.get(id);
    if (!box || !this.#containers.has(id) || areaOf(box) > this.#area * SIBLING_MAX_SHARE)
      return false;
    return this.#reactingIn.has(this.#parentOf(id));
  }

  #computeLabels(): Map<string, string> {
    const pressed = new Set<string>();
    for (const id of this.#boxes.keys()) {
      const layer = this.pressedLayer(id, false);
      if (layer !== null) pressed.add(layer);
    }
    const named = [...pressed].map((id) => ({
      id,
      box: this.#boxes.get(id),
      name: this.#boxes.get(id)?.name ?? '',
      around: this.#chainOf(id).flatMap((other) =>
        other === id ? [] : (this.#boxes.get(other)?.name ?? []),
      ),
    }));
    const labels = new Map<string, string>();
    for (const group of Map.groupBy(named, ({ name }) => name).values()) {
      const parents = countsOf(group.flatMap(({ around }) => [...new Set(around)]));
      const labelled = group.map((layer) => ({
        ...layer,
        label: group.length === 1 ? layer.name : labelWithParent(layer, parents),
      }));
      for (const same of Map.groupBy(labelled, ({ label }) => label).values()) {
        same.sort((a, b) => byPosition(a.box, b.box));
        for (const [at, { id, label }] of same.entries())
          labels.set(id, at === 0 ? label : `${label} (${at + 1})`);
      }
    }
    return labels;
  }
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

interface NamedLayer {
  name: string;
  /** Names of the layers around it, the nearest first. */
  around: readonly string[];
}

/** Returns the name with that of the nearest parent that no other layer of the same name has, or else the nearest. */
function labelWithParent(
  { name, around }: NamedLayer,
  parents: ReadonlyMap<string, number>,
): string {
  const parent = around.find((one) => parents.get(one) === 1) ?? around[0];
  return parent === undefined ? name : `${parent} › ${name}`;
}

/** From top to bottom, then from left to right. */
function byPosition(a: Box | undefined, b: Box | undefined): number {
  return (a?.y ?? 0) - (b?.y ?? 0) || (a?.x ?? 0) - (b?.x ?? 0);
}

/**
 * Returns the parent of each layer that is not directly on the screen. Images that an earlier version stored have no
 * parents; there it is the smallest layer that contains the box.
 */
function parentsOf(boxes: ReadonlyMap<string, Box>): Map<string, string> {
  const parents = new Map<string, string>();
  for (const [id, { parent }] of boxes)
    if (parent !== undefined && parent !== id && boxes.has(parent)) parents.set(id, parent);
  const isStored = [...boxes.values()].some(({ parent, reacts }) => parent ?? reacts);
  if (isStored || boxes.size > COMPUTED_PARENTS_MAX) return parents;
  const bySize = [...boxes].sort(([, a], [, b]) => areaOf(a) - areaOf(b));
  for (const [at, [id, box]] of bySize.entries()) {
    const area = areaOf(box);
    const around = bySize
      .slice(at + 1)
      .find(([, outer]) => areaOf(outer) > area && isIn(box, outer));
    if (around) parents.set(id, around[0]);
  }
  return parents;
}

function add<Key>(sizes: Map<Key, Size[]>, key: Key, size: Size): void {
  const known = sizes.get(key);
  if (!known) sizes.set(key, [size]);
  else if (known.length < SIZES_MAX) known.push(size);
}

export function areaOf({ width, height }: Size): number {
  return width * height;
}

/** Cards of one list have equal widths or equal heights; the other length may differ. */
function isCardShape(a: Size, b: Size): boolean {
  const [across, down] = [ratioOf(a.width, b.width), ratioOf(a.height, b.height)];
  return Math.min(across, down) <= EQUAL_RATIO && Math.max(across, down) <= CARD_RATIO;
}

function isSameSize(a: Size, b: Size): boolean {
  return ratioOf(a.width, b.width) <= EQUAL_RATIO && ratioOf(a.height, b.height) <= EQUAL_RATIO;
}

/** Ratio of the longer to the shorter of two lengths. A layer may have no height, such as a line. */
function ratioOf(a: number, b: number): number {
  const shorter = Math.min(a, b);
  if (shorter <= 0) return a === b ? 1 : Number.POSITIVE_INFINITY;
  return Math.max(a, b) / shorter;
}

function isSameBox(a: Box, b: Box): boolean {
  const edges = (box: Box) => [box.x, box.y, box.x + box.width, box.y + box.height];
  const others = edges(b);
  return edges(a).every((edge, at) => Math.abs(edge - (others[at] ?? 0)) <= SAME_EDGE_PX);
}

function isIn(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
