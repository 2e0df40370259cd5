// Calls of personal links by members. Those of a participant's page are in personal-opening.api.ts.
import { z } from 'zod/mini';
import { pageOf, pageQuery } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { testId } from './ids.ts';
import { PERSONAL_LINKS_RATE } from './limits.ts';
import {
  createdPersonalLinks,
  personalLink,
  personalLinkId,
  personalLinksInput,
  personalLinksTable,
} from './personal-links.ts';

const params = z.object({ id: testId });
const ofLink = z.object({ id: testId, personalLinkId });

export const personalLinks = {
  list: endpoint({
    method: 'GET',
    path: '/api/tests/:id/personal-links',
    summary:
      'A page of the personal links of a test with their states, in the order in which they were created.',
    permission: 'member',
    params,
    query: pageQuery(z.uuid()),
    answer: z.extend(pageOf(personalLink), {
      /** Links of the test by state, whatever the search. */
      counts: z.object({
        open: z.int(),
        started: z.int(),
        taken: z.int(),
        deleted: z.int(),
        revoked: z.int(),
      }),
    }),
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/tests/:id/personal-links',
    summary:
      'Creates a personal link for each name that has none. Revoked links do not count: a name can get another one.',
    permission: 'member',
    params,
    body: personalLinksInput,
    status: 201,
    answer: createdPersonalLinks,
    rate: PERSONAL_LINKS_RATE,
    errors: ['not_found', 'list_full', 'too_many_requests'],
  }),
  table: endpoint({
    // A key that only reads must not get links that it can pass on, so the method is not GET.
    method: 'POST',
    path: '/api/tests/:id/personal-links/table',
    summary: 'All personal links of a test as CSV: name, link, state and time.',
    permission: 'member',
    params,
    body: personalLinksTable,
    answer: z.object({ csv: z.string() }),
    rate: PERSONAL_LINKS_RATE,
    errors: ['not_found', 'too_many_requests'],
  }),
  address: endpoint({
    method: 'POST',
    path: '/api/tests/:id/personal-links/:personalLinkId/address',
    summary: 'The address of a personal link that is not used and not revoked.',
    permission: 'member',
    params: ofLink,
    answer: z.object({ url: z.string() }),
    errors: ['not_found', 'link_not_copied'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/tests/:id/personal-links/:personalLinkId',
    summary: 'Revokes a personal link that is not used, or takes that back.',
    permission: 'member',
    params: ofLink,
    body: z.object({ revoked: z.boolean() }),
    answer: personalLink,
    errors: ['not_found', 'personal_link_used'],
  }),
};
