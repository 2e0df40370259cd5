// Answers the calls of a workspace's webhooks.

import type { Parts } from '#server/parts.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import {
  createWebhook,
  deliveriesOf,
  removeWebhook,
  renewSecret,
  sendAgain,
  sendTest,
  updateWebhook,
  webhooksOf,
} from './webhooks.service.ts';

export function webhookHandlers(parts: Parts): HandlersOf<'webhooks'> {
  return {
    list: ({ caller }) => webhooksOf(parts, caller),
    create: ({ caller, body }) => createWebhook(parts, caller, body),
    update: ({ caller, params, body }) =>
      updateWebhook(parts, caller, { id: params.webhookId, ...body }),
    remove: async ({ caller, params }) => {
      await removeWebhook(parts, caller, params.webhookId);
      return { message: 'The webhook is removed.' };
    },
    renewSecret: ({ caller, params }) => renewSecret(parts, caller, params.webhookId),
    deliveries: ({ caller, params, query }) =>
      deliveriesOf(parts, caller, { id: params.webhookId, before: query.before }),
    sendTest: ({ caller, params }) => sendTest(parts, caller, params.webhookId),
    sendAgain: ({ caller, params }) => sendAgain(parts, caller, params),
  };
}
