// Layers of screens: those computed at once for a whole screen are what the rules say of each layer alone.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withLayers } from '#insight/layer-rules.ts';
import type { ScreenGeometry } from '#insight/place.ts';
import { fuzzTarget } from '../fuzz-target.ts';
import { naiveLayers } from '../naive-layers.ts';

type Box = ScreenGeometry['boxes'][string];

/** A layer and the position of another one that may be around it: only earlier ones are, so no circle forms. */
interface Node {
  box: Box;
  parent: number | null;
  partOf: number | null;
}

/** Few lengths, so that layers have equal sizes, cover each other and lie in each other. */
const length = fc.constantFrom(0, 10, 11, 100, 101, 102, 103, 200, 300, 310, 700, 1000);
const node: fc.Arbitrary<Node> = fc.record({
  box: fc.record(
    {
      x: length,
      y: length,
      width: length,
      height: length,
      name: fc.constantFrom('Card', 'Buy', 'Text', 'Row', ''),
      reacts: fc.boolean(),
    },
    { requiredKeys: ['x', 'y', 'width', 'height'] },
  ),
  parent: fc.option(fc.nat(100)),
  partOf: fc.option(fc.nat(100), { freq: 1 }),
});

interface Input {
  nodes: Node[];
  /** The image stores parents, unlike those of earlier versions. */
  hasParents: boolean;
  hasOwnBox: boolean;
}

function screenOf({ nodes, hasParents, hasOwnBox }: Input): ScreenGeometry {
  const size = { width: 1000, height: 1000 };
  const boxes: Record<string, Box> = hasOwnBox ? { screen: { x: 0, y: 0, ...size } } : {};
  for (const [at, { box, parent, partOf }] of nodes.entries()) {
    const { reacts, ...bare } = box;
    // Half of the parents are the layer before, so that trees are deep.
    const around = parent === null ? null : parent % 2 ? at - 1 : at - 1 - (parent >> 1);
    boxes[`n${at}`] = {
      ...(hasParents && reacts !== undefined ? box : bare),
      ...(hasParents && around !== null && around >= 0 ? { parent: `n${around}` } : {}),
      ...(partOf === null ? {} : { partOf: `n${partOf}` }),
    };
  }
  return { nodeId: 'screen', ...size, origin: { x: 0, y: 0 }, boxes };
}

export const target = fuzzTarget<Input>({
  name: 'layers',
  arbitrary: fc.record({
    nodes: fc.array(node, { maxLength: 14 }),
    hasParents: fc.boolean(),
    hasOwnBox: fc.boolean(),
  }),
  run(input) {
    const screen = screenOf(input);
    const { boxes } = withLayers(screen);
    const naive = naiveLayers(screen);
    for (const [id, { layer, label, parts }] of Object.entries(boxes))
      assert.deepEqual({ layer, label, parts }, naive.get(id) ?? { layer, label, parts }, id);
    assert.deepEqual(Object.keys(boxes).sort(), Object.keys(screen.boxes).sort());
    // Layers that are computed again are computed from the boxes alone.
    assert.deepEqual(withLayers({ ...screen, boxes }).boxes, boxes);
  },
  // Nearly all of them are of the rules computed for each layer alone; layer-steps.test.ts bounds the others.
  allowedSteps: ({ nodes }) => 1000 + 200 * nodes.length ** 3,
  weight: 0.3,
});
