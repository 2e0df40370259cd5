// Calls of links for viewing: made, listed and revoked by members; opened by visitors, whose further calls are those rows of
// the table that name a kind of link, below /api/view/{id}.
import { z } from 'zod/mini';
import { message } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { clipId, reelId, testId, viewLinkId } from './ids.ts';
import { VIEW_OPEN_RATE } from './limits.ts';
import { openedView, unplayableClip, viewLink, viewLinkInput, viewToken } from './view-links.ts';

export const viewLinks = {
  list: endpoint({
    method: 'GET',
    path: '/api/view-links',
    summary: 'Links for viewing of the workspace, the newest first; LIST_MAX of them.',
    permission: 'member',
    answer: z.array(viewLink),
  }),
  ofTest: endpoint({
    method: 'GET',
    path: '/api/tests/:id/view-links',
    summary: 'Links for viewing of a test and of what belongs to it, the newest first.',
    permission: 'member',
    params: z.object({ id: testId }),
    answer: z.array(viewLink),
    errors: ['not_found'],
  }),
  unplayable: endpoint({
    method: 'GET',
    path: '/api/tests/:id/view-links/unplayable',
    summary:
      "Clips of a reel, of a clip's own link, or else of the report that visitors of a link could not play, each with the " +
      'nearest beginning with which they can.',
    permission: 'member',
    params: z.object({ id: testId }),
    query: z.object({ reelId: z.optional(reelId), clipId: z.optional(clipId) }),
    answer: z.object({ clips: z.array(unplayableClip) }),
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/tests/:id/view-links',
    summary: 'Creates a link for viewing.',
    permission: 'member',
    params: z.object({ id: testId }),
    body: viewLinkInput,
    status: 201,
    answer: z.object({ url: z.string(), viewLink }),
    errors: ['not_found', 'list_full', 'too_many_requests'],
  }),
  address: endpoint({
    // A key that only reads must not get a link that it can pass on, so the method is not GET.
    method: 'POST',
    path: '/api/view-links/:viewLinkId/address',
    summary:
      'The address of an open link for viewing, to send it again. Links of version 1.0 have none, because only a hash of their token is stored.',
    permission: 'member',
    params: z.object({ viewLinkId }),
    answer: z.object({ url: z.string() }),
    errors: ['not_found', 'link_not_copied'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/view-links/:viewLinkId',
    summary: 'Ends a link for viewing at once, also in open pages and in the middle of a video.',
    permission: 'member',
    params: z.object({ viewLinkId }),
    answer: message,
    errors: ['not_found'],
  }),
};

export const views = {
  exchange: endpoint({
    method: 'POST',
    path: '/api/view',
    summary:
      'Exchanges the token of a link for viewing for a cookie, by which this browser opens the link.',
    permission: 'anyone',
    body: z.object({ token: viewToken }),
    answer: z.object({ _id: viewLinkId }),
    rate: VIEW_OPEN_RATE,
    errors: ['link_expired', 'too_many_requests'],
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/view/:viewLinkId',
    summary:
      'Opens a link for viewing by the cookie of `views.exchange`; counts the view. Another cookie lets calls below `/api/view/{id}` in for some hours.',
    permission: 'anyone',
    params: z.object({ viewLinkId }),
    body: z.object({ password: z.optional(z.string().check(z.maxLength(1000))) }),
    answer: openedView,
    rate: VIEW_OPEN_RATE,
    errors: [
      ...(['view_closed', 'link_expired', 'view_password', 'view_password_wrong'] as const),
      'too_many_requests',
    ],
  }),
  state: endpoint({
    method: 'GET',
    path: '/api/view/:viewLinkId',
    summary: 'Whether a link for viewing still shows its thing; another `stamp`: it has changed.',
    permission: 'visitor',
    params: z.object({ viewLinkId }),
    answer: z.object({ stamp: z.string() }),
  }),
};
