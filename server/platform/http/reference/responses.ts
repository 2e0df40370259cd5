// All answers of a row of the endpoint table for the API reference: success and every refusal.
import {
  type Endpoint,
  isOfPerson,
  keyScopeOf,
  type Permission,
  type RawAnswer,
} from '#contract/endpoint.ts';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { answerSchema, type Json } from './schemas.ts';

/** Refusals that every call of a permission may answer with. */
const permissionErrors: Record<Permission, readonly ErrorCode[]> = {
  anyone: [],
  participant: ['session_token_invalid'],
  'private-link': ['session_token_invalid'],
  visitor: ['view_closed', 'link_expired'],
  viewer: ['not_signed_in'],
  member: ['not_signed_in', 'member_only'],
  owner: ['not_signed_in', 'owner_only'],
};

/** Every response of a row, by status. */
export function responsesOf(row: Endpoint): Json {
  const byStatus = Object.groupBy(codesOf(row), (code) => errors[code][0]);
  const refusals = Object.entries(byStatus).map(([status, codes]) => [status, refusalOf(codes)]);
  return { [row.status ?? 200]: successOf(row), ...Object.fromEntries(refusals) };
}

function codesOf(row: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...(row.query || row.body ? (['bad_input'] as const) : []),
    ...permissionErrors[row.permission],
    ...(row.recentSignIn ? (['sign_in_again'] as const) : []),
    ...(row.errors ?? []),
    ...(row.rate ? (['too_many_requests'] as const) : []),
    ...keyErrors(row, isOfPerson(row.permission)),
    ...(row.method !== 'GET' && isOfPerson(row.permission) ? (['cross_site_token'] as const) : []),
  ];
  return [...new Set(codes)];
}

function keyErrors(row: Endpoint, isSignedIn: boolean): ErrorCode[] {
  if (!isSignedIn) return [];
  const scope = keyScopeOf(row);
  if (scope === null) return ['key_refused'];
  const codes: ErrorCode[] = ['api_key_invalid', 'too_many_requests'];
  return scope === 'write' ? [...codes, 'key_reads_only'] : codes;
}

function refusalOf(codes: readonly ErrorCode[] = []): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code][1]}`).join('\n\n'),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    ...(codes.some((code) => waits.has(code)) ? { headers: { 'Retry-After': retryAfter } } : {}),
  };
}

/** Refusals that may contain the time of the next try. */
const waits: ReadonlySet<ErrorCode> = new Set([
  'too_many_requests',
  'prototype_unavailable',
  'unavailable',
]);
const retryAfter = {
  description: 'Seconds to wait, where that is known.',
  schema: { type: 'integer' },
};

function successOf({ answer }: Endpoint): Json {
  if (typeof answer === 'string') return rawAnswers[answer];
  return {
    description: 'Done.',
    content: { 'application/json': { schema: answerSchema(answer) } },
  };
}

const headers = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]));
const bytes = (...types: string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
const text = (...types: string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));

/** Answers that are not JSON, by their kind. */
const rawAnswers: Record<RawAnswer, Json> = {
  redirect: { description: 'To the address of `Location`.', headers: headers('Location') },
  video: {
    description:
      'The video, WebM or MP4 as the browser recorded it. With `Range` 206 and `Content-Range`; with a matching ' +
      '`If-None-Match` 304. Of a clip, `Clip-Early-Ms` is the time in the file before the clip begins.',
    headers: headers('Accept-Ranges', 'Content-Length', 'ETag', 'Clip-Early-Ms'),
    content: bytes('video/webm', 'video/mp4'),
  },
  png: {
    description: 'The image.',
    headers: headers('Cache-Control'),
    content: bytes('image/png'),
  },
  image: {
    description: 'The image, WebP, JPEG or PNG.',
    headers: headers('Cache-Control'),
    content: bytes('image/webp', 'image/jpeg', 'image/png'),
  },
  tus: {
    description: 'The state of the upload (tus 1.0.0). `HEAD` answers 200 with the same headers.',
    headers: headers('Tus-Resumable', 'Location', 'Upload-Offset', 'Upload-Defer-Length'),
  },
  'event-stream': {
    description: 'Open until either side ends it.',
    content: text('text/event-stream'),
  },
  zip: {
    description: 'The archive. With `Range` 206 and `Content-Range`, with `HEAD` its size alone.',
    headers: headers('Accept-Ranges', 'Content-Length', 'ETag', 'Content-Disposition'),
    content: bytes('application/zip'),
  },
  text: { description: 'The table or text.', content: text('text/csv', 'text/plain', 'text/vtt') },
};
