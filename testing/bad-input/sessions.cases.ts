// Bad inputs of participants: the link, the start of a session, its messages, its end.
import { ask, type BadInput, badFields, refused } from './bad-input.ts';
import type { Caller, World } from './world.ts';

const start = (json: unknown, test: keyof World['tests'] = 'open') =>
  ask('POST', ({ tests }) => `/api/link/${tests[test].uniqueId}/sessions`, { as: 'anyone', json });
const link = (uniqueId: string | ((world: World) => string)) =>
  ask('GET', (world) => `/api/link/${typeof uniqueId === 'string' ? uniqueId : uniqueId(world)}`, {
    as: 'anyone',
  });

const nameRequired = { name: 'Name is required' };
const nameUnusable = { name: 'Name contains characters that cannot be used' };
const badKey = { browserKey: 'This does not have the form it must have.' };
const starts: [string, object, Record<string, string>][] = [
  ['no name', {}, nameRequired],
  ['a name of spaces', { name: ' \u00a0 ' }, nameRequired],
  ['a name of right-to-left marks', { name: '\u200f\u202e' }, nameRequired],
  ['a number for a name', { name: 1 }, nameRequired],
  ['an array for a name', { name: ['Ada'] }, nameRequired],
  ['a NUL in the name', { name: 'A\u0000' }, nameUnusable],
  ['half a surrogate pair in the name', { name: '\ud83c' }, nameUnusable],
  [
    'a name of 201 characters',
    { name: '字'.repeat(201) },
    { name: 'Name can have at most 200 characters' },
  ],
  ['a browser key that is too short', { name: 'A', browserKey: 'short' }, badKey],
  ['a browser key that is too long', { name: 'A', browserKey: 'x'.repeat(65) }, badKey],
  ['a browser key with other characters', { name: 'A', browserKey: "1' or '1'='1" }, badKey],
  [
    'null for a browser key',
    { name: 'A', browserKey: null },
    { browserKey: 'This must be one text.' },
  ],
];

const event = { seq: 100, atMs: 5, type: 'INITIAL_LOAD', data: {} };
const send = (events: unknown, as: Caller = 'running') =>
  ask('POST', ({ sessions }) => `/api/sessions/${sessions.running._id}/events`, {
    as,
    json: { events },
  });
const heatmaps = (headers: Record<string, string>, as: Caller = 'running') =>
  ask('POST', ({ sessions }) => `/api/sessions/${sessions.running._id}/heatmaps`, {
    as,
    json: {},
    headers,
  });
const measure = (padding: unknown, as: Caller = 'running') =>
  ask('POST', ({ sessions }) => `/api/sessions/${sessions.running._id}/connection`, {
    as,
    json: { padding },
  });
const at = (field: string, sentence: string) => ({ [`events.0.${field}`]: sentence });
const messages: [string, unknown, Record<string, string>][] = [
  ['no messages', undefined, { events: 'This is required.' }],
  ['an object for a list', {}, { events: 'This must be a list.' }],
  ['a text for a message', ['a'], { 'events.0': 'This must be an object.' }],
  ['a message without its number', [{ ...event, seq: undefined }], at('seq', 'This is required.')],
  [
    'a message with a number below zero',
    [{ ...event, seq: -1 }],
    at('seq', 'This must be at least 0.'),
  ],
  [
    'a message with a fraction for a number',
    [{ ...event, seq: 0.5 }],
    at('seq', 'Please enter a whole number.'),
  ],
  [
    'a message before the recording',
    [{ ...event, atMs: -1 }],
    at('atMs', 'This must be at least 0.'),
  ],
  ['a text for a time', [{ ...event, atMs: '5' }], at('atMs', 'Please enter a number.')],
  [
    'a message of an unknown type',
    [{ ...event, type: 'CLICK' }],
    at('type', 'This is not one of the possible values.'),
  ],
  ['a message without data', [{ ...event, data: null }], at('data', 'This must be an object.')],
  ['an array for data', [{ ...event, data: [] }], at('data', 'This must be an object.')],
  [
    'data of 5 kB',
    [{ ...event, data: { a: 'x'.repeat(5000) } }],
    at('data', 'A message can carry at most 4096 bytes.'),
  ],
  [
    '1001 messages',
    Array.from({ length: 1001 }, (_, seq) => ({ ...event, seq })),
    { events: 'This can have at most 1000 entries.' },
  ],
  [
    'one bad message behind a good one',
    [event, { ...event, seq: 'a' }],
    { 'events.1.seq': 'Please enter a number.' },
  ],
];

const abandon = (as: Caller, headers: Record<string, string> = {}) =>
  ask('POST', ({ sessions }) => `/api/sessions/${sessions.running._id}/abandon`, { as, headers });
const keepSlot = (as: Caller) =>
  ask('POST', ({ sessions }) => `/api/sessions/${sessions.running._id}/slot`, { as });
const withToken = (token: (world: World) => string) =>
  ask(
    'POST',
    ({ sessions }) => `/api/sessions/${sessions.running._id}/abandon`,
    (world) => ({
      as: 'anyone',
      headers: { authorization: token(world) },
    }),
  );
const noToken = refused('session_token_invalid');

export const sessionCases: BadInput[] = [
  ...starts.map(
    ([what, json, fields]): BadInput => ['sessions.start', what, start(json), badFields(fields)],
  ),
  ['sessions.start', 'a closed test', start({ name: 'Ada' }, 'closed'), refused('test_closed')],
  ['sessions.start', 'a full test', start({ name: 'Ada' }, 'full'), refused('test_full')],
  ['sessions.start', 'a deleted test', start({ name: 'Ada' }, 'deleted'), refused('not_found')],
  [
    'sessions.start',
    'a browser that was there',
    start({ name: 'New', browserKey: 'browser-key-1' }, 'once'),
    refused('already_taken'),
  ],
  ['sessions.keepSlot', "another session's token", keepSlot('other'), refused('not_found')],
  [
    'sessions.keepSlot',
    'the token of a deleted session',
    ask('POST', ({ sessions }) => `/api/sessions/${sessions.deleted._id}/slot`, { as: 'deleted' }),
    refused('not_found'),
  ],
  ['sessions.link', 'an unknown link', link('AAAAAAAAAAAAAAAAAAAAAA'), refused('not_found')],
  [
    'sessions.link',
    'a link cut short',
    link(({ tests }) => tests.open.uniqueId.slice(0, 21)),
    refused('not_found'),
  ],
  [
    'sessions.link',
    'a link in other case',
    link(({ tests }) => swapCase(tests.open.uniqueId)),
    refused('not_found'),
  ],
  [
    'sessions.link',
    "a test's id in place of its link",
    link(({ tests }) => tests.open._id),
    refused('not_found'),
  ],
  [
    'sessions.link',
    'a deleted test',
    link(({ tests }) => tests.deleted.uniqueId),
    refused('not_found'),
  ],
  ['sessions.link', 'a path', link('..%2f..%2fetc%2fpasswd'), refused('not_found')],
  ['sessions.link', 'a NUL', link('%00'), refused('not_found')],
  [
    'sessions.link',
    'a broken percent sequence',
    link('%E0%A4%A'),
    refused('bad_input', 'This address cannot be read.'),
  ],
  ...messages.map(
    ([what, events, fields]): BadInput => [
      'sessions.events',
      what,
      send(events),
      badFields(fields),
    ],
  ),
  ['sessions.events', "another session's token", send([event], 'other'), refused('not_found')],
  ['sessions.events', "the owner's sign-in in place of a token", send([event], 'owner'), noToken],
  [
    'sessions.events',
    'the token of a deleted session',
    ask('POST', ({ sessions }) => `/api/sessions/${sessions.deleted._id}/events`, {
      as: 'deleted',
      json: { events: [event] },
    }),
    refused('not_found'),
  ],
  ['sessions.heatmaps', "another session's token", heatmaps({}, 'other'), refused('not_found')],
  [
    'sessions.heatmaps',
    'JSON',
    heatmaps({ 'content-type': 'application/json' }),
    refused('wrong_media', 'Send a multipart form.'),
  ],
  [
    'sessions.heatmaps',
    'a form without a boundary',
    heatmaps({ 'content-type': 'multipart/form-data' }),
    refused('malformed_body'),
  ],
  [
    'sessions.measureConnection',
    "another session's token",
    measure('x', 'other'),
    refused('not_found'),
  ],
  [
    'sessions.measureConnection',
    'no padding',
    measure(undefined),
    badFields({ padding: 'This is required.' }),
  ],
  [
    'sessions.measureConnection',
    'a list for padding',
    measure(['x']),
    badFields({ padding: 'This must be one text.' }),
  ],
  [
    'sessions.measureConnection',
    'more padding than a measurement takes',
    measure('x'.repeat(256 * 1024 + 1)),
    badFields({ padding: 'This can have at most 262144 characters.' }),
  ],
  ['sessions.abandon', "another session's token", abandon('other'), refused('not_found')],
  [
    'sessions.abandon',
    'a token that is cut short',
    withToken(({ credentials }) => credentials.running.authorization?.slice(0, -1) ?? ''),
    noToken,
  ],
  [
    'sessions.abandon',
    "another session's signature",
    withToken(
      ({ sessions }) => `Bearer ${sessions.running._id}.${sessions.other.token.split('.')[1]}`,
    ),
    noToken,
  ],
  [
    'sessions.abandon',
    'another session in a signed token',
    withToken(
      ({ sessions }) =>
        `Bearer ${sessions.running._id.toUpperCase()}.${sessions.running.token.split('.')[1]}`,
    ),
    noToken,
  ],
  [
    'sessions.abandon',
    'another scheme',
    withToken(({ sessions }) => `Basic ${sessions.running.token}`),
    noToken,
  ],
  [
    'sessions.abandon',
    'a token without a scheme',
    withToken(({ sessions }) => sessions.running.token),
    noToken,
  ],
  ['sessions.abandon', 'an empty token', withToken(() => 'Bearer '), noToken],
  [
    'sessions.abandon',
    'a token of 15,000 characters',
    withToken(() => `Bearer ${'a'.repeat(15_000)}`),
    noToken,
  ],
  [
    'sessions.abandon',
    'a session that is none',
    ask('POST', '/api/sessions/none/abandon', { as: 'running' }),
    refused('not_found'),
  ],
];

function swapCase(text: string): string {
  return [...text].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('');
}
