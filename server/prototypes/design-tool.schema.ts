// What the design tool's REST API answers, as far as we read it (developers.figma.com, file endpoints).
import { z } from 'zod';

const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** One node of a design with its children; unknown fields are left out. */
export interface DesignNode {
  id: string;
  type?: string | undefined;
  absoluteBoundingBox?: z.infer<typeof box> | null | undefined;
  overflowDirection?: string | undefined;
  scrollBehavior?: string | undefined;
  children?: DesignNode[] | undefined;
}

const node: z.ZodType<DesignNode> = z.object({
  id: z.string(),
  type: z.string().optional(),
  absoluteBoundingBox: box.nullish(),
  overflowDirection: z.string().optional(),
  scrollBehavior: z.string().optional(),
  get children() {
    return z.array(node).optional();
  },
});

/** GET /v1/files/:key/nodes?ids= */
export const nodesAnswer = z.object({
  nodes: z.record(z.string(), z.object({ document: node }).nullable()),
});

/** GET /v1/images/:key?ids=; null: the node did not render. */
export const imagesAnswer = z.object({
  err: z.unknown().optional(),
  images: z.record(z.string(), z.url({ protocol: /^https?$/ }).nullable()),
});

/** GET /v1/files/:key?depth=2: pages and what stands on them. */
export const fileAnswer = z.object({
  document: z.object({
    children: z.array(z.object({ children: z.array(node).optional() })),
  }),
});
