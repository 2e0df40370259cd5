// Bad inputs of stills: whose session it is, times and numbers in addresses, bytes that are no picture.
import { ask, type BadInput, badFields, refused } from './bad-input.ts';
import type { Caller, World } from './world.ts';

interface Sending {
  as?: Caller;
  of?: 'running' | 'finished' | 'deleted';
  type?: string | null;
  body?: Buffer;
}

/** A picture of 16 × 16 pixels, which is a poster and not a sheet. */
const WEBP = Buffer.from(
  'UklGRjIAAABXRUJQVlA4ICYAAABwAQCdASoQABAABUB8JaACdAFAAAD+1JkwwmCdf+A/iX9gWIAAAA==',
  'base64',
);

function put(
  path: string,
  { as = 'running', of = 'running', type = 'image/webp', body = WEBP }: Sending = {},
) {
  const headers = { ...(type === null ? {} : { 'content-type': type }) };
  return ask('PUT', ({ sessions }: World) => `/api/sessions/${sessions[of]._id}/${path}`, {
    as,
    headers,
    body,
  });
}
const poster = (sending?: Sending) => put('poster?timeMs=1000', sending);
const sheet = (sending?: Sending) => put('stills/0?timesMs=0,2000', sending);
const timed = (query: string) => put(`stills/0?timesMs=${query}`);

const get = (path: string, as: Caller = 'owner') =>
  ask('GET', ({ sessions }) => `/api/recordings/${sessions.finished._id}/${path}`, { as });

const notFound = refused('not_found');
const notSignedIn = refused('not_signed_in');
const noToken = refused('session_token_invalid');
const wrongMedia = refused('wrong_media');
const unreadable = refused('unreadable_image');
const timesForm = badFields({ timesMs: 'Times are whole milliseconds with commas between them.' });
const timesRise = badFields({ timesMs: 'Each time must be later than the one before.' });

/** The same for both calls: who sends, and what. */
const both: [string, Sending, BadInput[3]][] = [
  ['anyone', { as: 'anyone' }, noToken],
  ['the owner', { as: 'owner' }, noToken],
  ["another session's token", { as: 'other' }, notFound],
  ['a session that was deleted', { as: 'deleted', of: 'deleted' }, notFound],
  ['JSON', { type: 'application/json', body: Buffer.from('{}') }, wrongMedia],
  ['a PNG', { type: 'image/png', body: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') }, wrongMedia],
  ['no type', { type: '' }, wrongMedia],
  ['nothing', { body: Buffer.alloc(0) }, wrongMedia],
  ['text in the name of a picture', { body: Buffer.from('<svg/>') }, wrongMedia],
  ['a head alone', { body: WEBP.subarray(0, 20) }, unreadable],
  ['a picture that ends early', { body: WEBP.subarray(0, WEBP.length - 30) }, unreadable],
  ['300 kB', { body: Buffer.alloc(300_000) }, refused('too_large')],
];

export const stillCases: BadInput[] = [
  ...both.flatMap(([what, sending, refusal]): BadInput[] => [
    ['stills.storePoster', what, poster(sending), refusal],
    ['stills.storeSheet', what, sheet(sending), refusal],
  ]),
  ['stills.storePoster', 'no time', put('poster'), badFields({ timeMs: 'Please enter a number.' })],
  [
    'stills.storePoster',
    'a time below zero',
    put('poster?timeMs=-1'),
    badFields({ timeMs: 'This must be at least 0.' }),
  ],
  [
    'stills.storePoster',
    'a time after the longest recording',
    put('poster?timeMs=9999999'),
    badFields({ timeMs: 'This can be at most 3660000.' }),
  ],
  [
    'stills.storePoster',
    'a fraction of a millisecond',
    put('poster?timeMs=1.5'),
    badFields({ timeMs: 'Please enter a whole number.' }),
  ],
  ['stills.storeSheet', 'a picture too small for a sheet', sheet(), unreadable],
  ['stills.storeSheet', 'no times', put('stills/0'), badFields({ timesMs: 'This is required.' })],
  ['stills.storeSheet', 'empty times', timed(''), timesForm],
  ['stills.storeSheet', 'times in words', timed('a,b'), timesForm],
  ['stills.storeSheet', 'a time below zero', timed('-1,2'), timesForm],
  ['stills.storeSheet', 'a time left out', timed('0,,2'), timesForm],
  ['stills.storeSheet', 'times that fall', timed('2000,0'), timesRise],
  ['stills.storeSheet', 'a time twice', timed('2000,2000'), timesRise],
  [
    'stills.storeSheet',
    'eleven times',
    timed('0,1,2,3,4,5,6,7,8,9,10'),
    badFields({ timesMs: 'This can have at most 10 entries.' }),
  ],
  ['stills.storeSheet', 'a sheet after the last', put('stills/180?timesMs=0'), notFound],
  ['stills.storeSheet', 'a sheet below zero', put('stills/-1?timesMs=0'), notFound],
  ['stills.storeSheet', 'a sheet in hexadecimal', put('stills/0x1?timesMs=0'), notFound],
  ['stills.storeSheet', 'a path for a sheet', put('stills/..%2fposter?timesMs=0'), notFound],
  ['stills.poster', 'a recording without one', get('poster'), notFound],
  ['stills.poster', 'a stranger', get('poster', 'stranger'), notFound],
  ['stills.poster', "the session's own token", get('poster', 'finished'), notSignedIn],
  [
    'stills.poster',
    'a session that is none',
    ask('GET', '/api/recordings/__proto__/poster'),
    notFound,
  ],
  ['stills.sheet', 'a recording without one', get('stills/0'), notFound],
  ['stills.sheet', 'a stranger', get('stills/0', 'stranger'), notFound],
  ['stills.sheet', 'the poster by its key', get('stills/poster'), notFound],
  ['stills.sheet', 'a path for a sheet', get('stills/..%2fvideo.webm'), notFound],
  ['stills.sheet', 'a NUL for a sheet', get('stills/%00'), notFound],
];
