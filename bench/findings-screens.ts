// The screens of the sample prototype as people meet them: layers, and where a press on each leads.
import { withLayers } from '#insight/layer-rules.ts';
import { ScreenLayers } from '#insight/layers.ts';
import type { ScreenGeometry } from '#insight/place.ts';
import { readSampleDocument, type SampleNode } from '#sample/document.ts';
import { type DesignNode, nodesAnswer } from '#server/prototypes/design-tool.schema.ts';
import { boxesOf } from '#server/prototypes/node-boxes.ts';

export interface Layer {
  id: string;
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Target of a press, or null if nothing reacts. */
  to: string | null;
}

export interface Screen {
  id: string;
  geometry: ScreenGeometry;
  /** Names presses. */
  screenLayers: ScreenLayers;
  /** Layers in drawing order: the last one is on top. */
  layers: Layer[];
}

/** The way back, to the screen before. */
export const BACK = 'back';

/** Screens of the sample with their layers, in pixels of their images. */
export function sampleScreens(): Map<string, Screen> {
  return new Map(readSampleDocument().frames.map((frame) => [frame.id, screenOf(frame)]));
}

function screenOf(frame: SampleNode): Screen {
  const { x, y, width, height } = frame.absoluteBoundingBox;
  const layers: Layer[] = [];
  const add = (node: SampleNode, inherited: string | null) => {
    const to = leadsTo(node) ?? inherited;
    const box = node.absoluteBoundingBox;
    const at = { x: box.x - x, y: box.y - y, width: box.width, height: box.height };
    layers.push({ id: node.id, name: node.name, ...at, to });
    for (const child of node.children) add(child, to);
  };
  for (const child of frame.children) add(child, null);
  const boxes = boxesOf(designNode(frame));
  const geometry = { nodeId: frame.id, width, height, origin: { x: 0, y: 0 }, boxes };
  return { id: frame.id, geometry, screenLayers: new ScreenLayers(withLayers(geometry)), layers };
}

/** Returns the design node that the server would read from the sample's API. */
function designNode(frame: SampleNode): DesignNode {
  const { nodes } = nodesAnswer.parse({ nodes: { screen: { document: frame } } });
  if (!nodes.screen) throw new Error('the sample has a screen that the server does not read');
  return nodes.screen.document;
}

function leadsTo(node: SampleNode): string | null {
  const action = node.interactions?.[0]?.actions[0];
  if (!action) return null;
  return action.type === 'NODE' ? action.destinationId : BACK;
}

/** Returns the next screen on the shortest way to the goal, by screen. */
export function wayTo(goal: string, screens: ReadonlyMap<string, Screen>): Map<string, string> {
  const next = new Map<string, string>();
  const reached = [goal];
  for (const from of reached) {
    for (const { id, layers } of screens.values()) {
      if (id === goal || next.has(id) || !layers.some(({ to }) => to === from)) continue;
      next.set(id, from);
      reached.push(id);
    }
  }
  return next;
}
