// Serves the built web app: its files under /static, and a document for every address a person opens.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import { documentOf, viewTokenOf } from '#contract/paths.ts';
import { escapeHtml } from './escape-html.ts';
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

interface PageParts {
  frames: FrameSources;
  /** What a link for viewing shows, by its token; null when it shows nothing. */
  viewTitle: (token: string) => Promise<string | null>;
}

/** @param webRoot folder of the built app. */
export async function servePages(
  app: FastifyInstance,
  webRoot: string,
  { frames: frameSources, viewTitle }: PageParts,
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
  /** Its title is all that a preview of the link shows. */
  const sendViewPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = viewTokenOf(pathOf(request));
    const title = token === null ? null : await viewTitle(token);
    const html = await readFile(join(webRoot, 'view.html'), 'utf8');
    reply.header('content-security-policy', pagePolicy([]));
    reply.header('permissions-policy', permissionsPolicy({ records: false }));
    reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer');
    return reply.type('text/html; charset=utf-8').send(titled(html, title));
  };
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain').send(ROBOTS));
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const document = documentOf(pathOf(request));
    if (document === 'view.html') return await sendViewPage(request, reply);
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

/** Links for viewing are not to be found; those who show a preview of a message may read its title. */
const ROBOTS = [
  ...['facebookexternalhit', 'LinkedInBot', 'Slackbot', 'Twitterbot'].flatMap((name) => [
    `User-agent: ${name}`,
    'Allow: /view/',
    '',
  ]),
  ...['User-agent: *', 'Disallow: /view/', ''],
].join('\n');

function titled(html: string, title: string | null): string {
  if (title === null) return html;
  const text = escapeHtml(title);
  const tags = `<title>${text}</title>\n    <meta property="og:title" content="${text}" />`;
  return html.replace(/<title>[^<]*<\/title>/, () => tags);
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
