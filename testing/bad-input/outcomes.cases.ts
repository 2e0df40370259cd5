// Bad inputs of outcomes: whose they are, what is no outcome, and decisions on what another member has decided.
import { ask, type BadInput, badFields, refused } from './bad-input.ts';
import type { Caller } from './world.ts';

const decide = (path: 'outcome' | 'exclusion', json: unknown, as: Caller = 'owner') =>
  ask('PUT', ({ sessions }) => `/api/recordings/${sessions.finished._id}/${path}`, { as, json });
const notFound = refused('not_found');
const never = '3f2b8a10-5c4d-4e6f-8a7b-9c0d1e2f3a4b';

export const outcomeCases: BadInput[] = [
  [
    'outcomes.get',
    'a stranger',
    ask('GET', ({ sessions }) => `/api/recordings/${sessions.finished._id}/outcome`, {
      as: 'stranger',
    }),
    notFound,
  ],
  [
    'outcomes.override',
    'a stranger',
    decide('outcome', { outcome: 'direct', basedOn: null }, 'stranger'),
    notFound,
  ],
  [
    'outcomes.override',
    'a deleted session',
    ask('PUT', ({ sessions }) => `/api/recordings/${sessions.deleted._id}/outcome`, {
      json: { outcome: 'direct', basedOn: null },
    }),
    notFound,
  ],
  [
    'outcomes.override',
    'a decision that never was',
    decide('outcome', { outcome: 'direct', basedOn: never }),
    refused('outcome_changed'),
  ],
  [
    'outcomes.exclude',
    'a stranger',
    decide('exclusion', { reason: 'Ours', basedOn: null }, 'stranger'),
    notFound,
  ],
  [
    'outcomes.exclude',
    'a decision that never was',
    decide('exclusion', { reason: 'A colleague', basedOn: never }),
    refused('outcome_changed'),
  ],
  [
    'outcomes.exclude',
    'a reason of blanks',
    decide('exclusion', { reason: ' \u200b ', basedOn: null }),
    badFields({ reason: 'Reason is required' }),
  ],
  [
    'outcomes.exclude',
    'a reason of 401 characters',
    decide('exclusion', { reason: '🌿'.repeat(401), basedOn: null }),
    badFields({ reason: 'Reason can have at most 400 characters' }),
  ],
];
