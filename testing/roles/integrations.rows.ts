// Roles at the calls of API keys and webhooks.
import { changesAccount, changesOwn, json, type RoleRow, reads } from './role.ts';

const KEYS = '/api/workspaces/current/api-keys';
const WEBHOOKS = '/api/workspaces/current/webhooks';
const hook = { url: 'https://hooks.example/', events: ['test.closed'] };
const notMembers = { viewer: 'owner_only', member: 'owner_only' } as const;
const ownersOnly = { ...notMembers, stranger: 'ok' } as const;

const restore: RoleRow['restore'] = ({ removeIntegrations }) => removeIntegrations();

export const integrationRows: RoleRow[] = [
  {
    call: 'apiKeys.create',
    request: (_target, { unused }) =>
      json('POST', KEYS, { name: unused(), scope: 'read', days: 1 }),
    restore,
    cells: changesAccount(ownersOnly),
  },
  {
    call: 'apiKeys.revoke',
    request: async (_target, { newKey }) => json('DELETE', `${KEYS}/${await newKey()}`),
    restore,
    cells: changesOwn(notMembers),
  },
  {
    call: 'webhooks.create',
    request: () => json('POST', WEBHOOKS, hook),
    restore,
    cells: changesAccount(ownersOnly),
  },
  {
    call: 'webhooks.update',
    request: async (_target, { newWebhook }) =>
      json('PUT', `${WEBHOOKS}/${(await newWebhook()).webhookId}`, { ...hook, on: false }),
    restore,
    cells: changesAccount(notMembers),
  },
  {
    call: 'webhooks.remove',
    request: async (_target, { newWebhook }) =>
      json('DELETE', `${WEBHOOKS}/${(await newWebhook()).webhookId}`),
    restore,
    cells: changesOwn(notMembers),
  },
  {
    call: 'webhooks.renewSecret',
    request: async (_target, { newWebhook }) =>
      json('POST', `${WEBHOOKS}/${(await newWebhook()).webhookId}/secret`),
    restore,
    cells: changesAccount(notMembers),
  },
  {
    call: 'webhooks.deliveries',
    request: async (_target, { newWebhook }) =>
      json('GET', `${WEBHOOKS}/${(await newWebhook()).webhookId}/deliveries`),
    restore,
    cells: reads(notMembers),
  },
  {
    call: 'webhooks.sendTest',
    request: async (_target, { newWebhook }) =>
      json('POST', `${WEBHOOKS}/${(await newWebhook()).webhookId}/test`),
    restore,
    cells: changesOwn(notMembers),
  },
  {
    call: 'webhooks.sendAgain',
    request: async (_target, { newWebhook }) => {
      const { webhookId, deliveryId } = await newWebhook();
      return json('POST', `${WEBHOOKS}/${webhookId}/deliveries/${deliveryId}/again`);
    },
    restore,
    cells: changesOwn(notMembers),
  },
];
