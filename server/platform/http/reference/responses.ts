// All answers of a row of the endpoint table for the API reference: success and every refusal, with examples.
import {
  type Endpoint,
  isOfPerson,
  keyScopeOf,
  type Permission,
  type RawAnswer,
} from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/error-body.ts';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { answerExample, answerSchema, type Json } from './examples.ts';
import { rawAnswerExamples } from './raw-answer-examples.ts';

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
export function responsesOf(id: string, row: Endpoint): Json {
  const byStatus = Object.groupBy(codesOf(row), (code) => errors[code][0]);
  const refusals = Object.entries(byStatus).map(([status, codes]) => [status, refusalOf(codes)]);
  return { [row.status ?? 200]: successOf(id, row), ...Object.fromEntries(refusals) };
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
  const [first, ...others] = codes;
  const named = codes.map((code) => [code, { value: errorExample(code) }]);
  // The page shows a choice of examples even if there is only one.
  const examples =
    first && others.length === 0
      ? { example: errorExample(first) }
      : { examples: Object.fromEntries(named) };
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code][1]}`).join('\n\n'),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        ...examples,
      },
    },
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
  example: 30,
};

function errorExample(code: ErrorCode): ErrorBody {
  const body = { message: errors[code][1], code };
  return code === 'bad_input'
    ? { ...body, message: 'Name is required', fields: { name: 'Name is required' } }
    : body;
}

function successOf(id: string, row: Endpoint): Json {
  if (typeof row.answer === 'string') return rawSuccess(row.answer, id);
  const example = answerExample(row);
  return {
    description: 'Done.',
    content: { 'application/json': { schema: answerSchema(row.answer), example } },
  };
}

function rawSuccess(answer: RawAnswer, id: string): Json {
  const {
    description,
    type,
    otherType,
    headers = {},
    body,
  } = rawAnswerExamples[id] ?? {
    description: answer,
  };
  const described = Object.entries(headers).map(([name, example]) => [
    name,
    { schema: { type: 'string' }, example },
  ]);
  const content = body
    ? { schema: { type: 'string' }, example: body }
    : { schema: { type: 'string', format: 'binary' } };
  return {
    description,
    headers: Object.fromEntries(described),
    ...(type ? { content: { [type]: content, ...(otherType && { [otherType]: content }) } } : {}),
  };
}
