// Answers the calls of personal links.
import type { Parts } from '#server/parts.ts';
import { authorizeTest } from '#server/platform/access/authorized.ts';
import { countedAddress } from '#server/platform/http/client-address.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import {
  changePersonalLink,
  createPersonalLinks,
  openPersonalLink,
  pageOfPersonalLinks,
  personalLinksCsv,
  readPersonalLinkAddress,
} from './personal-links.service.ts';

export function personalLinkHandlers(parts: Parts): HandlersOf<'personalLinks'> {
  return {
    list: async ({ caller, params, query }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      return await pageOfPersonalLinks(parts, test, query);
    },
    create: async ({ caller, params, body }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      return await createPersonalLinks(parts, test, body.names);
    },
    table: async ({ caller, params, body }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      return { csv: await personalLinksCsv(parts, test, body.separator) };
    },
    address: async ({ caller, params }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      return await readPersonalLinkAddress(parts, test, params.personalLinkId);
    },
    change: async ({ caller, params, body }) => {
      const test = await authorizeTest(parts.db, caller, { testId: params.id });
      return await changePersonalLink(parts, test, {
        id: params.personalLinkId,
        revoked: body.revoked,
      });
    },
    open: async ({ params, body, request }) =>
      openPersonalLink(parts, {
        uniqueId: params.uniqueId,
        token: body.token,
        address: countedAddress(request.ip),
      }),
  };
}
