// Roles at the calls of links for viewing.
import { alike, changes, json, type RoleRow } from './role.ts';

export const viewLinkRows: RoleRow[] = [
  {
    call: 'viewLinks.address',
    request: async (_target, { newViewLink }) =>
      json('POST', `/api/view-links/${(await newViewLink())._id}/address`),
    cells: changes(),
  },
  {
    call: 'viewLinks.revoke',
    request: async (_target, { newViewLink }) =>
      json('DELETE', `/api/view-links/${(await newViewLink())._id}`),
    cells: changes(),
  },
  {
    call: 'views.exchange',
    what: 'of an unknown token',
    request: () => json('POST', '/api/view', { token: '-'.repeat(22) }),
    cells: alike('link_expired', { visitor: 'link_expired' }),
  },
  {
    call: 'views.exchange',
    what: 'of its token',
    request: async (_target, { newViewLink }) =>
      json('POST', '/api/view', { token: (await newViewLink()).token }),
    cells: alike('ok', { visitor: 'ok' }),
  },
  {
    call: 'views.open',
    what: 'in a browser that has opened the link',
    request: (_target, { viewLinkId }) => json('POST', `/api/view/${viewLinkId}`, {}),
    cells: alike('view_closed', { visitor: 'ok' }),
  },
  {
    call: 'views.state',
    request: (_target, { viewLinkId }) => json('GET', `/api/view/${viewLinkId}`),
    cells: alike('view_closed', { visitor: 'ok' }),
  },
];
