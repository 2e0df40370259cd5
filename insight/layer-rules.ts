// Computes for each layer of a screen which layer a press on it belongs to, such as the card around a pressed picture,
// and that layer's name on the screen. It runs once for an image, before the image is stored; layers.ts reads the result.

import { areaOf, isCardShape, isIn, isSameBox, isSameSize, type Size } from './box-shapes.ts';
import type { ScreenGeometry } from './place.ts';

type Boxes = ScreenGeometry['boxes'];
type Box = Boxes[string];

/** Version of the layers that `computeLayers` returns. Increase it with every change of a result. */
export const LAYERS_VERSION = 1;

/** Larger share of its screen: a layer that contains several things, unless it or its siblings react. */
const LAYER_MAX_SHARE = 1 / 8;
/** Largest share of a screen of a layer that counts as one thing only because a sibling of another size reacts. */
const SIBLING_MAX_SHARE = 1 / 4;
/** Share of a screen of layers that count as cards of a list because they repeat: smaller ones are icons or stars. */
const CARD_SHARE = { min: 1 / 50, max: 1 / 2 };
/** Layers of one size and parent that make a list. */
const CARDS_MIN = 3;
/** Most layers of a screen without stored parents for which parents are computed from boxes. */
const COMPUTED_PARENTS_MAX = 3000;
/** Most sizes of reacting layers that a layer is compared with. */
const SIZES_MAX = 200;
/** Most layers around each other, far above what designers nest. Deeper ones count as directly in the last of them. */
const DEPTH_MAX = 100;
/** Layers of one step: each is compared with at most 600 sizes and some hundred layers around it, in 10 us. */
const LAYERS_PER_STEP = 200;

const rules = [
  'reacts',
  'card beside reacting',
  'reacting size',
  'card of list',
  'beside reacting',
] as const;
type Rule = (typeof rules)[number];

/** Returns the screen with its layers computed, in one go: the server does it step by step. */
export function withLayers<Screen extends ScreenGeometry>(screen: Screen): Screen {
  const steps = computeLayers(screen);
  for (;;) {
    const step = steps.next();
    if (step.done) return { ...screen, boxes: step.value };
  }
}

/** Yields after every step of some milliseconds at most, and returns the boxes with their layers. */
export function* computeLayers({
  nodeId,
  boxes,
  ...image
}: ScreenGeometry): Generator<undefined, Boxes> {
  const tree = yield* layerTree(boxes, nodeId);
  const ownBox = Object.hasOwn(boxes, nodeId) ? boxes[nodeId] : undefined;
  yield* new PressRules(tree, areaOf(ownBox ?? image)).findPressed();
  const parts = new Map<Layer, number>();
  yield* inSteps(tree.all, ({ pressed }) => {
    if (pressed) parts.set(pressed, (parts.get(pressed) ?? 0) + 1);
  });
  const labels = yield* computeLabels(parts.keys());
  const computed: Boxes = {};
  if (ownBox) computed[nodeId] = ownBox;
  yield* inSteps(tree.all, (layer) => {
    const { layer: _, label: __, parts: ___, ...box } = layer.box;
    const [label, count] = [labels.get(layer), parts.get(layer)];
    computed[layer.id] = {
      ...box,
      ...(layer.pressed ? { layer: layer.pressed.id } : {}),
      ...(label === undefined || label === box.name ? {} : { label }),
      ...(count === undefined ? {} : { parts: count }),
    };
  });
  return computed;
}

/** Yields after every LAYERS_PER_STEP of the items. */
function* inSteps<Item>(items: Iterable<Item>, visit: (item: Item) => void): Generator<undefined> {
  let count = 0;
  for (const item of items) {
    visit(item);
    count += 1;
    if (count % LAYERS_PER_STEP === 0) yield;
  }
}

/** A layer in the tree of a screen. */
interface Layer {
  id: string;
  box: Box;
  /** The layer around it, or null directly on the screen. */
  parent: Layer | null;
  /** 1 directly on the screen, 0 until it is known. */
  depth: number;
  isContainer: boolean;
  /** The card or button that was stored with the layer, or null without one. */
  partOf: Layer | null;
  /** The nearest layers around it, itself included, that fit the rules. */
  nearest: Partial<Record<Rule, Layer>>;
  /** The named layer that a press in vain on this one belongs to, or null without one. */
  pressed: Layer | null;
}

/** The layers of a screen without the screen itself. */
interface LayerTree {
  /** In the order of the stored boxes. */
  all: readonly Layer[];
  /** Each after the layers around it. */
  outerFirst: readonly Layer[];
}

function* layerTree(boxes: Boxes, screenId: string): Generator<undefined, LayerTree> {
  const layers = new Map<string, Layer>();
  yield* inSteps(Object.keys(boxes), (id) => {
    const box = boxes[id];
    if (!box || id === screenId) return;
    const unknown = { parent: null, partOf: null, pressed: null };
    layers.set(id, { id, box, ...unknown, depth: 0, isContainer: false, nearest: {} });
  });
  const all = [...layers.values()];
  yield* inSteps(all, (layer) => {
    const { parent = '', partOf = '' } = layer.box;
    const around = layers.get(parent) ?? null;
    layer.parent = around === layer ? null : around;
    layer.partOf = layers.get(partOf) ?? null;
  });
  // Earlier versions stored no parents.
  const isStored = all.some(({ box: { parent, reacts } }) => parent ?? reacts);
  if (!isStored && all.length <= COMPUTED_PARENTS_MAX) yield* setContainingParents(all);
  const outerFirst: Layer[] = [];
  yield* inSteps(all, (layer) => outerFirst.push(...setDepths(layer)));
  for (const { parent } of all) if (parent) parent.isContainer = true;
  return { all, outerFirst };
}

/** Sets the smallest layer that contains the box of each layer as its parent. */
function* setContainingParents(all: readonly Layer[]): Generator<undefined> {
  const bySize = all.toSorted((a, b) => areaOf(a.box) - areaOf(b.box));
  yield* inSteps(bySize.entries(), ([at, layer]) => {
    const area = areaOf(layer.box);
    for (let larger = at + 1; larger < bySize.length && !layer.parent; larger += 1) {
      const outer = bySize[larger] ?? layer;
      if (areaOf(outer.box) > area && isIn(layer.box, outer.box)) layer.parent = outer;
    }
  });
}

/**
 * Sets the depths of a layer and of those around it, up to the first whose depth is known. A circle of parents is cut
 * where it begins.
 * @returns the layers whose depth was unknown, outer ones first
 */
function setDepths(layer: Layer): Layer[] {
  const path = new Set<Layer>();
  let at: Layer | null = layer;
  while (at && at.depth === 0 && !path.has(at)) {
    path.add(at);
    at = at.parent;
  }
  const inward = [...path].reverse();
  const [outermost] = inward;
  if (outermost && at?.depth === 0) outermost.parent = null;
  for (const each of inward) {
    if (each.parent?.depth === DEPTH_MAX) each.parent = each.parent.parent;
    each.depth = (each.parent?.depth ?? 0) + 1;
  }
  return inward;
}

/** A hotspot drawn over a card, or a frame around it, is the card: the outermost named layer with the same box. */
function outermostOf(layer: Layer): Layer {
  let outermost = layer;
  for (let around = layer.parent; around; around = around.parent)
    if (around.box.name && isSameBox(layer.box, around.box)) outermost = around;
  return outermost;
}

/**
 * Finds the named layer that a press in vain on a layer belongs to. The first that fits:
 * 1. the nearest layer around the pressed one that reacts, at any size;
 * 2. the nearest one whose sibling reacts and has the shape of a card of the same list;
 * 3. the nearest one with the size of a reacting layer of the same depth;
 * 4. the nearest card of a list in which nothing reacts;
 * 5. the card or button that was stored with the layer, or the layer itself if it is small;
 * 6. the nearest layer of a quarter of the screen at most whose sibling reacts.
 */
class PressRules {
  readonly #tree: LayerTree;
  readonly #area: number;
  /** Sizes of the layers that react, by their parent (null for the screen) and by their depth. */
  readonly #reactingIn = new Map<Layer | null, Size[]>();
  readonly #reactingAt = new Map<number, Size[]>();
  /** Sizes of layers that contain others, by their parent. */
  readonly #containersIn = new Map<Layer | null, Size[]>();

  constructor(tree: LayerTree, area: number) {
    this.#tree = tree;
    this.#area = area;
  }

  *findPressed(): Generator<undefined> {
    yield* inSteps(this.#tree.all, (layer) => {
      const { box, parent, isContainer } = layer;
      if (box.reacts) this.#addReacting(outermostOf(layer));
      if (isContainer) add(this.#containersIn, parent, box);
    });
    yield* inSteps(this.#tree.outerFirst, (layer) => {
      this.#findNearest(layer);
      const { nearest, partOf } = layer;
      layer.pressed =
        nearest.reacts ??
        nearest['card beside reacting'] ??
        nearest['reacting size'] ??
        nearest['card of list'] ??
        this.#smallLayer(partOf ?? layer) ??
        nearest['beside reacting'] ??
        null;
    });
  }

  #addReacting({ box, parent, depth }: Layer): void {
    add(this.#reactingIn, parent, box);
    add(this.#reactingAt, depth, box);
  }

  /** Finds the nearest layers of one layer. Those of its parent are known, because outer layers come first. */
  #findNearest(layer: Layer): void {
    layer.nearest = { ...layer.parent?.nearest };
    if (!layer.box.name) return;
    let outermost: Layer | undefined;
    for (const rule of rules) {
      if (!this.#isFit(rule, layer)) continue;
      outermost ??= outermostOf(layer);
      layer.nearest[rule] = outermost;
    }
  }

  #isFit(rule: Rule, { box, parent, depth, isContainer }: Layer): boolean {
    if (rule === 'reacts') return box.reacts === true;
    const beside = this.#reactingIn.get(parent);
    if (rule === 'card beside reacting')
      return beside?.some((sibling) => isCardShape(box, sibling)) ?? false;
    if (rule === 'reacting size')
      return this.#reactingAt.get(depth)?.some((size) => isSameSize(box, size)) ?? false;
    if (!isContainer) return false;
    if (rule === 'beside reacting')
      return beside !== undefined && areaOf(box) <= this.#area * SIBLING_MAX_SHARE;
    const share = areaOf(box) / this.#area;
    if (share < CARD_SHARE.min || share > CARD_SHARE.max) return false;
    const list = this.#containersIn.get(parent) ?? [];
    return list.filter((size) => isSameSize(box, size)).length >= CARDS_MIN;
  }

  #smallLayer(layer: Layer): Layer | null {
    const { name } = layer.box;
    return name && areaOf(layer.box) <= this.#area * LAYER_MAX_SHARE ? layer : null;
  }
}

function add<Key>(sizes: Map<Key, Size[]>, key: Key, size: Size): void {
  const known = sizes.get(key);
  if (!known) sizes.set(key, [size]);
  else if (known.length < SIZES_MAX) known.push(size);
}

// Names of the layers that presses belong to.

/** Returns each layer's name, with a parent's ('Some › Window') where several of these layers have the same. */
function* computeLabels(pressed: Iterable<Layer>): Generator<undefined, Map<Layer, string>> {
  const groups = Map.groupBy(pressed, ({ box }) => box.name ?? '');
  const labels = new Map<Layer, string>();
  for (const [name, group] of groups) {
    const parents = new ParentNames();
    if (group.length > 1) yield* inSteps(group, (layer) => parents.add(layer));
    const byLabel = new Map<string, Layer[]>();
    yield* inSteps(group, (layer) => {
      const parent = group.length > 1 ? parents.nameOf(layer) : undefined;
      const label = parent === undefined ? name : `${parent} › ${name}`;
      const same = byLabel.get(label);
      if (same) same.push(layer);
      else byLabel.set(label, [layer]);
    });
    for (const [label, same] of byLabel) {
      same.sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
      yield* inSteps(same.entries(), ([at, layer]) =>
        labels.set(layer, at === 0 ? label : `${label} (${at + 1})`),
      );
    }
    yield;
  }
  return labels;
}

/** Names of the layers around several layers, to tell these apart. */
class ParentNames {
  /** The one layer that a name is around, or null for a name around several. */
  readonly #only = new Map<string, Layer | null>();
  /** The layer that an outer layer is around, or null if it is around several; then so are all layers around it. */
  readonly #within = new Map<Layer, Layer | null>();

  add(layer: Layer): void {
    for (let around = layer.parent; around; around = around.parent) {
      const within = this.#within.get(around);
      if (within === null) return;
      this.#within.set(around, within === undefined ? layer : null);
      const { name } = around.box;
      if (name === undefined) continue;
      const only = this.#only.get(name);
      this.#only.set(name, only === undefined || only === layer ? layer : null);
    }
  }

  /** Returns the nearest name that is around this layer alone, or else the nearest. */
  nameOf(layer: Layer): string | undefined {
    let nearest: string | undefined;
    for (let around = layer.parent; around; around = around.parent) {
      const { name } = around.box;
      nearest ??= name;
      if (name !== undefined && this.#only.get(name) === layer) return name;
      if (nearest !== undefined && this.#within.get(around) === null) return nearest;
    }
    return nearest;
  }
}
