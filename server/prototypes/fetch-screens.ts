// Fetches images and geometry of a prototype's screens, by two calls for up to 50 of them, because some plans of the
// design tool allow six calls a month.
import { AppError } from '#contract/errors.ts';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { screenId } from '#contract/screens.ts';
import type { ImageReader } from '#server/media/images.ts';
import { downloadImage, readDesignTool } from './design-tool.client.ts';
import { type DesignNode, fileAnswer, imagesAnswer, nodesAnswer } from './design-tool.schema.ts';
import { computeLayersInTurns } from './layer-turns.ts';
import { boxesOf, layerName, type NodeBoxes } from './node-boxes.ts';
import type { KnownPrototype } from './prototype-hosts.ts';
import type { ReadablePrototype } from './tool-access.ts';

/** One screen: its PNG in the screen's own coordinates, and the positions of its nodes. */
export interface FetchedScreen {
  nodeId: string;
  /** The layer's name, or null if a browser took the image or the layer has no visible name. */
  name: string | null;
  png: Uint8Array;
  /** Size of the image in pixels, which is smaller than the node if the tool scaled a large image down. */
  width: number;
  height: number;
  /** Corner of the image in the screen's own coordinates. */
  origin: { x: number; y: number };
  /** Boxes in canvas pixels, with their layers. The screen's own box is `boxes[nodeId]`. */
  boxes: NodeBoxes;
  /** Nodes that the prototype navigates to from this screen. */
  leadsTo: string[];
}

/** A screen without an image, and the reason. */
export interface MissingScreen {
  nodeId: string;
  /** The node is not in the file; it is invisible or empty; or its image could not be downloaded or read. */
  reason: 'unknown_node' | 'not_rendered' | 'no_image';
}

/** Most ids of one call, because rendering more exceeds the tool's time-out. */
const IDS_PER_CALL = 50;
/** Number of simultaneous downloads, because each image may take 40 MB of memory. */
const DOWNLOADS_AT_ONCE = 4;

/**
 * Fetches screens and reports those without an image with the reason.
 * @throws AppError prototype_unavailable if the API rejects the call, with its Retry-After
 */
export async function fetchScreens(
  { images }: { images: ImageReader },
  prototype: ReadablePrototype,
  nodeIds: readonly string[],
): Promise<{ screens: FetchedScreen[]; missing: MissingScreen[] }> {
  const screens: FetchedScreen[] = [];
  const missing: MissingScreen[] = [];
  for (const ids of batches([...new Set(nodeIds)], IDS_PER_CALL)) {
    const trees = await readTrees(prototype, { ids });
    // The tool rejects the whole image call if the file does not have one of the ids.
    const existingIds = ids.filter((id) => trees[id]);
    const addresses = existingIds.length > 0 ? await readAddresses(prototype, existingIds) : {};
    for (const some of batches(ids, DOWNLOADS_AT_ONCE)) {
      const read = some.map((id) =>
        readScreen(images, prototype, { nodeId: id, tree: trees[id], address: addresses[id] }),
      );
      for (const screen of await Promise.all(read)) {
        if ('png' in screen) screens.push(screen);
        else missing.push(screen);
      }
    }
  }
  return { screens, missing };
}

async function readScreen(
  images: ImageReader,
  { host, fileKey }: KnownPrototype,
  answer: { nodeId: string; tree: DesignNode | undefined; address: string | null | undefined },
): Promise<FetchedScreen | MissingScreen> {
  const { nodeId, tree, address } = answer;
  if (!tree) return { nodeId, reason: 'unknown_node' };
  if (!address) return { nodeId, reason: 'not_rendered' };
  const png = await downloadImage(host, address).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  const size = png && (await images.readPng(png, { group: fileKey }));
  if (!size || 'reason' in size) return { nodeId, reason: 'no_image' };
  const origin = { x: 0, y: 0 };
  const geometry = { nodeId, ...size, origin, boxes: boxesOf(tree) };
  return {
    ...geometry,
    name: layerName(tree, NAME_MAX_CHARACTERS),
    png,
    boxes: await computeLayersInTurns(geometry),
    leadsTo: leadsTo(tree),
  };
}

/** Reads the addresses of images, each exactly as large as its node (`use_absolute_bounds`). */
async function readAddresses(
  prototype: ReadablePrototype,
  ids: readonly string[],
): Promise<Record<string, string | null>> {
  const query = queryOf(prototype, {
    ids: ids.join(','),
    format: 'png',
    scale: '1',
    use_absolute_bounds: 'true',
  });
  const path = `/v1/images/${prototype.fileKey}?${query}`;
  const { err, images } = await readDesignTool(prototype.access, path, imagesAnswer);
  if (err) {
    const message = `${prototype.host.name} did not render: ${err}`;
    throw new AppError('prototype_unavailable', { message });
  }
  return images;
}

async function readTrees(
  prototype: ReadablePrototype,
  { ids, depth }: { ids: readonly string[]; depth?: number },
): Promise<Record<string, DesignNode>> {
  const query = queryOf(prototype, {
    ids: ids.join(','),
    ...(depth === undefined ? {} : { depth: String(depth) }),
  });
  const path = `/v1/files/${prototype.fileKey}/nodes?${query}`;
  const { nodes } = await readDesignTool(prototype.access, path, nodesAnswer);
  const entries = Object.entries(nodes).flatMap(([id, node]) =>
    node ? [[id, node.document]] : [],
  );
  return Object.fromEntries(entries);
}

/** Returns the query of a call. A pinned version makes images match the screens that participants saw. */
function queryOf({ versionId }: KnownPrototype, parameters: Record<string, string>): string {
  const version = versionId ? { version: versionId } : {};
  return new URLSearchParams({ ...parameters, ...version }).toString();
}

/** Types of nodes that can be presented. */
const SCREEN_TYPES: ReadonlySet<string> = new Set(['FRAME', 'COMPONENT', 'INSTANCE']);
/** Levels of nested sections that are read. */
const SECTION_DEPTH = 3;

/** A frame of a file. */
export interface ListedScreen {
  nodeId: string;
  /** The layer's name, or null if it has no visible name. */
  name: string | null;
}

/**
 * Lists every frame on a file's pages and in their sections, in the order of the file. Makes one call, and a second one
 * if there are sections.
 * @throws AppError prototype_unavailable
 */
export async function listScreens(prototype: ReadablePrototype): Promise<ListedScreen[]> {
  const path = `/v1/files/${prototype.fileKey}?${queryOf(prototype, { depth: '2' })}`;
  const { document } = await readDesignTool(prototype.access, path, fileAnswer);
  const nodes = (document.children ?? []).flatMap((page) => page.children ?? []);
  const screens = screensAmong(nodes.filter(({ type }) => type !== 'SECTION'));
  const sections = nodes.filter(({ type, visible }) => visible && type === 'SECTION');
  if (sections.length === 0) return screens;
  const ids = sections.map(({ id }) => id);
  const trees = Object.values(await readTrees(prototype, { ids, depth: SECTION_DEPTH }));
  return [...screens, ...screensAmong(trees)];
}

/** Returns the frames among nodes, including those in sections. */
function screensAmong(nodes: readonly DesignNode[]): ListedScreen[] {
  return nodes
    .filter(({ visible }) => visible)
    .flatMap((node) => {
      if (node.type === 'SECTION') return screensAmong(node.children ?? []);
      return SCREEN_TYPES.has(node.type)
        ? [{ nodeId: node.id, name: layerName(node, NAME_MAX_CHARACTERS) }]
        : [];
    });
}

function batches<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, at) => all.slice(at * size, (at + 1) * size));
}

// Finds the nodes that presses in a screen's node tree lead to, which are the screens that a participant can reach
// next.

/** Actions that present another frame or overlay. Scrolling and changes of a variant stay on the screen. */
const presenting: ReadonlySet<string> = new Set(['NAVIGATE', 'SWAP', 'OVERLAY']);
/** A screen has dozens of links at most; hundreds are a menu of a whole catalogue. */
const DESTINATIONS_MAX = 500;

/** Returns node ids in the order of the layers, each once. */
function leadsTo(screen: DesignNode): string[] {
  const destinations = new Set<string>();
  const nodes = [screen];
  for (let node = nodes.pop(); node && destinations.size < DESTINATIONS_MAX; node = nodes.pop()) {
    for (const id of destinationsOf(node)) {
      const read = screenId.safeParse(id);
      if (read.success) destinations.add(read.data);
    }
    nodes.push(...(node.children ?? []).toReversed());
  }
  return [...destinations].slice(0, DESTINATIONS_MAX);
}

function destinationsOf({ transitionNodeID, interactions = [] }: DesignNode): string[] {
  const actions = interactions.flatMap((interaction) => interaction.actions);
  const newer = actions.flatMap((one) =>
    one && presenting.has(one.navigation) ? [one.destinationId] : [],
  );
  return transitionNodeID ? [transitionNodeID, ...newer] : newer;
}
