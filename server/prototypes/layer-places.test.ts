// Names of presses on layers of the sample prototype.
import { describe, expect, it } from 'vitest';
import { withLayers } from '#insight/layer-rules.ts';
import { ScreenLayers } from '#insight/layers.ts';
import { readSampleDocument, type SampleNode } from '#sample/document.ts';
import { nodesAnswer } from './design-tool.schema.ts';
import { boxesOf } from './node-boxes.ts';

const { frames } = readSampleDocument();

function frameNamed(screen: string): SampleNode {
  const frame = frames.find(({ name }) => name === screen);
  if (!frame) throw new Error(`the sample has no screen ${screen}`);
  return frame;
}

function layersOf(screen: string, frame = frameNamed(screen)): ScreenLayers {
  const { nodes } = nodesAnswer.parse({ nodes: { it: { document: frame } } });
  const tree = nodes.it?.document;
  if (!tree?.absoluteBoundingBox) throw new Error(`the sample has no screen ${screen}`);
  const { width, height } = tree.absoluteBoundingBox;
  return new ScreenLayers(
    withLayers({
      nodeId: tree.id,
      width,
      height,
      origin: { x: 0, y: 0 },
      boxes: boxesOf(tree),
    }),
  );
}

it('has no circle of parents where an id occurs twice', () => {
  const size = { width: 100, height: 100 };
  const layer = (id: string, children: object[] = []) => ({
    ...{ id, name: id, type: 'FRAME', absoluteBoundingBox: { x: 0, y: 0, ...size }, children },
  });
  const screen = layer('1:1', [layer('1:2', [layer('1:3', [layer('1:2', [layer('1:1')])])])]);
  const { nodes } = nodesAnswer.parse({ nodes: { it: { document: screen } } });
  const boxes = nodes.it ? boxesOf(nodes.it.document) : {};
  const parents = Object.entries(boxes).map(([id, { parent }]) => [id, parent]);
  expect(parents).toEqual([
    ['1:1', undefined],
    ['1:2', undefined],
    ['1:3', '1:2'],
  ]);
});

it.each([
  ['All plants', 'the picture in a card', '3:49', 'Snake plant'],
  ['All plants', 'the price in a card', '3:51', 'Snake plant'],
  ['All plants', 'an icon of a button', '3:9', 'Search'],
  ['All plants', 'a button', '3:14', 'Sort'],
  ['All plants', 'a text in a list of texts', '3:132', 'Returns'],
  ['All plants', 'a text on the screen', '3:12', 'All plants'],
  ['All plants', 'a card', '3:47', 'Snake plant'],
  ['All plants', 'one of two layers of a name', '3:133', 'Footer › Care guides'],
  ['Light finder', 'the picture of a card that does not react', '4:24', 'Some'],
  ['Light finder', 'the frame of that picture', '4:23', 'Some'],
  ['Light finder', 'the text of that card', '4:26', 'Some'],
  ['Light finder', 'the icon in that card', '4:28', 'Some'],
  ['Light finder', 'that card itself, a seventh of the screen', '4:22', 'Some'],
  ['Light finder', 'another card', '4:17', 'Plenty'],
  ['Light finder', 'a heading of the name of a link', '4:12', 'Light finder'],
  ['Light finder', 'that link', '4:5', 'Top bar › Light finder'],
  ['Home', 'the picture of a card that does not react', '2:36', 'Half shade'],
])('on %s, %s has its own name or that of the thing it is in', (screen, ...[, id, name]) => {
  const layers = layersOf(screen);
  const pressed = layers.pressedLayer(id, false);
  expect(pressed && layers.labelOf(pressed)).toBe(name);
});

it.each([
  ['the card that reacts', '4:29'],
  ['the picture in it', '4:31'],
  ['its heading', '4:32'],
])('on Light finder, %s is the card', (_what, id) => {
  const layers = layersOf('Light finder');
  expect(layers.pressedLayer(id, true)).toBe('4:29');
  expect(layers.labelOf('4:29')).toBe('Hardly any');
});

type Box = SampleNode['absoluteBoundingBox'];

/** Returns a layer and all in it, moved and scaled from one box to another. */
function fitted(node: SampleNode, from: Box, to: Box): SampleNode {
  const { x, y, width, height } = node.absoluteBoundingBox;
  const [across, down] = [to.width / from.width, to.height / from.height];
  const absoluteBoundingBox = {
    x: to.x + (x - from.x) * across,
    y: to.y + (y - from.y) * down,
    width: width * across,
    height: height * down,
  };
  const children = node.children.map((child) => fitted(child, from, to));
  return { ...node, absoluteBoundingBox, children };
}

/** The screen Light finder on a desktop's frame of 1440 px, each card 15 % of it. */
function desktopFrame(): SampleNode {
  const frame = frameNamed('Light finder');
  const from = frame.absoluteBoundingBox;
  return fitted(frame, from, { x: 0, y: 0, width: 1440, height: 900 });
}

/** The same screen on a phone's frame of 375 px: cards below each other, each 22 % of it. */
function phoneFrame(): SampleNode {
  const frame = frameNamed('Light finder');
  const cards = ['Plenty', 'Some', 'Hardly any'];
  const children = frame.children.map((child) => {
    const row = cards.indexOf(child.name);
    const at = row === -1 || child.type !== 'FRAME' ? null : { x: 16, y: 200 + row * 260 };
    const box = child.absoluteBoundingBox;
    return fitted(child, box, { ...(at ?? { x: 16, y: 20 }), width: 343, height: at ? 244 : 40 });
  });
  return { ...frame, absoluteBoundingBox: { x: 0, y: 0, width: 375, height: 1000 }, children };
}

describe.each([
  ['1440 px', desktopFrame()],
  ['375 px', phoneFrame()],
])('on Light finder of %s', (_width, frame) => {
  const layers = layersOf('Light finder', frame);
  it.each([
    ['Plenty', ['4:15', '4:16', '4:17', '4:18', '4:19', '4:20', '4:21'], false],
    ['Some', ['4:22', '4:23', '4:24', '4:25', '4:26', '4:27', '4:28'], false],
    ['Hardly any', ['4:29', '4:30', '4:31', '4:32', '4:33', '4:34', '4:35'], true],
  ])('every layer of the card %s is that card', (name, ids, reacted) => {
    const pressed = ids.map((id) => layers.pressedLayer(id, reacted));
    expect(new Set(pressed)).toEqual(new Set([ids[0]]));
    expect(layers.labelOf(ids[0] ?? '')).toBe(name);
    const card = layers.boxOf(ids[0] ?? '') ?? { width: 0, height: 0 };
    const { width, height } = frame.absoluteBoundingBox;
    expect(card.width * card.height).toBeGreaterThan((width * height) / 8);
  });
});
