// Bad inputs of how people take part in a test: addresses to return to, parameters, texts.
import { ask, type BadInput, badFields, refused } from './bad-input.ts';
import type { World } from './world.ts';

const path = ({ tests }: World) => `/api/tests/${tests.open._id}/participation`;

const NO_ADDRESS =
  'Please enter an address that begins with https://, such as https://panel.example/done?id={{PID}}.';
const NO_NAME = 'A name has 1 to 40 of the characters A–Z, a–z, 0–9 and _.';

const none = { completed: null, screenedOut: null, full: null, closed: null };
const to = (completed: unknown) => ({ redirects: { ...none, completed } });
const badAddress = { 'redirects.completed': NO_ADDRESS };

const bodies: [string, unknown, Record<string, string>][] = [
  ['a script for an address', to('javascript:alert(1)'), badAddress],
  ['an address without encryption', to('http://panel.example/'), badAddress],
  ['an address of a private network', to('https://10.0.0.1/'), badAddress],
  ['an address in one number', to('https://2130706433/'), badAddress],
  ['an address of version 6', to('https://[::1]/'), badAddress],
  ['the own machine', to('https://localhost/'), badAddress],
  ['a name of a private network', to('https://printer.local/'), badAddress],
  ['a name and a password in an address', to('https://a:b@panel.example/'), badAddress],
  ['a line break in an address', to('https://panel.example/\nx'), badAddress],
  ['a parameter for a host', to('https://{{PID}}.example/'), badAddress],
  ['a parameter for an end of a host', to('https://panel.example{{PID}}/'), badAddress],
  [
    'an address of 10 kB',
    to(`https://panel.example/${'x'.repeat(10_000)}`),
    { 'redirects.completed': 'This address is too long.' },
  ],
  ['a number for an address', to(1), { 'redirects.completed': NO_ADDRESS }],
  [
    'a parameter in an address that is not there',
    { parameters: ['PID'], ...to('https://panel.example/?id={{SID}}') },
    { 'redirects.completed': '{{SID}} is none of the parameters.' },
  ],
  ['markup in a parameter', { parameters: ['<b>'] }, { 'parameters.0': NO_NAME }],
  ['a parameter of 41 characters', { parameters: ['x'.repeat(41)] }, { 'parameters.0': NO_NAME }],
  ['a parameter twice', { parameters: ['a', 'a'] }, { parameters: 'A parameter is there twice.' }],
  [
    'eleven parameters',
    { parameters: Array.from({ length: 11 }, (_, at) => `p${at}`) },
    { parameters: 'A link can have at most 10 parameters.' },
  ],
  [
    'the name of the session’s id',
    { parameters: ['session'] },
    { 'parameters.0': 'This name is that of the session’s id.' },
  ],
  [
    'a name from no parameter',
    { parameters: ['a'], nameFrom: 'b' },
    { nameFrom: 'The name can only come from one of the parameters.' },
  ],
  [
    'a welcome text of 2,001 characters',
    { welcome: 'x'.repeat(2001) },
    { welcome: 'Welcome text can have at most 2000 characters' },
  ],
];

export const participationCases: BadInput[] = [
  ...bodies.map(
    ([what, json, fields]): BadInput => [
      'participation.change',
      what,
      ask('PATCH', path, { json }),
      badFields(fields),
    ],
  ),
  [
    'participation.change',
    "another workspace's test",
    ask('PATCH', ({ tests }) => `/api/tests/${tests.foreign._id}/participation`, { json: {} }),
    refused('not_found'),
  ],
  [
    'participation.get',
    'a deleted test',
    ask('GET', ({ tests }) => `/api/tests/${tests.deleted._id}/participation`),
    refused('not_found'),
  ],
];
