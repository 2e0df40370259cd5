// What the design tool's REST API answers, as far as we read it (developers.figma.com, file endpoints).
import { z } from 'zod';

const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** A node of the document tree. Bounds are null for layers without a place of their own. */
const node = z.object({
  id: z.string(),
  type: z.string().catch(''),
  visible: z.boolean().catch(true),
  absoluteBoundingBox: box.nullish().catch(null),
  overflowDirection: z.string().optional().catch(undefined),
  scrollBehavior: z.string().optional().catch(undefined),
  get children(): z.ZodOptional<z.ZodArray<typeof node>> {
    return z.array(node).optional();
  },
});
export type DesignNode = z.infer<typeof node>;

/** GET /v1/files/:key/nodes?ids=; null: the file has no such node. */
export const nodesAnswer = z.object({
  nodes: z.record(z.string(), z.object({ document: node }).nullable()),
});

/** GET /v1/images/:key?ids=; null: the node did not render. */
export const imagesAnswer = z.object({
  err: z.string().nullish(),
  images: z.record(z.string(), z.url({ protocol: /^https?$/ }).nullable()),
});

/** GET /v1/files/:key?depth=2: pages and what stands on them. */
export const fileAnswer = z.object({ document: node });
