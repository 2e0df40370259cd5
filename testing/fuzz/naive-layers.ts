// The rules of insight/layer-rules.ts as their comments state them, each computed for each layer alone, for trees without
// circles.
import { areaOf, isCardShape, isIn, isSameBox, isSameSize } from '#insight/box-shapes.ts';
import type { ScreenGeometry } from '#insight/place.ts';

type Box = ScreenGeometry['boxes'][string];
type Named = Pick<Box, 'layer' | 'label' | 'parts'>;

/** Returns the layer, label and parts of each layer. */
export function naiveLayers(screen: ScreenGeometry): Map<string, Named> {
  const tree = new NaiveTree(screen);
  const pressed = new Map(tree.ids.map((id) => [id, pressedOn(tree, id)]));
  const named = [...new Set(pressed.values())].filter((id) => id !== undefined);
  return new Map(
    tree.ids.map((id) => {
      const label = named.includes(id) ? labelOf(tree, id, named) : undefined;
      const parts = tree.ids.filter((other) => pressed.get(other) === id).length;
      return [
        id,
        {
          layer: pressed.get(id),
          label: label === tree.box(id).name ? undefined : label,
          parts: parts || undefined,
        },
      ];
    }),
  );
}

class NaiveTree {
  readonly ids: string[];
  readonly area: number;
  readonly #boxes: ScreenGeometry['boxes'];

  constructor({ nodeId, boxes, ...image }: ScreenGeometry) {
    this.#boxes = boxes;
    this.ids = Object.keys(boxes).filter((id) => id !== nodeId);
    this.area = areaOf(boxes[nodeId] ?? image);
  }

  box(id: string): Box {
    const box = this.#boxes[id];
    if (!box) throw new Error(`${id} has no box`);
    return box;
  }

  parentOf(id: string): string | undefined {
    const isStored = this.ids.some((each) => this.box(each).parent ?? this.box(each).reacts);
    if (isStored) return this.ids.find((other) => other === this.box(id).parent && other !== id);
    const area = areaOf(this.box(id));
    return this.ids
      .filter((other) => areaOf(this.box(other)) > area && isIn(this.box(id), this.box(other)))
      .sort((a, b) => areaOf(this.box(a)) - areaOf(this.box(b)))[0];
  }

  /** The layer and those around it, the nearest first. */
  chainOf(id: string): string[] {
    const parent = this.parentOf(id);
    return parent === undefined ? [id] : [id, ...this.chainOf(parent)];
  }

  outermost(id: string): string {
    const same = this.chainOf(id).filter(
      (other) => this.box(other).name && isSameBox(this.box(id), this.box(other)),
    );
    return same.at(-1) ?? id;
  }

  isContainer(id: string): boolean {
    return this.ids.some((other) => this.parentOf(other) === id);
  }

  reacting(): string[] {
    return this.ids.filter((id) => this.box(id).reacts).map((id) => this.outermost(id));
  }
}

const fits: Record<string, (tree: NaiveTree, id: string) => boolean> = {
  reacts: (tree, id) => tree.box(id).reacts === true,
  'card beside reacting': (tree, id) =>
    tree
      .reacting()
      .some(
        (other) =>
          tree.parentOf(other) === tree.parentOf(id) && isCardShape(tree.box(id), tree.box(other)),
      ),
  'reacting size': (tree, id) =>
    tree
      .reacting()
      .some(
        (other) =>
          tree.chainOf(other).length === tree.chainOf(id).length &&
          isSameSize(tree.box(id), tree.box(other)),
      ),
  'card of list': (tree, id) => {
    const share = areaOf(tree.box(id)) / tree.area;
    const list = tree.ids.filter(
      (other) => tree.isContainer(other) && tree.parentOf(other) === tree.parentOf(id),
    );
    const same = list.filter((other) => isSameSize(tree.box(id), tree.box(other)));
    return tree.isContainer(id) && share >= 1 / 50 && share <= 1 / 2 && same.length >= 3;
  },
  'beside reacting': (tree, id) =>
    tree.isContainer(id) &&
    areaOf(tree.box(id)) <= tree.area / 4 &&
    tree.reacting().some((other) => tree.parentOf(other) === tree.parentOf(id)),
};

function pressedOn(tree: NaiveTree, id: string): string | undefined {
  const nearest = (rule: string) => {
    const found = tree.chainOf(id).find((at) => tree.box(at).name && fits[rule]?.(tree, at));
    return found === undefined ? undefined : tree.outermost(found);
  };
  return (
    nearest('reacts') ??
    nearest('card beside reacting') ??
    nearest('reacting size') ??
    nearest('card of list') ??
    small(tree, id) ??
    nearest('beside reacting')
  );
}

function small(tree: NaiveTree, pressed: string): string | undefined {
  const id = tree.ids.find((other) => other === tree.box(pressed).partOf) ?? pressed;
  const box = tree.box(id);
  return box.name && areaOf(box) <= tree.area / 8 ? id : undefined;
}

/** @param named in the order in which presses first belong to them */
function labelOf(tree: NaiveTree, id: string, named: readonly string[]): string | undefined {
  const { name } = tree.box(id);
  const group = named.filter((other) => tree.box(other).name === name);
  const around = (other: string) =>
    tree
      .chainOf(other)
      .slice(1)
      .flatMap((at) => tree.box(at).name ?? []);
  const withParent = (other: string) => {
    const own = around(other);
    const only = own.find(
      (parent) => group.filter((each) => around(each).includes(parent)).length === 1,
    );
    const parent = only ?? own[0];
    return group.length === 1 || parent === undefined ? name : `${parent} › ${name}`;
  };
  const same = group
    .filter((other) => withParent(other) === withParent(id))
    .sort((a, b) => tree.box(a).y - tree.box(b).y || tree.box(a).x - tree.box(b).x);
  const at = same.indexOf(id);
  return at === 0 ? withParent(id) : `${withParent(id)} (${at + 1})`;
}
