// Converts a screen's node tree to flat boxes by node id, which are stored with its image and read by insight/place.ts.
import type { ScreenImage } from '#contract/screens.ts';
import type { DesignNode } from './design-tool.schema.ts';

export type NodeBoxes = ScreenImage['boxes'];

/** Most boxes that are stored of one screen. A dense dashboard has a few thousand layers. */
const BOXES_MAX = 20_000;

/** Enough for a sentence, because a text layer has its text as name. */
const NAME_MAX_CHARACTERS = 120;

/** A layer of the tree, with the values that it inherits from the layers around it. */
interface Layer {
  node: DesignNode;
  pinned: string | undefined;
  place: Place | null;
  /** The nearest layer around it that has a box, or null directly on the screen. */
  parent: string | null;
}

/**
 * Returns the boxes of a screen and every visible layer in it, outer layers first.
 * Layers inside a FIXED or STICKY_SCROLLS layer inherit its behaviour, because they don't scroll either. Of two layers
 * with one id the outer one counts.
 */
export function boxesOf(screen: DesignNode): NodeBoxes {
  const boxes: NodeBoxes = {};
  const places = new PlaceFinder(screen);
  let level: Layer[] = [{ node: screen, pinned: undefined, place: null, parent: null }];
  let count = 0;
  while (level.length > 0 && count < BOXES_MAX) {
    const next: typeof level = [];
    for (const layer of level) {
      const { node } = layer;
      const pinned = layer.pinned ?? pinnedBehaviour(node);
      const place = places.placeOf(node, layer.place);
      // An id that a layer around it has too would make the parents a circle.
      if (node.absoluteBoundingBox && count < BOXES_MAX && !Object.hasOwn(boxes, node.id)) {
        boxes[node.id] = {
          ...node.absoluteBoundingBox,
          ...layerProperties({ ...layer, pinned, place }),
        };
        count += 1;
      }
      const visibleChildren = (node.children ?? []).filter((child) => child.visible);
      const parent = parentIn(layer, screen);
      for (const child of visibleChildren) next.push({ node: child, pinned, place, parent });
    }
    level = next;
  }
  return boxes;
}

/** Returns the parent that the layers in this one get, or null in the screen itself. */
function parentIn({ node, parent }: Layer, screen: DesignNode): string | null {
  if (node === screen) return null;
  return node.absoluteBoundingBox ? node.id : parent;
}

/** Returns the stored properties of a layer other than its box. */
function layerProperties({
  node,
  pinned,
  place,
  parent,
}: Layer): Omit<NodeBoxes[string], 'x' | 'y' | 'width' | 'height'> {
  const { id, overflowDirection } = node;
  const name = layerName(node, NAME_MAX_CHARACTERS);
  return {
    ...(overflowDirection && overflowDirection !== 'NONE' ? { overflow: overflowDirection } : {}),
    ...(pinned ? { scroll: pinned } : {}),
    ...(name === null ? {} : { name }),
    ...(place && place.id !== id ? { partOf: place.id } : {}),
    ...(parent === null ? {} : { parent }),
    ...(reactsToPress(node) ? { reacts: true } : {}),
  };
}

function pinnedBehaviour(node: DesignNode): string | undefined {
  const { scrollBehavior } = node;
  return scrollBehavior === 'FIXED' || scrollBehavior === 'STICKY_SCROLLS'
    ? scrollBehavior
    : undefined;
}

/** Triggers of a press. Hovering, dragging, keys and time are none. */
const PRESS_TRIGGERS: ReadonlySet<string> = new Set([
  'ON_CLICK',
  'ON_PRESS',
  'MOUSE_DOWN',
  'MOUSE_UP',
]);

/** Returns whether the prototype reacts to a press on the layer. The older form of an answer has no trigger. */
function reactsToPress({ transitionNodeID, interactions = [] }: DesignNode): boolean {
  const isByPress = interactions.some(
    ({ trigger, actions }) => actions.length > 0 && (!trigger || PRESS_TRIGGERS.has(trigger.type)),
  );
  return isByPress || (interactions.length === 0 && Boolean(transitionNodeID));
}

// Finds the layer that a person would name as pressed: the pressed layer is a picture or a text of some card, button or
// row that has its own name. Computed while a screen's tree is read; insight/places.ts uses it.

/** Types of layers that may contain others. */
const CONTAINERS: ReadonlySet<string> = new Set(['FRAME', 'GROUP', 'COMPONENT', 'INSTANCE']);
/** Larger share of a screen's area: a section with several things in it. */
const PLACE_MAX_SHARE = 1 / 8;
/** Larger share of a screen's width: a bar with several things in it. */
const PLACE_MAX_WIDTH_SHARE = 0.95;
/** Names that the design tool generates, or that describe the kind of a layer. */
const GENERIC_NAMES: ReadonlySet<string> = new Set([
  'auto layout',
  'autolayout',
  'background',
  'bg',
  'component',
  'container',
  'content',
  'ellipse',
  'frame',
  'group',
  'icon',
  'image',
  'img',
  'instance',
  'label',
  'line',
  'mask',
  'path',
  'picture',
  'polygon',
  'rectangle',
  'shape',
  'slice',
  'star',
  'subtract',
  'text',
  'union',
  'vector',
  'wrapper',
]);
/** Separates a name from the number after it. */
const NUMBERED = /^([a-z]+(?: layout)?)[\d ]*$/i;

/** Returns whether a layer's name is generic, with or without a number. */
function isGeneric(name: string): boolean {
  const word = NUMBERED.exec(name)?.[1];
  return word !== undefined && GENERIC_NAMES.has(word.toLowerCase());
}

/** The layer that names a press on a node: the nearest of itself and its ancestors that is one thing. */
interface Place {
  id: string;
}

class PlaceFinder {
  readonly #screen: DesignNode;
  /** Leaves by layer, each counted once: layers contain each other. */
  readonly #leaves = new Map<DesignNode, Leaves>();

  constructor(screen: DesignNode) {
    this.#screen = screen;
  }

  /**
   * @param around place of the parent layer, or null below the screen itself
   * @returns null if neither is one thing; the press then has the layer's own name, if any
   */
  placeOf(node: DesignNode, around: Place | null): Place | null {
    return this.#isOneThing(node) ? { id: node.id } : around;
  }

  #isOneThing(node: DesignNode): boolean {
    const [box, frame] = [node.absoluteBoundingBox, this.#screen.absoluteBoundingBox];
    if (!CONTAINERS.has(node.type) || !box || !frame || node.id === this.#screen.id) return false;
    if (!node.name || isGeneric(node.name)) return false;
    const share = (box.width * box.height) / (frame.width * frame.height);
    if (share > PLACE_MAX_SHARE || box.width > frame.width * PLACE_MAX_WIDTH_SHARE) return false;
    const leaves = this.#leavesOf(node);
    // A group of several texts and nothing else is a list or a bar, where each text is one thing.
    return leaves.texts <= 1 || leaves.others > 0;
  }

  #leavesOf(node: DesignNode): Leaves {
    const known = this.#leaves.get(node);
    if (known) return known;
    const leaves = { texts: 0, others: 0 };
    for (const child of node.children ?? []) {
      if (!child.visible) continue;
      const within = child.children?.length ? this.#leavesOf(child) : null;
      leaves.texts += within?.texts ?? (child.type === 'TEXT' ? 1 : 0);
      leaves.others += within?.others ?? (child.type === 'TEXT' ? 0 : 1);
    }
    this.#leaves.set(node, leaves);
    return leaves;
  }
}

interface Leaves {
  texts: number;
  others: number;
}

// The name of a layer in a form that can be displayed and stored, because designers name layers freely.

/** Most characters of a layer's name that are read, because a text layer has its whole text as name. */
const NAME_READ_MAX_CHARACTERS = 2000;

/** Removes control characters and unpaired surrogates, and cuts long names. Returns null if nothing remains. */
export function layerName({ name }: DesignNode, maxCharacters: number): string | null {
  const start = (name ?? '').slice(0, NAME_READ_MAX_CHARACTERS);
  const plain = start.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').trim();
  return plain === '' ? null : [...plain].slice(0, maxCharacters).join('');
}
