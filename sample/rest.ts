// The sample's image API: the part of the design tool's REST API that screen images need.
import { type Answer, json, refusal } from './answers.ts';
import {
  nodeOfId,
  SAMPLE_FILE_KEY,
  SAMPLE_PAGE_ID,
  SAMPLE_VERSION,
  type SampleDocument,
  type SampleNode,
} from './document.ts';
import { SCALE_MAX } from './pictures.ts';

export interface RestRequest {
  path: string;
  query: URLSearchParams;
  /** The `X-Figma-Token` header. */
  token: string | undefined;
  /** Origin that serves the image files. */
  origin: string;
}

/** Number of calls before 429, to test a rejected call. Absent for no limit. */
export interface RestLimit {
  calls: number;
  retryAfterSeconds: number;
}

/** The invented owner of the token. */
const SAMPLE_PERSON = { id: '1', handle: 'Sample', email: 'sample@example.com' };
/** The drawing has no placed images. */
const NO_IMAGE_FILLS = { error: false, status: 200, meta: { images: {} } };

/** Smallest `scale` of an image. */
const SCALE_MIN = 0.01;

/** Answers one call, or returns null if the path does not belong to the API. */
export class SampleRest {
  readonly #document: SampleDocument;
  readonly #token: string | undefined;
  readonly #limit: RestLimit | undefined;
  #calls = 0;

  /** @param options `token` is the only accepted one; without it, any that is not empty is */
  constructor(document: SampleDocument, options: { token?: string; limit?: RestLimit }) {
    this.#document = document;
    this.#token = options.token;
    this.#limit = options.limit;
  }

  answer(request: RestRequest): Answer | null {
    if (request.path === '/v1/me') return this.#refuse(request) ?? json(SAMPLE_PERSON);
    const call = /^\/v1\/(files|images)\/([^/]+)(\/nodes|\/images)?$/.exec(request.path);
    if (!call) return null;
    const refused = this.#refuse(request, call[2]);
    if (refused) return refused;
    if (call[1] === 'images') return this.#images(request);
    if (call[3] === '/images') return json(NO_IMAGE_FILLS);
    return call[3] ? this.#nodes(request) : this.#file(request);
  }

  #refuse({ token }: RestRequest, key = SAMPLE_FILE_KEY): Answer | null {
    if (!token || (this.#token !== undefined && token !== this.#token)) {
      return refusal(403, 'Invalid token');
    }
    this.#calls += 1;
    if (this.#limit && this.#calls > this.#limit.calls) {
      const retryAfter = String(this.#limit.retryAfterSeconds);
      const headers = { 'retry-after': retryAfter, 'x-figma-rate-limit-type': 'low' };
      return refusal(429, 'Rate limit exceeded', headers);
    }
    return key === SAMPLE_FILE_KEY ? null : refusal(404, 'Not found');
  }

  #file({ query }: RestRequest): Answer {
    const depth = readDepth(query);
    if (depth === 'bad') return refusal(400, 'Invalid depth');
    const { frames, startNodeId } = this.#document;
    const canvas = {
      id: SAMPLE_PAGE_ID,
      name: 'Shop',
      type: 'CANVAS',
      flowStartingPoints: [{ nodeId: startNodeId, name: 'Flow 1' }],
      children: depth === 1 ? [] : frames.map((frame) => published(frame, depth - 2)),
    };
    const root = { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [canvas] };
    return json({ ...this.#about(), document: root });
  }

  #nodes({ query }: RestRequest): Answer {
    const ids = readIds(query);
    const depth = readDepth(query);
    if (!ids || depth === 'bad') return refusal(400, 'Invalid ids or depth');
    const nodes = ids.map((id) => {
      const node = nodeOfId(this.#document.frames, id);
      return [id, node ? { document: published(node, depth) } : null];
    });
    return json({ ...this.#about(), nodes: Object.fromEntries(nodes) });
  }

  /** Renders frames. Other nodes have no image, which the tool reports as null. */
  #images({ query, origin }: RestRequest): Answer {
    const ids = readIds(query);
    const scale = Number(query.get('scale') ?? 1);
    const isScale = scale >= SCALE_MIN && scale <= SCALE_MAX;
    if (!ids || !isScale || (query.get('format') ?? 'png') !== 'png') {
      return refusal(400, 'Invalid ids, scale or format');
    }
    const images = ids.map((id) => {
      const image = this.#document.frames.find((frame) => frame.id === id)?.image;
      return [
        id,
        image ? `${origin}/pictures/${image}${scale === 1 ? '' : `?scale=${scale}`}` : null,
      ];
    });
    return json({ err: null, images: Object.fromEntries(images) });
  }

  #about() {
    const { name } = this.#document;
    return { name, version: SAMPLE_VERSION, editorType: 'figma', role: 'viewer' };
  }
}

/** Returns a node without the sample's own fields, with its children down to a depth. */
function published(node: SampleNode, depth: number): Record<string, unknown> {
  const { image: _image, content: _content, children, ...fields } = node;
  const inner = depth > 0 ? children.map((child) => published(child, depth - 1)) : [];
  return { ...fields, scrollBehavior: fields.scrollBehavior ?? 'SCROLLS', children: inner };
}

function readDepth(query: URLSearchParams): number | 'bad' {
  const text = query.get('depth');
  if (text === null) return Number.POSITIVE_INFINITY;
  return /^[1-9]\d*$/.test(text) ? Number(text) : 'bad';
}

function readIds(query: URLSearchParams): string[] | null {
  const ids = (query.get('ids') ?? '').split(',').filter(Boolean);
  return ids.length > 0 ? ids : null;
}
