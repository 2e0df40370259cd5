// Calls of a workspace's webhooks: the owner's alone.
import { z } from 'zod/mini';
import { message } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { deliveryId, webhookId } from './ids.ts';
import { INTEGRATION_RATE } from './limits.ts';
import { delivery, webhook, webhookInput } from './webhooks.ts';

const PATH = '/api/workspaces/current/webhooks';
const one = { path: `${PATH}/:webhookId`, params: z.object({ webhookId }) } as const;
/** Secret in the form that `Standard Webhooks` libraries accept; it is returned once. */
const secret = z.string();

export const webhooks = {
  list: endpoint({
    method: 'GET',
    path: PATH,
    summary: 'Webhooks of the workspace, the newest first; never their secrets.',
    permission: 'owner',
    answer: z.array(webhook),
  }),
  create: endpoint({
    method: 'POST',
    path: PATH,
    summary: 'Creates a webhook. Only this answer contains its secret.',
    permission: 'owner',
    recentSignIn: true,
    body: webhookInput,
    status: 201,
    answer: z.object({ secret, webhook }),
    rate: INTEGRATION_RATE,
    errors: ['owner_only', 'list_full'],
  }),
  update: endpoint({
    ...one,
    method: 'PUT',
    summary: 'Changes address and events of a webhook, and switches it off or on.',
    permission: 'owner',
    recentSignIn: true,
    body: z.extend(webhookInput, { on: z.boolean() }),
    answer: webhook,
    rate: INTEGRATION_RATE,
    errors: ['owner_only', 'not_found'],
  }),
  remove: endpoint({
    ...one,
    method: 'DELETE',
    summary: 'Removes a webhook with its log; what waits is not sent.',
    permission: 'owner',
    answer: message,
    errors: ['owner_only', 'not_found'],
  }),
  renewSecret: endpoint({
    method: 'POST',
    path: `${PATH}/:webhookId/secret`,
    summary:
      'Creates a new secret. Only this answer contains it; for 24 hours the old one also signs.',
    permission: 'owner',
    recentSignIn: true,
    params: one.params,
    answer: z.object({ secret, webhook }),
    rate: INTEGRATION_RATE,
    errors: ['owner_only', 'not_found'],
  }),
  deliveries: endpoint({
    method: 'GET',
    path: `${PATH}/:webhookId/deliveries`,
    summary: 'What was sent to a webhook in the last 30 days and what waits, the newest first.',
    permission: 'owner',
    params: one.params,
    query: z.object({
      /** Only deliveries that are older than this one. */
      before: z.optional(deliveryId),
    }),
    answer: z.object({ items: z.array(delivery), more: z.boolean() }),
    errors: ['owner_only', 'not_found'],
  }),
  sendTest: endpoint({
    method: 'POST',
    path: `${PATH}/:webhookId/test`,
    summary: 'Sends the event `webhook.test`.',
    permission: 'owner',
    params: one.params,
    status: 201,
    answer: delivery,
    rate: INTEGRATION_RATE,
    errors: ['owner_only', 'not_found', 'webhook_off', 'too_many_requests'],
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: `${PATH}/:webhookId/deliveries/:deliveryId/again`,
    summary: 'Sends a delivery once more, at once, under the same id.',
    permission: 'owner',
    params: z.extend(one.params, { deliveryId }),
    answer: delivery,
    rate: INTEGRATION_RATE,
    errors: ['owner_only', 'not_found', 'webhook_off', 'too_many_requests'],
  }),
};
