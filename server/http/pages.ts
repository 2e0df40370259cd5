// Serves the built web app: its files under /static, and a document for every address a person opens.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import { documentOf } from '#contract/paths.ts';
import { pagePolicy, participantPageId, permissionsPolicy } from './security-headers.ts';

/** File names under static/ carry a hash of their content. */
const IMMUTABLE_SECONDS = 31_536_000;

/** Addresses that a person may open and a program may call: `Accept` decides. */
const sharedAddress = /^\/api\/tests\/[^/]+(\/[^/]+\/[^/]+\/[^/]+\/[^/]+)?\/?$/;
/** Addresses of calls alone. */
const callAddress = /^\/(api|auth|stand-in-issuer|static)(\/|$)/;

/** Which origins the pages may frame. */
interface FrameSources {
  /** The creator's: prototypes of the configured design tools, to record routes to a goal. */
  creator: readonly string[];
  /** A participant's, by the share id: its test's prototype or page. */
  participant: (uniqueId: string) => Promise<readonly string[]>;
}

/** @param webRoot folder of the built app. */
export async function servePages(
  app: FastifyInstance,
  webRoot: string,
  frameSources: FrameSources,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(webRoot, 'static'),
    prefix: '/static/',
    immutable: true,
    maxAge: IMMUTABLE_SECONDS * 1000,
    // The build leaves `.br` and `.gz` beside the text files (scripts/compress.mjs).
    preCompressed: true,
    decorateReply: false,
  });
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const document = documentOf(pathOf(request));
    const shareId = participantPageId(request.url);
    const creator = document === 'index.html' ? frameSources.creator : [];
    const sources = shareId === null ? creator : await frameSources.participant(shareId);
    reply.header('content-security-policy', pagePolicy(sources));
    reply.header('permissions-policy', permissionsPolicy({ records: shareId !== null }));
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    return reply.send(createReadStream(join(webRoot, document)));
  };
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    if (!sharedAddress.test(path)) return;
    reply.header('vary', 'Accept');
    if (isReading(request) && prefersHtml(request.headers.accept)) {
      return await sendPage(request, reply);
    }
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    if (!isReading(request) || callAddress.test(path)) throw new AppError('not_found');
    return await sendPage(request, reply);
  });
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** True when `Accept` names text/html at least as early in quality as JSON (RFC 9110 section 12.5.1). */
export function prefersHtml(accept: string | undefined): boolean {
  if (!accept) return false;
  const quality = (type: string) => {
    for (const part of accept.toLowerCase().split(',')) {
      const [name, ...parameters] = part.split(';').map((item) => item.trim());
      if (name !== type) continue;
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      return q ? Number(q.slice(2)) : 1;
    }
    return 0;
  };
  const html = quality('text/html');
  return html > 0 && html >= quality('application/json');
}
