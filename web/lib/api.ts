// The browser's side of the endpoint table: `call(tests.create, { body })`.
import { z } from 'zod/mini';
import { CROSS_SITE_COOKIE, CROSS_SITE_HEADER } from '#contract/cookies.ts';
import type { AnswerOf, Argument, CallInput, Endpoint } from '#contract/endpoint.ts';
import { errorBody } from '#contract/error-body.ts';
import { ApiError } from './api-error.ts';
import { callAddress } from './call-address.ts';
import { readCookie } from './cookies.ts';
import { askToSignInAgain } from './sign-in-again.ts';
import { hasUnsavedChanges } from './unsaved-changes.ts';

interface CallOptions {
  signal?: AbortSignal;
  /** Token of calls that require one, sent as `Authorization: Bearer …`. */
  token?: string;
}

export interface LooseInput extends CallOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Bytes in place of a JSON body. */
  file?: Blob;
  /** Headers beyond those of every call. */
  headers?: Record<string, string>;
}

/**
 * Makes one call of the endpoint table and returns its parsed answer. One that needs a recent sign-in, or any while a
 * form holds what is not saved, waits for it, and is sent again.
 * @throws ApiError for every refusal, also when the server cannot be reached (status 0).
 */
export async function call<E extends Endpoint>(
  row: E,
  ...[input]: Argument<CallInput<E> & CallOptions>
): Promise<AnswerOf<E>> {
  const loose: LooseInput = input ?? {};
  const response = await requestCall(row, loose);
  if (typeof row.answer === 'string') return undefined as AnswerOf<E>;
  const parsed = row.answer.safeParse(await readJson(response));
  if (!parsed.success) throw unexpected(response, parsed.error);
  return parsed.data as AnswerOf<E>;
}

/** Makes a call whose body is a file. @throws ApiError for every refusal */
export async function upload<E extends Endpoint>(
  row: E,
  input: CallInput<E> & { file: Blob },
): Promise<AnswerOf<E>> {
  return await call(row, ...([input] as unknown as Argument<CallInput<E> & CallOptions>));
}

/** Sends a call and returns its response. @throws ApiError when the call is refused. */
export async function requestCall(row: Endpoint, input: LooseInput): Promise<Response> {
  // Before the call: a form that is being saved holds nothing unsaved.
  const isHeld = row.method !== 'GET' && hasUnsavedChanges();
  const response = await send(row, input);
  if (response.ok) return response;
  const error = await refusal(response);
  const isEnded = error.code === 'not_signed_in' && isHeld;
  if (!isEnded && error.code !== 'sign_in_again') throw error;
  if (await askToSignInAgain(isEnded ? 'ended' : 'recent')) return requestCall(row, input);
  throw error;
}

async function send(row: Endpoint, input: LooseInput): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', ...input.headers };
  const crossSite = readCookie(CROSS_SITE_COOKIE);
  if (crossSite !== null && row.method !== 'GET') headers[CROSS_SITE_HEADER] = crossSite;
  if (input.token !== undefined) headers.authorization = `Bearer ${input.token}`;
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  if (input.file) headers['content-type'] = input.file.type;
  try {
    return await fetch(callAddress<Endpoint>(row, input), {
      method: row.method,
      credentials: 'same-origin',
      headers,
      body:
        input.file ?? (input.body === undefined ? null : JSON.stringify(wireBody(row, input.body))),
      signal: input.signal ?? null,
      // The browser completes a deletion after its page is closed.
      keepalive: row.method === 'DELETE',
    });
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw new ApiError(0, {
      code: 'unreachable',
      message: 'The server cannot be reached. Check your connection and try again.',
    });
  }
}

/** A codec's value has other names on the wire. */
function wireBody({ body: schema }: Endpoint, body: unknown): unknown {
  return schema instanceof z.ZodMiniCodec ? z.encode(schema, body) : body;
}

/** A refusal may come from a server in between, which has a sentence but none of our codes. */
const anyRefusal = z.extend(errorBody, {
  message: errorBody.shape.message.check(z.trim(), z.minLength(1)),
  code: z.catch(errorBody.shape.code, ''),
  fields: z.catch(errorBody.shape.fields, undefined),
});

async function refusal(response: Response): Promise<ApiError> {
  const parsed = anyRefusal.safeParse(await readJson(response));
  if (!parsed.success) return unexpected(response, parsed.error);
  const error = new ApiError(response.status, parsed.data, parsed.data.fields);
  error.present = parsed.data.present;
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  if (seconds > 0) error.retryAfterMs = seconds * 1000;
  return error;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    // The body is no JSON; the schema rejects undefined with its own message.
    return undefined;
  }
}

function unexpected(response: Response, cause: unknown): ApiError {
  console.warn('Unexpected answer', response.url, cause);
  return new ApiError(response.status, {
    code: 'unexpected_answer',
    message: 'The server gave an unexpected answer. Please try again.',
  });
}
