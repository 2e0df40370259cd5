// Images and geometry of a prototype's screens: two calls for any number of them, for some plans of
// the design tool allow six a month.
import { AppError } from '#contract/errors.ts';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { screenId } from '#contract/screens.ts';
import type { ImageReader } from '#server/media/images.ts';
import { askDesignTool, downloadImage } from './design-tool.client.ts';
import { type DesignNode, fileAnswer, imagesAnswer, nodesAnswer } from './design-tool.schema.ts';
import { layerName } from './layer-name.ts';
import { boxesOf, type NodeBoxes } from './node-boxes.ts';
import type { KnownPrototype } from './prototype-hosts.ts';
import type { ReadablePrototype } from './tool-access.ts';

/** One screen: its PNG in the screen's own coordinate space, and where its nodes lie. */
export interface FetchedScreen {
  nodeId: string;
  /** The layer's name; null: a browser took the image, or there is none to show. */
  name: string | null;
  png: Uint8Array;
  /** Image pixels; fewer than the node's own when the tool scaled a large image down. */
  width: number;
  height: number;
  /** Corner of the image in the screen's own coordinates. */
  origin: { x: number; y: number };
  /** Canvas pixels; the screen's own box is `boxes[nodeId]`. */
  boxes: NodeBoxes;
  /** Nodes that the prototype goes to from here. */
  leadsTo: string[];
}

/** Why a screen has no image. */
export interface MissingScreen {
  nodeId: string;
  /** Not in the file; in it, but invisible or empty; or its image could not be had or read. */
  reason: 'unknown_node' | 'not_rendered' | 'no_image';
}

/** Ids in one call: rendering more runs into the tool's time-out. */
const IDS_PER_CALL = 50;
/** Images on their way at a time: each may take 40 MB of memory. */
const DOWNLOADS_AT_ONCE = 4;

/**
 * Fetches screens; the ones without an image are reported with the reason.
 * @throws AppError prototype_unavailable when the API refuses, with its Retry-After
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
    // One id that the file does not have makes the tool refuse the whole image call.
    const known = ids.filter((id) => trees[id]);
    const addresses = known.length > 0 ? await readAddresses(prototype, known) : {};
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
  { host }: KnownPrototype,
  found: { nodeId: string; tree: DesignNode | undefined; address: string | null | undefined },
): Promise<FetchedScreen | MissingScreen> {
  const { nodeId, tree, address } = found;
  if (!tree) return { nodeId, reason: 'unknown_node' };
  if (!address) return { nodeId, reason: 'not_rendered' };
  const png = await downloadImage(host, address).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  const size = png && (await images.readPng(png));
  if (!size || 'reason' in size) return { nodeId, reason: 'no_image' };
  return {
    nodeId,
    name: layerName(tree, NAME_MAX_CHARACTERS),
    png,
    ...size,
    origin: { x: 0, y: 0 },
    boxes: boxesOf(tree),
    leadsTo: leadsTo(tree),
  };
}

/** `use_absolute_bounds` makes an image exactly as large as its node, whatever its effects. */
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
  const { err, images } = await askDesignTool(prototype.access, path, imagesAnswer);
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
  const { nodes } = await askDesignTool(prototype.access, path, nodesAnswer);
  const known = Object.entries(nodes).flatMap(([id, node]) => (node ? [[id, node.document]] : []));
  return Object.fromEntries(known);
}

/** A pinned version keeps images in step with what participants saw. */
function queryOf({ versionId }: KnownPrototype, parameters: Record<string, string>): string {
  const version = versionId ? { version: versionId } : {};
  return new URLSearchParams({ ...parameters, ...version }).toString();
}

/** What can be presented. */
const SCREEN_TYPES: ReadonlySet<string> = new Set(['FRAME', 'COMPONENT', 'INSTANCE']);
/** Sections inside sections, as deep as people nest them. */
const SECTION_DEPTH = 3;

/** A frame of a file. */
export interface ListedScreen {
  nodeId: string;
  /** The layer's; null: there is none to show. */
  name: string | null;
}

/**
 * Every frame on a file's pages and in their sections, in the order of the file. One call; a second one when there
 * are sections.
 * @throws AppError prototype_unavailable
 */
export async function listScreens(prototype: ReadablePrototype): Promise<ListedScreen[]> {
  const path = `/v1/files/${prototype.fileKey}?${queryOf(prototype, { depth: '2' })}`;
  const { document } = await askDesignTool(prototype.access, path, fileAnswer);
  const nodes = (document.children ?? []).flatMap((page) => page.children ?? []);
  const screens = screensAmong(nodes.filter(({ type }) => type !== 'SECTION'));
  const sections = nodes.filter(({ type, visible }) => visible && type === 'SECTION');
  if (sections.length === 0) return screens;
  const ids = sections.map(({ id }) => id);
  const trees = Object.values(await readTrees(prototype, { ids, depth: SECTION_DEPTH }));
  return [...screens, ...screensAmong(trees)];
}

/** Frames among nodes; sections are looked into. */
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

// A screen's node tree → the nodes that presses in it lead to: what a participant can see by clicking on.

/** These present another frame or overlay; scrolling and changes of a variant stay on the screen. */
const presenting: ReadonlySet<string> = new Set(['NAVIGATE', 'SWAP', 'OVERLAY']);
/** A screen has dozens of links at most; hundreds are a menu of a whole catalogue. */
const DESTINATIONS_MAX = 500;

/** Node ids in the order of the layers, each once. */
function leadsTo(screen: DesignNode): string[] {
  const found = new Set<string>();
  const nodes = [screen];
  for (let node = nodes.pop(); node && found.size < DESTINATIONS_MAX; node = nodes.pop()) {
    for (const id of destinationsOf(node)) {
      const read = screenId.safeParse(id);
      if (read.success) found.add(read.data);
    }
    nodes.push(...(node.children ?? []).toReversed());
  }
  return [...found].slice(0, DESTINATIONS_MAX);
}

function destinationsOf({ transitionNodeID, interactions = [] }: DesignNode): string[] {
  const actions = interactions.flatMap((interaction) => interaction.actions);
  const newer = actions.flatMap((one) =>
    one && presenting.has(one.navigation) ? [one.destinationId] : [],
  );
  return transitionNodeID ? [transitionNodeID, ...newer] : newer;
}
