// Bad inputs of the streamed upload: tus headers, offsets, lengths, bytes that are no video.
import { ask, type BadInput, refused } from './bad-input.ts';
import { ARRIVED_BYTES, type Caller, type World } from './world.ts';

type Headers = Record<string, string | string[]>;

const create = (headers: Headers, as: Caller = 'running') =>
  ask('POST', '/api/uploads', { as, headers: { 'tus-resumable': '1.0.0', ...headers } });

/** A piece at the right place unless a header says otherwise; null leaves a header out. */
function patch(
  headers: Record<string, string | string[] | null>,
  { as = 'running', of = as, body = Buffer.from('piece') }: Piece = {},
) {
  const all = {
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(ARRIVED_BYTES),
    ...headers,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  return ask('PATCH', uploadOf(of), { as, body, headers: Object.fromEntries(sent) });
}

interface Piece {
  as?: Caller;
  of?: Caller;
  body?: Buffer;
}

const uploadOf =
  (caller: Caller) =>
  ({ sessions }: World) =>
    `/api/uploads/${sessions[caller as 'running']?.uploadId ?? caller}`;

const badInput = refused('bad_input');
const tooLarge = String(3 * 1024 ** 3);

/** Asking what the server speaks takes no input but its address. */
const discover = (path: string) => ask('OPTIONS', path, { as: 'anyone', body: '{"tus":' });

export const uploadCases: BadInput[] = [
  [
    'uploads.discover',
    'a body that is no JSON',
    discover('/api/uploads'),
    refused('malformed_body'),
  ],
  [
    'uploads.discoverOne',
    'a body that is no JSON',
    discover('/api/uploads/x'),
    refused('malformed_body'),
  ],
  ['uploads.create', 'no length', create({}), badInput],
  [
    'uploads.create',
    'both kinds of length',
    create({ 'upload-length': '50000', 'upload-defer-length': '1' }),
    badInput,
  ],
  ['uploads.create', 'a length below zero', create({ 'upload-length': '-1' }), badInput],
  ['uploads.create', 'a length with a fraction', create({ 'upload-length': '1.5' }), badInput],
  ['uploads.create', 'a length in hexadecimal', create({ 'upload-length': '0x10' }), badInput],
  ['uploads.create', 'an empty length', create({ 'upload-length': '' }), badInput],
  [
    'uploads.create',
    'a length of 30 digits',
    create({ 'upload-length': '9'.repeat(30) }),
    badInput,
  ],
  [
    'uploads.create',
    'a length below what has arrived',
    create({ 'upload-length': '10' }),
    badInput,
  ],
  ['uploads.create', 'a length twice', create({ 'upload-length': ['50000', '50000'] }), badInput],
  ['uploads.create', 'a deferred length of 2', create({ 'upload-defer-length': '2' }), badInput],
  [
    'uploads.create',
    'a length of 3 GB',
    create({ 'upload-length': tooLarge }),
    refused('too_large'),
  ],
  [
    'uploads.create',
    'another version of the protocol',
    create({ 'tus-resumable': '0.2.2', 'upload-defer-length': '1' }),
    refused('tus_version'),
  ],
  [
    'uploads.create',
    'no token',
    create({ 'upload-defer-length': '1' }, 'anyone'),
    refused('session_token_invalid'),
  ],
  [
    'uploads.create',
    "the owner's sign-in",
    create({ 'upload-defer-length': '1' }, 'owner'),
    refused('session_token_invalid'),
  ],
  [
    'uploads.create',
    'the token of a deleted session',
    create({ 'upload-defer-length': '1' }, 'deleted'),
    refused('not_found'),
  ],
  [
    'uploads.append',
    'no version of the protocol',
    patch({ 'tus-resumable': null }),
    refused('tus_version'),
  ],
  [
    'uploads.append',
    'the version twice',
    patch({ 'tus-resumable': ['1.0.0', '1.0.0'] }),
    refused('tus_version'),
  ],
  ['uploads.append', 'no offset', patch({ 'upload-offset': null }), badInput],
  ['uploads.append', 'an offset below zero', patch({ 'upload-offset': '-1' }), badInput],
  ['uploads.append', 'an offset in words', patch({ 'upload-offset': 'end' }), badInput],
  [
    'uploads.append',
    'an offset in scientific notation',
    patch({ 'upload-offset': '2e4' }),
    badInput,
  ],
  [
    'uploads.append',
    'two offsets',
    patch({ 'upload-offset': ['0', String(ARRIVED_BYTES)] }),
    badInput,
  ],
  [
    'uploads.append',
    'an offset that has passed',
    patch({ 'upload-offset': '0' }),
    refused('upload_offset'),
  ],
  [
    'uploads.append',
    'an offset ahead',
    patch({ 'upload-offset': '999999' }),
    refused('upload_offset'),
  ],
  ['uploads.append', 'a length below what has arrived', patch({ 'upload-length': '1' }), badInput],
  [
    'uploads.append',
    'a piece that goes beyond the length beside it',
    patch({ 'upload-length': String(ARRIVED_BYTES + 1) }),
    refused('too_large'),
  ],
  ['uploads.append', 'a length that is none', patch({ 'upload-length': 'NaN' }), badInput],
  [
    'uploads.append',
    'a length of 3 GB',
    patch({ 'upload-length': tooLarge }),
    refused('too_large'),
  ],
  [
    'uploads.append',
    'a length with a wrong offset',
    patch({ 'upload-length': '50000', 'upload-offset': '0' }),
    refused('upload_offset'),
  ],
  [
    'uploads.append',
    'JSON',
    patch({ 'content-type': 'application/json' }, { body: Buffer.from('{}') }),
    refused('wrong_media'),
  ],
  [
    'uploads.append',
    'a video under its own type',
    patch({ 'content-type': 'video/webm' }),
    refused('wrong_media'),
  ],
  [
    'uploads.append',
    'no token',
    patch({}, { as: 'anyone', of: 'running' }),
    refused('session_token_invalid'),
  ],
  [
    'uploads.append',
    "another session's token",
    patch({}, { as: 'other', of: 'running' }),
    refused('not_found'),
  ],
  [
    'uploads.append',
    'a session that is over',
    patch({}, { as: 'finished' }),
    refused('session_over'),
  ],
  ['uploads.append', 'a deleted session', patch({}, { as: 'deleted' }), refused('not_found')],
  [
    'uploads.append',
    'an upload that is none',
    ask('PATCH', '/api/uploads/..%2f..%2fmedia', {
      as: 'running',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    }),
    refused('not_found'),
  ],
  [
    'uploads.append',
    'a text for a first piece',
    patch({ 'upload-offset': '0' }, { as: 'other', body: Buffer.from('not a video') }),
    refused('wrong_media'),
  ],
  [
    'uploads.append',
    'an image for a first piece',
    patch(
      { 'upload-offset': '0' },
      { as: 'other', body: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
    ),
    refused('wrong_media'),
  ],
  [
    'uploads.append',
    'a Matroska file that is no WebM',
    patch({ 'upload-offset': '0' }, { as: 'other', body: matroska() }),
    refused('unreadable_video'),
  ],
];

/** An EBML header that names another kind of file (RFC 8794 section 11.2.4). */
function matroska(): Buffer {
  const docType = Buffer.from('matroska');
  const field = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 | docType.length]), docType]);
  return Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 | field.length]), field]);
}
