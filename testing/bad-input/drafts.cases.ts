// Bad inputs of the draft of a test: forms that are none, versions that are not the present one, tests of others.
import { ask, type BadInput, badFields, refused } from './bad-input.ts';
import type { World } from './world.ts';

const path = ({ tests }: World) => `/api/tests/${tests.open._id}/draft`;
const none = { name: '', steps: [] };
const draft = { form: none, base: none, version: null };
const unknown = '3f2b8a10-5c4d-4e6f-8a7b-9c0d1e2f3a4b';

const bodies: [string, object, Record<string, string>][] = [
  ['a form that is a text', { ...draft, form: 'x' }, { form: 'This must be an object.' }],
  [
    'a name that is a number',
    { ...draft, form: { ...none, name: 7 } },
    { 'form.name': 'This must be one text.' },
  ],
  [
    'steps that are none',
    { ...draft, form: { ...none, steps: {} } },
    { 'form.steps': 'This must be a list.' },
  ],
  ['no values from before', { form: none, version: null }, { base: 'This must be an object.' }],
  ['a version that is none', { ...draft, version: 'x' }, { version: 'This is not an id.' }],
];

export const draftCases: BadInput[] = [
  ...bodies.map(
    ([what, json, fields]): BadInput => [
      'drafts.save',
      what,
      ask('PUT', path, { json }),
      badFields(fields),
    ],
  ),
  [
    'drafts.save',
    'a version that is not the present one',
    ask('PUT', path, { json: { ...draft, version: unknown } }),
    refused('draft_changed'),
  ],
  [
    'drafts.discard',
    'a version that is not the present one',
    ask('DELETE', (world) => `${path(world)}?version=${unknown}`),
    refused('draft_changed'),
  ],
  [
    'drafts.save',
    "another workspace's test",
    ask('PUT', ({ tests }) => `/api/tests/${tests.foreign._id}/draft`, { json: draft }),
    refused('not_found'),
  ],
  [
    'drafts.edit',
    "another workspace's test",
    ask('POST', ({ tests }) => `/api/tests/${tests.foreign._id}/draft/editors`),
    refused('not_found'),
  ],
  [
    'drafts.get',
    'a deleted test',
    ask('GET', ({ tests }) => `/api/tests/${tests.deleted._id}/draft`),
    refused('not_found'),
  ],
];
