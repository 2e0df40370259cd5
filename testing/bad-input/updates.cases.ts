// Bad inputs of the stream of updates: it has no input, so these are callers without access.
import { ask, type BadInput, refused } from './bad-input.ts';

const listen = (as: 'anyone' | 'signedOut' | 'running' | 'finished', query = '') =>
  ask('GET', `/api/updates${query}`, { as });

export const updateCases: BadInput[] = [
  ['updates.stream', 'a sign-in that has ended', listen('signedOut'), refused('not_signed_in')],
  ['updates.stream', 'a token of a running session', listen('running'), refused('not_signed_in')],
  [
    'updates.stream',
    "another's workspace by a session",
    listen('finished', '?workspaceId=01890000-0000-7000-8000-000000000000'),
    refused('not_signed_in'),
  ],
  [
    'updates.stream',
    'a cookie that is none',
    ask('GET', '/api/updates', { as: 'anyone', headers: { cookie: 'tryout-sign-in=%00%ff; a' } }),
    refused('not_signed_in'),
  ],
];
