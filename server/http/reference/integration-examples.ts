// Examples of the API reference of API keys and webhooks.
import { startedAtMs } from './example-names.ts';

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

/** `group.name` of a row → an answer it gives. */
export const integrationAnswers: Record<string, unknown> = {
  'apiKeys.list': [apiKey],
  'apiKeys.create': { key: 'tryout_EXAMPLEexampleEXAMPLEexampleEXAMPLE0', apiKey },
  'apiKeys.revoke': { message: 'The API key is revoked.' },
};
