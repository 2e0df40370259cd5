// Examples of the API reference of API keys and webhooks.
import { startedAtMs, testId } from './example-names.ts';

const startedAt = new Date(startedAtMs).toISOString();

const apiKey = {
  _id: '019a9e05-3b20-7f1d-8a44-7c1e0d5b2f90',
  name: 'Nightly export',
  scope: 'read',
  createdAt: startedAt,
  createdBy: 'Ada Lovelace',
  lastUsedAt: null,
  expiresAt: '2027-02-19T10:35:20.000Z',
};

const webhook = {
  _id: '019a9e06-10c4-7d02-9e11-2b7d4c8a5f31',
  url: 'https://hooks.example.org/tryout',
  events: ['session.finished', 'test.closed'],
  createdAt: startedAt,
  failingSince: null,
  off: null,
  oldSecretUntil: null,
  readable: true,
  drops: [],
};

const secret = 'whsec_RVhBTVBMRSBleGFtcGxlIEVYQU1QTEUgZXhhbXBsZSE=';

const delivery = {
  _id: '019aa381-9d20-7c4f-b0aa-5e2f1d7c6b40',
  event: 'test.closed',
  createdAt: startedAt,
  state: 'delivered',
  attempts: 1,
  attemptedAt: startedAt,
  nextAt: null,
  status: 204,
  problem: null,
  durationMs: 83,
  body: JSON.stringify({
    type: 'test.closed',
    timestamp: startedAt,
    data: {
      testId,
      because: 'limit',
      links: {
        test: `https://tests.example.org/api/tests/${testId}/overview`,
        page: `https://tests.example.org/api/tests/${testId}`,
      },
    },
  }),
};
const waiting = {
  ...delivery,
  state: 'waiting',
  attempts: 0,
  attemptedAt: null,
  nextAt: startedAt,
  status: null,
  durationMs: null,
};

/** `group.name` of a row → an answer it gives. */
export const integrationAnswers: Record<string, unknown> = {
  'apiKeys.list': [apiKey],
  'apiKeys.create': { key: 'tryout_EXAMPLEexampleEXAMPLEexampleEXAMPLE0', apiKey },
  'apiKeys.revoke': { message: 'The API key is revoked.' },
  'webhooks.list': [webhook],
  'webhooks.create': { secret, webhook },
  'webhooks.update': webhook,
  'webhooks.remove': { message: 'The webhook is removed.' },
  'webhooks.renewSecret': { secret, webhook: { ...webhook, oldSecretUntil: startedAt } },
  'webhooks.deliveries': { items: [delivery], more: false },
  'webhooks.sendTest': waiting,
  'webhooks.sendAgain': waiting,
};
