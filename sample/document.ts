// The sample's single description: the node tree of every screen. The embed and the REST answers both use it.
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

const action = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('NODE'),
    destinationId: z.string(),
    navigation: z.enum(['NAVIGATE', 'OVERLAY']),
    transition: z.null(),
    preserveScrollPosition: z.boolean(),
  }),
  z.object({ type: z.literal('CLOSE') }),
  z.object({ type: z.literal('BACK') }),
]);

const interaction = z.object({
  trigger: z.object({ type: z.literal('ON_CLICK') }),
  actions: z.array(action).min(1),
});

/** A node as the REST API describes it; `image` and `content` are the sample's own. */
export interface SampleNode {
  id: string;
  name: string;
  type: 'FRAME' | 'TEXT' | 'VECTOR';
  absoluteBoundingBox: z.infer<typeof box>;
  clipsContent?: boolean | undefined;
  overflowDirection?: 'HORIZONTAL_SCROLLING' | undefined;
  scrollBehavior?: 'FIXED' | undefined;
  interactions?: z.infer<typeof interaction>[] | undefined;
  /** Picture of a screen or overlay. */
  image?: string | undefined;
  /** Picture of everything inside a scroller, as wide as its content. */
  content?: { width: number; image: string } | undefined;
  children: SampleNode[];
}

const node: z.ZodType<SampleNode> = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['FRAME', 'TEXT', 'VECTOR']),
  absoluteBoundingBox: box,
  clipsContent: z.boolean().optional(),
  overflowDirection: z.literal('HORIZONTAL_SCROLLING').optional(),
  scrollBehavior: z.literal('FIXED').optional(),
  interactions: z.array(interaction).optional(),
  image: z.string().optional(),
  content: z.object({ width: z.number(), image: z.string() }).optional(),
  get children() {
    return z.array(node);
  },
});

const sampleDocument = z.object({
  name: z.string(),
  startNodeId: z.string(),
  /** Screens, and overlays that open in the middle of a screen. */
  frames: z.array(node),
});
export type SampleDocument = z.infer<typeof sampleDocument>;

/** The file's key, in the form of a real one. */
export const SAMPLE_FILE_KEY = 'LittleFernSamplePlants';
/** Node id of the page that contains the frames, as in every design file. */
export const SAMPLE_PAGE_ID = '0:1';
/** Version of the drawing, like a file's version. */
export const SAMPLE_VERSION = '1';

/** Reads `document.json`, which scripts/draw-sample.mjs writes. */
export function readSampleDocument(): SampleDocument {
  const text = readFileSync(new URL('document.json', import.meta.url), 'utf8');
  return sampleDocument.parse(JSON.parse(text));
}

/** Returns the first node with that name within a node, itself included. */
export function nodeNamed(within: SampleNode, name: string): SampleNode | undefined {
  if (within.name === name) return within;
  for (const child of within.children) {
    const match = nodeNamed(child, name);
    if (match) return match;
  }
  return undefined;
}

/** Returns the node with that id anywhere in the document. */
export function nodeOfId(nodes: readonly SampleNode[], id: string): SampleNode | undefined {
  for (const candidate of nodes) {
    if (candidate.id === id) return candidate;
    const match = nodeOfId(candidate.children, id);
    if (match) return match;
  }
  return undefined;
}
