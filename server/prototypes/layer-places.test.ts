// Names of presses on layers of the sample prototype.
import { expect, it } from 'vitest';
import { ScreenLayers } from '#insight/layers.ts';
import { readSampleDocument } from '#sample/document.ts';
import { nodesAnswer } from './design-tool.schema.ts';
import { boxesOf } from './node-boxes.ts';

const { frames } = readSampleDocument();

function layersOf(screen: string): ScreenLayers {
  const frame = frames.find(({ name }) => name === screen);
  const { nodes } = nodesAnswer.parse({ nodes: { it: { document: frame } } });
  const tree = nodes.it?.document;
  if (!tree?.absoluteBoundingBox) throw new Error(`the sample has no screen ${screen}`);
  const { width, height } = tree.absoluteBoundingBox;
  return new ScreenLayers({
    nodeId: tree.id,
    width,
    height,
    origin: { x: 0, y: 0 },
    boxes: boxesOf(tree),
  });
}

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
])('on %s, %s has its own name or that of the thing it is in', (screen, _what, id, name) => {
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
