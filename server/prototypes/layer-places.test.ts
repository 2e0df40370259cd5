// Names of presses on layers of the sample prototype.
import { expect, it } from 'vitest';
import { readSampleDocument } from '#sample/document.ts';
import { nodesAnswer } from './design-tool.schema.ts';
import { boxesOf } from './node-boxes.ts';

const { frames } = readSampleDocument();

/** Returns the name of a press on a layer of the sample. */
function placeName(screen: string, layerId: string): string | undefined {
  const frame = frames.find(({ name }) => name === screen);
  const { nodes } = nodesAnswer.parse({ nodes: { it: { document: frame } } });
  const boxes = nodes.it ? boxesOf(nodes.it.document) : {};
  const layer = boxes[layerId];
  return boxes[layer?.partOf ?? layerId]?.name;
}

it.each([
  ['the picture in a card', '3:49', 'Snake plant'],
  ['the price in a card', '3:51', 'Snake plant'],
  ['an icon of a button', '3:9', 'Search'],
  ['a button', '3:14', 'Sort'],
  ['a text in a list of texts', '3:132', 'Returns'],
  ['a text on the screen', '3:12', 'All plants'],
  ['a card', '3:47', 'Snake plant'],
])('%s has its own name or that of the thing it is in', (_what, id, name) => {
  expect(placeName('All plants', id)).toBe(name);
});
