// The answers of the design tool's REST API, as far as they are read (developers.figma.com, file endpoints).
import { z } from 'zod';

const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

const action = z.object({ destinationId: z.string(), navigation: z.string() });
const trigger = z.object({ type: z.string() });
const interaction = z.object({
  trigger: trigger.nullish().catch(null),
  actions: z.array(action.nullable().catch(null)).catch([]),
});

/** Ids of instances nested far deeper than designers do; each box stores the ids of some layers around it. */
const ID_MAX_CHARACTERS = 1000;

/** A node of the document tree. Bounds are null for layers without a position. */
const node = z.object({
  id: z.string().max(ID_MAX_CHARACTERS),
  /** Name that its designer gave the layer. */
  name: z.string().nullish().catch(null),
  type: z.string().catch(''),
  visible: z.boolean().catch(true),
  absoluteBoundingBox: box.nullish().catch(null),
  overflowDirection: z.string().optional().catch(undefined),
  scrollBehavior: z.string().optional().catch(undefined),
  /** Destination of a press on this layer, in the older form and in the newer one. */
  transitionNodeID: z.string().nullish().catch(null),
  interactions: z
    .array(interaction.catch({ trigger: null, actions: [] }))
    .optional()
    .catch([]),
  get children(): z.ZodOptional<z.ZodArray<typeof node>> {
    return z.array(node).optional();
  },
});
export type DesignNode = z.infer<typeof node>;

/** GET /v1/files/:key/nodes?ids=. A node is null if the file does not have it. */
export const nodesAnswer = z.object({
  nodes: z.record(z.string(), z.object({ document: node }).nullable()),
});

/** GET /v1/images/:key?ids=. An image is null if the node did not render. */
export const imagesAnswer = z.object({
  err: z.string().nullish(),
  images: z.record(z.string(), z.url({ protocol: /^https?$/ }).nullable()),
});

/** GET /v1/files/:key?depth=2: pages and the nodes on them. */
export const fileAnswer = z.object({ document: node });
