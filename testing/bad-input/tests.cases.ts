// Bad inputs of tests: create, change, list, open, delete.
import { ask, type BadInput, badFields, refused } from './bad-input.ts';
import type { World } from './world.ts';

const input = {
  name: 'Bad',
  task: 'Never stored',
  figmaUrl: 'https://www.figma.com/proto/AbCd/Shop',
};
const nameRequired = { name: 'Name is required' };
const nameUnusable = { name: 'Name contains characters that cannot be used' };
const nameLong = { name: 'Name can have at most 200 characters' };
const taskRequired = { task: 'Task is required' };
const badLink = { figmaUrl: 'Please enter a valid URL' };

/** A title, the invalid fields, and the error message for each. */
const bodies: [string, object, Record<string, string>][] = [
  ['no name', { name: undefined }, nameRequired],
  ['an empty name', { name: '' }, nameRequired],
  ['a name of spaces', { name: ' \t\n\u3000 ' }, nameRequired],
  ['a name without a visible letter', { name: '\u200b\u2060 \u202e\ufeff' }, nameRequired],
  ['null for a name', { name: null }, nameRequired],
  ['a number for a name', { name: 7 }, nameRequired],
  ['an array for a name', { name: ['Bad'] }, nameRequired],
  ['an object for a name', { name: { toString: 'Bad' } }, nameRequired],
  ['a NUL in the name', { name: 'a\u0000b' }, nameUnusable],
  ['an escape character in the name', { name: 'a\u001b[31mb' }, nameUnusable],
  ['a C1 control in the name', { name: 'a\u0085b' }, nameUnusable],
  ['half a surrogate pair in the name', { name: 'a\ud800b' }, nameUnusable],
  ['the other half in the name', { name: '\udc00' }, nameUnusable],
  ['a name of 201 characters', { name: '🌿'.repeat(201) }, nameLong],
  ['a name of 60,000 characters', { name: 'x'.repeat(60_000) }, nameLong],
  ['no task', { task: undefined }, taskRequired],
  ['a boolean for a task', { task: true }, taskRequired],
  [
    'a task of 401 characters',
    { task: 'x'.repeat(401) },
    { task: 'Task can have at most 400 characters' },
  ],
  [
    'a NUL in the task',
    { task: '\u0000' },
    { task: 'Task contains characters that cannot be used' },
  ],
  ['no link', { figmaUrl: undefined }, badLink],
  ['an empty link', { figmaUrl: '' }, badLink],
  ['an array for a link', { figmaUrl: [input.figmaUrl] }, badLink],
  ['a link without a dot', { figmaUrl: 'https://localhost/proto/a' }, badLink],
  ['a link of another scheme', { figmaUrl: 'ftp://example.com/a' }, badLink],
  ['a script for a link', { figmaUrl: 'javascript:alert(1.0)' }, badLink],
  ['a link without a scheme', { figmaUrl: 'www.figma.com/proto/a' }, badLink],
  ['a link with a space', { figmaUrl: 'https://example.com/a b' }, badLink],
  ['a link with a NUL', { figmaUrl: 'https://example.com/\u0000' }, badLink],
  ['a link with half a surrogate pair', { figmaUrl: 'https://example.com/\ud800' }, badLink],
  ['a link to a port that is none', { figmaUrl: 'https://example.com:99999/' }, badLink],
  ['a link of 2049 characters', { figmaUrl: `https://a.b/${'x'.repeat(2037)}` }, badLink],
  ['an empty company', { company: ' ' }, { company: 'Company name is required' }],
  ['null for a company', { company: null }, { company: 'Company name is required' }],
  [
    'a company of 201 characters',
    { company: 'x'.repeat(201) },
    { company: 'Company name can have at most 200 characters' },
  ],
  [
    'everything wrong at once',
    { name: '', task: 0, figmaUrl: 'x', company: [] },
    { ...nameRequired, ...taskRequired, ...badLink, company: 'Company name is required' },
  ],
];

const open = ({ tests }: World) => `/api/tests/${tests.open._id}`;
const foreign = ({ tests }: World) => `/api/tests/${tests.foreign._id}`;
const deleted = ({ tests }: World) => `/api/tests/${tests.deleted._id}`;

/** Ids in the place of a test's: none of them belongs to the caller. */
const ids: [string, (world: World) => string][] = [
  ["another workspace's id", ({ tests }) => tests.foreign._id],
  ["a deleted test's id", ({ tests }) => tests.deleted._id],
  ['the share id in place of the id', ({ tests }) => tests.open.uniqueId],
  ['no id at all', () => 'no-id'],
  ['a number for an id', () => '1'],
  ['a path for an id', () => '..%2f..%2fetc%2fpasswd'],
  ['a NUL behind the id', ({ tests }) => `${tests.open._id}%00`],
  ['a prototype key for an id', () => '__proto__'],
];

const pages: [string, string, Record<string, string>][] = [
  ['a limit of zero', 'limit=0', { limit: 'This must be at least 1.' }],
  ['a limit below zero', 'limit=-1', { limit: 'This must be at least 1.' }],
  ['a limit that is too large', 'limit=201', { limit: 'This can be at most 200.' }],
  ['a limit with a fraction', 'limit=1.5', { limit: 'Please enter a whole number.' }],
  ['a limit beyond all numbers', 'limit=1e999', { limit: 'Please enter a number.' }],
  ['a text for a limit', 'limit=ten', { limit: 'Please enter a number.' }],
  ['an empty limit', 'limit=', { limit: 'This must be at least 1.' }],
  ['a cursor of another origin', 'cursor=abc', { cursor: 'This cursor is not one of ours.' }],
  ['a cursor with a NUL', 'cursor=%00', { cursor: 'This cursor is not one of ours.' }],
  [
    'a cursor that is too long',
    `cursor=${'a'.repeat(201)}`,
    { cursor: 'This can have at most 200 characters.' },
  ],
  ['an id that is none', 'ids=a', { 'ids.0': 'This is not an id.' }],
  ['two cursors', 'cursor=a&cursor=b', { cursor: 'This must be one text.' }],
  ['a state that is none', 'state=over', { state: 'This is not one of the possible values.' }],
  ['an order that is none', 'sort=size', { sort: 'This is not one of the possible values.' }],
  [
    'a cursor of another order',
    'sort=name&cursor=019a9e04-1c55-7d10-9b52-41c07a5be902',
    { cursor: 'This cursor belongs to another order.' },
  ],
  ['two searches', 'search=a&search=b', { search: 'This must be one text.' }],
  ['a search with a NUL', 'search=%00', { search: 'This text cannot be in a name.' }],
  [
    'a search that is too long',
    `search=${'a'.repeat(401)}`,
    { search: 'This can have at most 400 characters.' },
  ],
];

export const testCases: BadInput[] = [
  [
    'tests.update',
    'an unknown way to save',
    ask('PUT', open, { json: { ...input, saveAs: 'typo' } }),
    badFields({ saveAs: 'Choose revision or correction.' }),
  ],
  [
    'tests.update',
    'an id of a revision that is none',
    ask('PUT', open, { json: { ...input, basedOn: 'newest' } }),
    badFields({ basedOn: 'This is not an id.' }),
  ],
  [
    'tests.update',
    'another text from a form of an older revision',
    ask('PUT', open, {
      json: { ...input, basedOn: '019a9e04-1c55-7d10-9b52-41c07a5be902' },
    }),
    refused('test_changed'),
  ],
  [
    'tests.update',
    'a correction with another link',
    ask('PUT', open, { json: { ...input, saveAs: 'correction' } }),
    badFields({
      figmaUrl: 'A correction changes the text alone. Save another link as a new revision.',
    }),
  ],
  [
    'tests.revisions',
    "another workspace's test",
    ask('GET', ({ tests }) => `/api/tests/${tests.foreign._id}/revisions`),
    refused('not_found'),
  ],
  [
    'tests.revisions',
    'anyone',
    ask('GET', ({ tests }) => `/api/tests/${tests.open._id}/revisions`, { as: 'anyone' }),
    refused('not_signed_in'),
  ],
  ...bodies.flatMap(([what, wrong, fields]): BadInput[] => [
    [
      'tests.create',
      what,
      ask('POST', '/api/tests', { json: { ...input, ...wrong } }),
      badFields(fields),
    ],
    ['tests.update', what, ask('PUT', open, { json: { ...input, ...wrong } }), badFields(fields)],
  ]),
  ...pages.map(
    ([what, query, fields]): BadInput => [
      'tests.list',
      what,
      ask('GET', `/api/tests?${query}`),
      badFields(fields),
    ],
  ),
  ...ids.flatMap(([what, id]): BadInput[] => [
    ['tests.get', what, ask('GET', (world) => `/api/tests/${id(world)}`), refused('not_found')],
    [
      'tests.delete',
      what,
      ask('DELETE', (world) => `/api/tests/${id(world)}/Acme/Shop`),
      refused('not_found'),
    ],
  ]),
  [
    'tests.list',
    'a sign-in that has ended',
    ask('GET', '/api/tests', { as: 'signedOut' }),
    refused('not_signed_in'),
  ],
  [
    'tests.list',
    "a session's token in place of a sign-in",
    ask('GET', '/api/tests', { as: 'running' }),
    refused('not_signed_in'),
  ],
  ['tests.get', "a stranger's sign-in", ask('GET', open, { as: 'stranger' }), refused('not_found')],
  [
    'tests.create',
    'a person whose workspace has no company name',
    ask('POST', '/api/tests', { as: 'nameless', json: input }),
    badFields({ company: 'Company name is required' }),
  ],
  [
    'tests.update',
    "another workspace's id",
    ask('PUT', foreign, { json: input }),
    refused('not_found'),
  ],
  [
    'tests.update',
    "a deleted test's id",
    ask('PUT', deleted, { json: input }),
    refused('not_found'),
  ],
  [
    'tests.delete',
    "another person's cross-site token",
    ask(
      'DELETE',
      (world) => `${open(world)}/x/y`,
      ({ credentials }) => ({
        headers: { 'x-xsrf-token': credentials.member['x-xsrf-token'] ?? '' },
      }),
    ),
    refused('cross_site_token'),
  ],
  ['tests.delete', 'no names in the address', ask('DELETE', open), refused('not_found')],
];
