// Answers the calls of links for viewing, and takes the token out of the address of their page.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import type { ViewLinkId } from '#contract/ids.ts';
import { VIEW_OPEN_RATE } from '#contract/limits.ts';
import type { Parts } from '#server/parts.ts';
import { authorizeTest } from '#server/platform/access/authorized.ts';
import { countedAddress } from '#server/platform/http/client-address.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { requireLinkCookie } from './permit-visitor.ts';
import { listUnplayableClips } from './unplayable-clips.service.ts';
import { hasViewCookie, LINK_COOKIE, setViewCookie, VIEW_COOKIE } from './view-cookies.ts';
import {
  createViewLink,
  endViewLink,
  findLinkByToken,
  openView,
  readViewLinkAddress,
  stateOfView,
  viewLinksOf,
} from './view-links.service.ts';

export function viewLinkHandlers(parts: Parts): HandlersOf<'viewLinks'> {
  return {
    list: ({ caller }) => viewLinksOf(parts, { workspaceId: caller.workspaceId }),
    ofTest: async ({ caller, params }) =>
      viewLinksOf(parts, await authorizeTest(parts.db, caller, { testId: params.id })),
    unplayable: async ({ caller, params, query }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      return { clips: await listUnplayableClips(parts, { test, who: caller }, query) };
    },
    create: async ({ caller, params, body, request }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      const address = countedAddress(request.ip);
      return await createViewLink(parts, { test, who: caller, address }, body);
    },
    address: ({ caller, params }) => readViewLinkAddress(parts, caller, params.viewLinkId),
    revoke: async ({ caller, params }) => {
      await endViewLink(parts, caller, params.viewLinkId);
      return { message: 'This link has ended.' };
    },
  };
}

export function viewHandlers(parts: Parts): HandlersOf<'views'> {
  return {
    exchange: async ({ body, reply }) => {
      const link = await findLinkByToken(parts, body.token);
      setViewCookie(parts, reply, { cookie: LINK_COOKIE, link });
      return { _id: link.id };
    },
    open: async ({ params, body, request, reply }) => {
      const link = await requireLinkCookie(parts, request, params.viewLinkId);
      const isOpen = hasViewCookie(parts, request, { cookie: VIEW_COOKIE, link });
      const address = countedAddress(request.ip);
      const view = await openView(parts, link, { password: body.password, isOpen, address });
      // An existing cookie is not extended: after its hours the password is required again.
      if (!isOpen) setViewCookie(parts, reply, { cookie: VIEW_COOKIE, link });
      reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer');
      return view;
    },
    state: ({ caller }) => stateOfView(parts, caller),
  };
}

/**
 * Exchanges the token in a page's address for the link's cookie.
 * @returns the link's id, or null if it has ended or the address opened too many: the page repeats the call and
 * shows the error
 */
export async function exchangeOnPage(
  parts: Parts,
  token: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<ViewLinkId | null> {
  try {
    await parts.rates.count('views.exchange', countedAddress(request.ip), VIEW_OPEN_RATE);
    const link = await findLinkByToken(parts, token);
    setViewCookie(parts, reply, { cookie: LINK_COOKIE, link });
    return link.id;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
