// Bad inputs of personal links: names, links of other tests, tokens.
import { ask, type BadInput, badFields, refused } from './bad-input.ts';
import type { World } from './world.ts';

const path = ({ tests }: World) => `/api/tests/${tests.open._id}/personal-links`;
const NOT_THERE = '019a9e04-1c55-7d10-9b52-3f0a6f5a2c11';

const bodies: [string, unknown, Record<string, string>][] = [
  ['no names', { names: [] }, { names: 'Please enter a name.' }],
  [
    '501 names',
    { names: Array.from({ length: 501 }, (_, at) => `Person ${at}`) },
    { names: 'At most 500 links can be created at once.' },
  ],
  ['an empty name', { names: ['Ada', ' \n'] }, { 'names.1': 'Name is required' }],
  [
    'a name of 201 characters',
    { names: ['x'.repeat(201)] },
    { 'names.0': 'Name can have at most 200 characters' },
  ],
  [
    'a control in a name',
    { names: ['Ada\u0000'] },
    { 'names.0': 'Name contains characters that cannot be used' },
  ],
];

export const personalLinkCases: BadInput[] = [
  ...bodies.map(
    ([what, json, fields]): BadInput => [
      'personalLinks.create',
      what,
      ask('POST', path, { json }),
      badFields(fields),
    ],
  ),
  [
    'personalLinks.create',
    "another workspace's test",
    ask('POST', ({ tests }) => `/api/tests/${tests.foreign._id}/personal-links`, {
      json: { names: ['Ada'] },
    }),
    refused('not_found'),
  ],
  [
    'personalLinks.list',
    'a cursor that is none',
    ask('GET', (world) => `${path(world)}?cursor=x`),
    badFields({ cursor: 'This cursor is not one of ours.' }),
  ],
  [
    'personalLinks.change',
    'a link that there is not',
    ask('PATCH', (world) => `${path(world)}/${NOT_THERE}`, { json: { revoked: true } }),
    refused('not_found'),
  ],
  [
    'personalLinks.address',
    'a link that there is not',
    ask('POST', (world) => `${path(world)}/${NOT_THERE}/address`),
    refused('not_found'),
  ],
  [
    'personalLinks.open',
    'a token of no link',
    ask('POST', ({ tests }) => `/api/link/${tests.open.uniqueId}/personal-link`, {
      as: 'anyone',
      json: { token: '<script>' },
    }),
    refused('personal_link_invalid'),
  ],
  [
    'personalLinks.open',
    'a token of 201 characters',
    ask('POST', ({ tests }) => `/api/link/${tests.open.uniqueId}/personal-link`, {
      as: 'anyone',
      json: { token: 'x'.repeat(201) },
    }),
    badFields({ token: 'This can have at most 200 characters.' }),
  ],
  [
    'sessions.start',
    'a personal link that there is not',
    ask('POST', ({ tests }) => `/api/link/${tests.open.uniqueId}/sessions`, {
      as: 'anyone',
      json: { name: 'Ada', personalToken: 'x' },
    }),
    refused('personal_link_invalid'),
  ],
];
