// Bad bodies, types and methods: what is wrong before any field is read. Health and about as well.
import { ask, type BadInput, badFields, refused } from './bad-input.ts';

const required = {
  name: 'Name is required',
  task: 'Task is required',
  figmaUrl: 'Please enter a valid URL',
};
const json = (body: string | Buffer) => ask('POST', '/api/tests', { body });
const typed = (type: string, body = '{"name":"a"}') =>
  ask('POST', '/api/tests', { body, headers: { 'content-type': type } });
const anObject = badFields({ body: 'This must be an object.' });
const malformed = refused('malformed_body');
const notFound = refused('not_found');

export const bodyCases: BadInput[] = [
  ['tests.create', 'no body', ask('POST', '/api/tests'), anObject],
  ['tests.create', 'an empty body', json(''), anObject],
  ['tests.create', 'half a JSON', json('{"name":'), malformed],
  ['tests.create', 'JSON with a comment', json('{/**/}'), malformed],
  ['tests.create', 'JSON behind a byte order mark', json('\ufeff{}'), badFields(required)],
  ['tests.create', 'JSON in UTF-16', json(Buffer.from('{"name":"a"}', 'utf16le')), malformed],
  [
    'tests.create',
    'bytes that are no UTF-8',
    json(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
    anObject,
  ],
  ['tests.create', 'two values', json('{}{}'), malformed],
  ['tests.create', 'NaN', json('{"name":NaN}'), malformed],
  ['tests.create', 'null', json('null'), anObject],
  ['tests.create', 'a text', json('"name"'), anObject],
  ['tests.create', 'a number', json('1e999'), anObject],
  ['tests.create', 'an array', json('[{"name":"a"}]'), anObject],
  [
    'tests.create',
    'an array 10,000 deep',
    json('['.repeat(10_000) + ']'.repeat(10_000)),
    malformed,
  ],
  [
    'tests.create',
    'an array 100,000 deep',
    json('['.repeat(100_000) + ']'.repeat(100_000)),
    refused('too_large'),
  ],
  [
    'tests.list',
    'a cookie of 17 kB',
    ask('GET', '/api/tests', { headers: { cookie: 'x'.repeat(17_000) } }),
    refused('header_too_large'),
  ],
  [
    'tests.list',
    'an Accept of 3 kB',
    ask('GET', '/api/tests', { headers: { accept: 'a, '.repeat(1000) } }),
    refused('header_too_large'),
  ],
  [
    'recordings.video',
    'a range of 600 characters',
    ask('GET', ({ recording }) => `/api/recording_data/${recording}`, {
      headers: { range: `bytes=${'0-1,'.repeat(150)}` },
    }),
    refused('header_too_large'),
  ],
  [
    'recordings.video',
    'an If-None-Match of 3 kB',
    ask('GET', ({ recording }) => `/api/recording_data/${recording}`, {
      headers: { 'if-none-match': '"a",'.repeat(750) },
    }),
    refused('header_too_large'),
  ],
  [
    'sessions.events',
    'the token behind 17 kB',
    ask('POST', ({ sessions }) => `/api/sessions/${sessions.running._id}/events`, {
      as: 'anyone',
      json: { events: [] },
      headers: { authorization: `Bearer ${'a'.repeat(17_000)}` },
    }),
    refused('header_too_large'),
  ],
  [
    'sessions.events',
    'a hundred thousand values',
    ask('POST', ({ sessions }) => `/api/sessions/${sessions.running._id}/events`, {
      as: 'running',
      body: `{"events":[${'1,'.repeat(100_000)}1]}`,
    }),
    refused('too_large'),
  ],
  [
    'sessions.events',
    'a message with 40,000 fields',
    ask('POST', ({ sessions }) => `/api/sessions/${sessions.running._id}/events`, {
      as: 'running',
      json: {
        events: [
          {
            seq: 0,
            atMs: 0,
            type: 'NEW_STATE',
            data: Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`k${at}`, 1])),
          },
        ],
      },
    }),
    badFields({ 'events.0.data': 'A message can carry at most 4096 bytes.' }),
  ],
  ['tests.create', 'a prototype key', json('{"__proto__":{"name":"a"}}'), malformed],
  [
    'tests.create',
    'a prototype key in escapes',
    json('{"\\u005f_proto__":{"name":"a"}}'),
    malformed,
  ],
  [
    'tests.create',
    "a constructor's prototype",
    json('{"constructor":{"prototype":{"name":"a"}}}'),
    malformed,
  ],
  [
    'tests.create',
    'a key twice, the last one bad',
    json('{"name":"Good","name":"","task":"t","figmaUrl":"https://a.b/c"}'),
    badFields({ name: 'Name is required' }),
  ],
  [
    'tests.create',
    'a body of more than 64 kB',
    json(`"${'x'.repeat(2 ** 16)}"`),
    refused('too_large'),
  ],
  ['tests.create', 'a plain text', typed('text/plain'), refused('wrong_media')],
  [
    'tests.create',
    'a form',
    typed('application/x-www-form-urlencoded', 'name=a&task=b'),
    refused('wrong_media'),
  ],
  ['tests.create', 'XML', typed('application/xml', '<a/>'), refused('wrong_media')],
  ['tests.create', 'a multipart form', typed('multipart/form-data; boundary=b', '--b--'), anObject],
  ['tests.create', 'a piece of an upload', typed('application/offset+octet-stream'), anObject],
  ['tests.create', 'a type that is none', typed('nonsense'), refused('wrong_media')],
  [
    'tests.update',
    'half a JSON',
    ask('PUT', ({ tests }) => `/api/tests/${tests.open._id}`, { body: '{' }),
    malformed,
  ],
  [
    'tests.saveSettings',
    'no body',
    ask('PUT', ({ tests }) => `/api/tests/${tests.open._id}/settings`),
    anObject,
  ],
  [
    'workspaces.setCompany',
    'a plain text',
    ask('POST', '/api/set-company', { body: 'Acme', headers: { 'content-type': 'text/plain' } }),
    refused('wrong_media'),
  ],
  [
    'sessions.start',
    'a body of more than a megabyte',
    ask('POST', ({ tests }) => `/api/link/${tests.open.uniqueId}/sessions`, {
      as: 'anyone',
      body: `{"name":"${'x'.repeat(2 ** 20)}"}`,
    }),
    refused('too_large'),
  ],
  [
    'sessions.events',
    'half a JSON',
    ask('POST', ({ sessions }) => `/api/sessions/${sessions.running._id}/events`, {
      as: 'running',
      body: '{"events":[',
    }),
    malformed,
  ],
  [
    'accounts.changeEmail',
    'an array',
    ask('POST', '/api/user-info/emailUpdate', { json: [] }),
    anObject,
  ],
  ['system.health', 'another method', ask('DELETE', '/api/health', { as: 'anyone' }), notFound],
  [
    'system.health',
    'a method of a file server',
    ask('PROPFIND', '/api/health', { as: 'anyone' }),
    notFound,
  ],
  ['system.health', 'a longer address', ask('GET', '/api/health/x', { as: 'anyone' }), notFound],
  [
    'system.about',
    'another method',
    ask('POST', '/api/about', { as: 'anyone', json: {} }),
    notFound,
  ],
  [
    'system.about',
    'a way up and down again',
    ask('GET', '/api/x/../about', { as: 'anyone' }),
    notFound,
  ],
  [
    'system.about',
    'a broken percent sequence',
    ask('GET', '/api/about%', { as: 'anyone' }),
    refused('bad_input', 'This address cannot be read.'),
  ],
  ['accounts.signOut', 'another method', ask('GET', '/auth/logout'), notFound],
  [
    'tests.delete',
    'another method',
    ask('POST', ({ tests }) => `/api/tests/${tests.open._id}/x/y`, { json: {} }),
    notFound,
  ],
  [
    'tests.get',
    'an address of 9000 characters',
    ask('GET', `/api/tests/${'x'.repeat(9000)}`),
    refused('bad_input', 'This address cannot be read.'),
  ],
];
