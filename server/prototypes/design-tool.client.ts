// Client of a design tool's REST API. It calls only the configured origin, with time and size limits, and returns the
// tool's Retry-After.
import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { type JsonBounds, parseBoundedJson } from '#server/platform/security/json-shape.ts';
import { readAtMost } from '#server/platform/security/read-at-most.ts';
import type { PrototypeHost } from './prototype-hosts.ts';
import type { ToolAccess } from './tool-access.ts';

/** Time limit of an answer. The tool stops rendering after about a minute and answers 500. */
const ANSWER_LIMIT_MS = 70_000;
/** Most bytes of an answer. Node trees of a few screens take kilobytes, of a hundred large ones some megabytes. */
const ANSWER_MAX_BYTES = 64 * 1024 ** 2;
/** A layer takes two levels and up to a hundred values, so these limits allow 250 nested layers, and 40,000 in all. */
const ANSWER_BOUNDS: JsonBounds = { depth: 512, values: 4_000_000 };
/** Most bytes of a PNG of 32 megapixels, the most that the tool renders. */
const IMAGE_MAX_BYTES = 40 * 1024 ** 2;

/**
 * Makes one GET of the REST API and parses it by its schema.
 * @throws AppError prototype_unavailable (with the tool's Retry-After), screen_not_rendered (404)
 */
export async function readDesignTool<T extends z.ZodType>(
  { host, token }: ToolAccess,
  path: string,
  schema: T,
): Promise<z.output<T>> {
  const answer = await get(new URL(path, host.apiOrigin), { 'x-figma-token': token });
  if (!answer.ok) throw errorOf(host, answer);
  const text = new TextDecoder().decode(await readBounded(answer, ANSWER_MAX_BYTES));
  const parsed = schema.safeParse(parseBoundedJson(text, ANSWER_BOUNDS));
  if (!parsed.success) {
    throw new AppError('prototype_unavailable', {
      message: `${host.name} sent an answer that could not be read.`,
    });
  }
  return parsed.data;
}

/** Time limit of a check, because a person waits for the answer in front of a form. */
const CHECK_LIMIT_MS = 15_000;
/** Most bytes of a check. Image fills of a file are addresses, 250 bytes each. */
const CHECK_MAX_BYTES = 8 * 1024 ** 2;

/**
 * Makes one GET and returns any answer: its status, and its JSON if it has any.
 * @throws AppError prototype_unavailable if there is no whole answer
 */
export async function checkDesignTool(
  { host, token }: ToolAccess,
  path: string,
): Promise<{ status: number; body: unknown }> {
  const headers = { 'x-figma-token': token };
  const answer = await get(new URL(path, host.apiOrigin), headers, CHECK_LIMIT_MS);
  const text = new TextDecoder().decode(await readBounded(answer, CHECK_MAX_BYTES));
  return { status: answer.status, body: parseBoundedJson(text, ANSWER_BOUNDS) };
}

/**
 * Downloads a rendered image from the address that the tool returned: https, or the host itself. The request counts
 * against none of the API's limits, and never contains the token.
 * @throws AppError prototype_unavailable
 */
export async function downloadImage(host: PrototypeHost, address: string): Promise<Uint8Array> {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isOwn(host, url)) {
    throw new AppError('prototype_unavailable', {
      message: `${host.name} returned an image address that is not allowed (${url.origin}).`,
    });
  }
  const answer = await get(url, {});
  if (!answer.ok) throw errorOf(host, answer);
  return await readBounded(answer, IMAGE_MAX_BYTES);
}

/** Returns whether the host serves the image itself: a stand-in without https does so, maybe at another port. */
function isOwn(host: PrototypeHost, url: URL): boolean {
  return [host.apiOrigin, host.webOrigin, host.embedOrigin]
    .map((origin) => new URL(origin))
    .some(({ protocol, hostname }) => protocol === 'http:' && hostname === url.hostname);
}

async function get(
  address: URL,
  headers: Record<string, string>,
  limitMs = ANSWER_LIMIT_MS,
): Promise<Response> {
  try {
    return await fetch(address, {
      headers,
      // A redirect could lead to an address inside the server's own network.
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    });
  } catch (error) {
    throw noAnswer(error);
  }
}

function errorOf(host: PrototypeHost, answer: Response): AppError {
  if (answer.status === 404) return new AppError('screen_not_rendered');
  const seconds = secondsToWait(answer);
  const reasons: Record<number, string> = {
    403: `${host.name} refuses our access token for this file.`,
    429: `${host.name} allows no more requests for now.`,
  };
  const message = reasons[answer.status] ?? `${host.name} answered with status ${answer.status}.`;
  return new AppError('prototype_unavailable', {
    message,
    ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}),
  });
}

/** Wait after a limit without Retry-After: the tool counts by the minute. */
const LIMIT_WAIT_SECONDS = 60;

/** Longest wait. No wait is a promise, and some headers contain a number that no date can represent. */
const WAIT_MAX_SECONDS = 31 * 24 * 3600;

/** Parses Retry-After: seconds, or a date by RFC 9110 section 10.2.3. Returns 0 or less if no wait is needed. */
function secondsToWait(answer: Response): number {
  const header = answer.headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  if (seconds > 0) return Math.min(seconds, WAIT_MAX_SECONDS);
  return answer.status === 429 ? LIMIT_WAIT_SECONDS : 0;
}

/** Returns the error for a missing answer. `fetch` stores the system's reason in `cause`. */
function noAnswer(error: unknown): AppError {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AppError('prototype_unavailable', {
    message: `The design tool does not answer (${reason}).`,
  });
}

async function readBounded(answer: Response, maxBytes: number): Promise<Uint8Array> {
  const bytes = await readAtMost(answer.body ?? [], maxBytes).catch((error: unknown) => {
    // The connection broke or timed out in the middle of the body.
    throw noAnswer(error);
  });
  if (bytes) return bytes;
  throw new AppError('prototype_unavailable', {
    message: `The design tool’s answer is over ${maxBytes} bytes.`,
  });
}
