// Serves the built web app: its files under /static, and a document for every address that a person opens.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import type { ViewLinkId } from '#contract/ids.ts';
import { documentOf, viewPath, viewTokenOf } from '#contract/paths.ts';
import { qualityOf } from './accepted-quality.ts';
import { escapeHtml } from './escape-html.ts';
import { pagePolicy, participantPageId, permissionsPolicy } from './security-headers.ts';

/** Cache time of files under static/, whose names contain a hash of their content. */
const IMMUTABLE_SECONDS = 31_536_000;

/** Addresses that a person may open and a program may call. The header `Accept` decides. */
const sharedAddress = /^\/api\/tests\/[^/]+(\/[^/]+\/[^/]+\/[^/]+\/[^/]+)?\/?$/;
/** Addresses of calls alone. */
const callAddress = /^\/(api|auth|stand-in-issuer|static)(\/|$)/;

/** Origins that the pages may frame. */
interface FrameSources {
  /** Origins on the creator's pages: prototypes of the configured design tools, to record routes to a goal. */
  creator: readonly string[];
  /** A participant's, by the share id: its test's prototype or page. */
  participant: (uniqueId: string) => Promise<readonly string[]>;
}

/** Pages of links for viewing. */
interface ViewPages {
  /** Returns the title of the thing that a link shows, by its token, or null if a preview shows none. */
  titleOf: (token: string) => Promise<string | null>;
  /** Exchanges a token for a cookie. @returns the link's id, or null if the page must explain the refusal */
  exchange: (
    token: string,
    call: { request: FastifyRequest; reply: FastifyReply },
  ) => Promise<ViewLinkId | null>;
}

interface PageParts {
  frames: FrameSources;
  views: ViewPages;
}

/** @param webRoot folder of the built app. */
export async function servePages(
  app: FastifyInstance,
  webRoot: string,
  { frames: frameSources, views }: PageParts,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(webRoot, 'static'),
    prefix: '/static/',
    immutable: true,
    maxAge: IMMUTABLE_SECONDS * 1000,
    // The build leaves `.br` and `.gz` beside the text files (scripts/compress.mjs).
    preCompressed: true,
    decorateReply: false,
    // A build has none; a folder such as .git would be left there by a person.
    dotfiles: 'ignore',
  });
  const sendViewPage = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer');
    const token = viewTokenOf(pathOf(request));
    if (token !== null && leavesTokenBehind(request)) {
      const id = await views.exchange(token, { request, reply });
      const rest = request.url.slice(viewPath(token).length);
      if (id !== null) return reply.redirect(`${viewPath(id)}${rest}`, 303);
    }
    const title = token === null ? null : await views.titleOf(token);
    const html = await readFile(join(webRoot, 'view.html'), 'utf8');
    reply.header('content-security-policy', pagePolicy([]));
    reply.header('permissions-policy', permissionsPolicy({ records: false }));
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
    if (callAddress.test(path)) throw new AppError('not_found');
    return await sendPage(request, reply);
  });
}

/** Programs that show a preview of a link in a message, as they name themselves. */
const PREVIEWERS = ['facebookexternalhit', 'LinkedInBot', 'Slackbot', 'Twitterbot'] as const;

/**
 * Returns whether a browser shows this address to a person, so that its token must leave the address. Previewers
 * store no cookies and follow the redirect to a page without a title, so they get the document at the token's own
 * address. A browser that does not send the header (Fetch Metadata, section 2.3) gets the document too, which
 * exchanges the token by a call.
 */
function leavesTokenBehind({ headers }: FastifyRequest): boolean {
  const program = headers['user-agent'] ?? '';
  if (PREVIEWERS.some((name) => program.includes(name))) return false;
  return headers['sec-fetch-mode'] === 'navigate';
}

/** Rules that exclude links for viewing from search engines. Programs that preview a message may read the title. */
const ROBOTS = [
  ...PREVIEWERS.flatMap((name) => [`User-agent: ${name}`, 'Allow: /view/', '']),
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

/** Returns true if `Accept` prefers text/html to JSON, or equally (RFC 9110 section 12.5.1). */
export function prefersHtml(accept: string | undefined): boolean {
  if (!accept) return false;
  const html = qualityOf(accept, 'text/html');
  return html > 0 && html >= qualityOf(accept, 'application/json');
}
