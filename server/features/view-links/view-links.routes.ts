// Answers the calls of links for viewing.
import { authorizeTest } from '#server/access/authorized.ts';
import { countedAddress } from '#server/http/client-address.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import { setViewCookie } from '#server/http/view-link.ts';
import type { Parts } from '#server/parts.ts';
import {
  createViewLink,
  endViewLink,
  openView,
  stateOfView,
  viewLinksOf,
} from './view-links.service.ts';

export function viewLinkHandlers(parts: Parts): HandlersOf<'viewLinks'> {
  return {
    list: ({ caller }) => viewLinksOf(parts, { workspaceId: caller.workspaceId }),
    ofTest: async ({ caller, params }) =>
      viewLinksOf(parts, await authorizeTest(parts.db, caller, { testId: params.id })),
    create: async ({ caller, params, body }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      return await createViewLink(parts, { test, who: caller }, body);
    },
    revoke: async ({ caller, params }) => {
      await endViewLink(parts, caller, params.viewLinkId);
      return { message: 'This link has ended.' };
    },
  };
}

export function viewHandlers(parts: Parts): HandlersOf<'views'> {
  return {
    open: async ({ body, request, reply }) => {
      const address = countedAddress(request.ip);
      const { row, view } = await openView(parts, { ...body, password: body.password, address });
      setViewCookie(parts, reply, row);
      reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer');
      return view;
    },
    state: ({ caller }) => stateOfView(parts, caller),
  };
}
