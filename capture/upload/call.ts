// One request of a session: what came back, or why it failed and whether trying again helps.
import { addressOf, type CallInput, type Endpoint } from '#contract/endpoint.ts';
import { errorBody } from '#contract/error-body.ts';
import type { SpooledSession } from '../spool/spool.ts';

/**
 * unreachable: no answer (offline, server down, timed out); the request may have succeeded.
 * busy: the server requests a pause, or a proxy answered instead. offset: the upload continues at
 * another offset (tus 409). refused: a retry gives the same answer.
 */
export type FailureKind = 'unreachable' | 'busy' | 'offset' | 'refused';

export interface Failure {
  kind: FailureKind;
  /** HTTP status; 0 without an answer. */
  status: number;
  code: string;
  message: string;
  /** Asked for by the server. */
  retryAfterMs?: number;
  /** The answer's text, for the console. */
  body?: string;
}

export class CallError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'CallError';
    this.failure = failure;
  }
}

export interface CallOptions {
  method: 'GET' | 'HEAD' | 'PATCH' | 'POST' | 'PUT';
  /** The session's token; null where the address itself is the permission. */
  token: string | null;
  headers?: Record<string, string>;
  body?: BodyInit;
  /** A JSON body, in place of `body`. */
  json?: unknown;
  timeoutMs: number;
  /** For what is sent beside the video. */
  aside?: Pick<RequestInit, 'priority' | 'keepalive'>;
  signal: AbortSignal;
}

/**
 * Sends a request; answers a success only.
 * @throws CallError for everything else; the signal's reason once it is aborted.
 */
export async function send(address: string, options: CallOptions): Promise<Response> {
  const { method, token, json, timeoutMs, aside, signal } = options;
  const headers = new Headers(options.headers);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (json !== undefined) headers.set('content-type', 'application/json');
  const body = json === undefined ? options.body : JSON.stringify(json);
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      headers,
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(timeoutMs))]),
      ...(body === undefined ? {} : { body }),
      ...aside,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new CallError(unreachable(error));
  }
  if (response.ok) return response;
  throw new CallError(await failureOfAnswer(response));
}

/** Fields of a session that its calls need. */
export type SessionAccess = Pick<SpooledSession, 'sessionId' | 'token'>;

/** Sends a session's call: the row gives method and address. @throws as `send` */
export async function sendOf<E extends Endpoint & Pick<CallOptions, 'method'>>(
  session: SessionAccess & (CallInput<E> extends { params: infer Params } ? Params : unknown),
  row: E,
  options: Omit<CallOptions, 'method' | 'token'>,
): Promise<Response> {
  const address = addressOf<Endpoint>(row, { params: session });
  return await send(address, { method: row.method, token: session.token, ...options });
}

function unreachable(error: unknown): Failure {
  const message = error instanceof Error ? error.message : 'The server cannot be reached.';
  return { kind: 'unreachable', status: 0, code: 'unreachable', message };
}

/** Statuses that pass by themselves: timeouts, locks, limits and everything of the server's side. */
const passing = new Set([408, 423, 425, 429]);

/** A proxy takes no request of this length: the same bytes pass in shorter ones. */
export const PROXY_LIMIT = 'http_413';

/**
 * Reads a refusal by status and the error body's code. Other servers' answers decide
 * nothing: proxies answer 404 while it starts, and 403 or a page of their own before a sign-in.
 */
export function failureOf(status: number, body: unknown, headers: Headers): Failure {
  const parsed = errorBody.safeParse(body);
  // HEAD has no body; the uploads' answers name the protocol.
  const isOurs = parsed.success || headers.has('tus-resumable');
  const code = parsed.success ? parsed.data.code : `http_${status}`;
  const message = parsed.success ? parsed.data.message : `The server answered ${status}.`;
  const isElsewhere = !isOurs && code !== PROXY_LIMIT && status !== 409;
  if (status >= 500 || passing.has(status) || isElsewhere) {
    return { kind: 'busy', status, code, message, ...retryAfter(headers.get('retry-after')) };
  }
  const isOffset = status === 409 && (!parsed.success || code === 'upload_offset');
  return { kind: isOffset ? 'offset' : 'refused', status, code, message };
}

/** Statuses that mean that the session no longer exists. */
const goneStatuses = new Set([404, 410]);

/** The test or the session was deleted: the recording will never be taken. */
export function isGone({ kind, status }: Failure): boolean {
  return kind === 'refused' && goneStatuses.has(status);
}

/** Retry-After in seconds (RFC 9110, section 10.2.3); our server sends no dates. */
function retryAfter(header: string | null): { retryAfterMs?: number } {
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) ? { retryAfterMs: seconds * 1000 } : {};
}

async function failureOfAnswer(response: Response): Promise<Failure> {
  // The line may break within the answer: its status is known.
  const body = await response.text().catch(() => '');
  return { ...failureOf(response.status, parsedOrNothing(body), response.headers), body };
}

/** The status decides if the body is a proxy's page or missing (HEAD). */
function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
