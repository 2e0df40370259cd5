// Images and geometry of a prototype's screens: two calls for any number of them, for some plans of
// the design tool allow six a month.

import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { nodeBox } from '#contract/screens.ts';
import { readPng } from '#server/media/png.ts';
import { askDesignTool, downloadImage } from './design-tool.client.ts';
import { type DesignNode, fileAnswer, imagesAnswer, nodesAnswer } from './design-tool.schema.ts';
import type { KnownPrototype } from './prototype-host.ts';

export type NodeBoxes = Record<string, z.infer<typeof nodeBox>>;

/** One screen: its PNG in the screen's own coordinate space, and where its nodes lie. */
export interface FetchedScreen {
  nodeId: string;
  png: Uint8Array;
  /** Image pixels. */
  width: number;
  height: number;
  /** Canvas pixels; empty when the tool did not tell. */
  boxes: NodeBoxes;
}

/** Deeper than any design; a bound for what is kept of one screen. */
const BOXES_MAX = 20_000;

/**
 * Fetches screens; one that the tool does not render is left out.
 * `use_absolute_bounds` makes an image exactly as large as its node, whatever its effects.
 * @throws AppError prototype_unavailable
 */
export async function fetchScreens(
  prototype: KnownPrototype,
  nodeIds: readonly string[],
): Promise<FetchedScreen[]> {
  const query = new URLSearchParams({ ids: nodeIds.join(',') });
  if (prototype.versionId) query.set('version', prototype.versionId);
  const { host, fileKey } = prototype;
  const imageQuery = `${query}&format=png&scale=1&use_absolute_bounds=true`;
  const { images } = await askDesignTool(host, `/v1/images/${fileKey}?${imageQuery}`, imagesAnswer);
  const trees = await readTrees(prototype, query);
  const screens: FetchedScreen[] = [];
  for (const nodeId of nodeIds) {
    const address = images[nodeId];
    if (!address) continue;
    const png = await downloadImage(address);
    const size = await readPng(png);
    if ('reason' in size) continue;
    const tree = trees[nodeId]?.document;
    screens.push({ nodeId, png, ...size, boxes: tree ? boxesOf(tree) : {} });
  }
  return screens;
}

/** Without geometry an image is still right for clicks that name the screen itself. */
async function readTrees({ host, fileKey }: KnownPrototype, query: URLSearchParams) {
  try {
    return (await askDesignTool(host, `/v1/files/${fileKey}/nodes?${query}`, nodesAnswer)).nodes;
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
}

function boxesOf(root: DesignNode): NodeBoxes {
  const boxes: NodeBoxes = {};
  const pending = [root];
  for (let count = 0; count < BOXES_MAX; count += 1) {
    const node = pending.pop();
    if (!node) break;
    pending.push(...(node.children ?? []));
    if (!node.absoluteBoundingBox) continue;
    boxes[node.id] = {
      ...node.absoluteBoundingBox,
      ...(node.overflowDirection ? { overflow: node.overflowDirection } : {}),
      ...(node.scrollBehavior ? { scroll: node.scrollBehavior } : {}),
    };
  }
  return boxes;
}

const SCREEN_TYPES = new Set(['FRAME', 'COMPONENT', 'INSTANCE']);

/** Node ids of everything on a file's pages that can be presented. @throws AppError prototype_unavailable */
export async function listScreens({ host, fileKey, versionId }: KnownPrototype): Promise<string[]> {
  const query = new URLSearchParams({ depth: '2' });
  if (versionId) query.set('version', versionId);
  const { document } = await askDesignTool(host, `/v1/files/${fileKey}?${query}`, fileAnswer);
  return document.children
    .flatMap((page) => page.children ?? [])
    .filter((node) => SCREEN_TYPES.has(node.type ?? ''))
    .map((node) => node.id);
}
