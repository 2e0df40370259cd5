// Asks a design tool's REST API: only its configured origin, with time and size limits, and what it
// says about waiting is kept.
import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { type JsonBounds, parseBoundedJson } from '#server/platform/security/json-shape.ts';
import { readAtMost } from '#server/platform/security/read-at-most.ts';
import type { PrototypeHost } from './prototype-hosts.ts';
import type { ToolAccess } from './tool-access.ts';

/** The tool gives rendering up after about a minute and answers 500. */
const ANSWER_LIMIT_MS = 70_000;
/** Node trees of a few screens take kilobytes, of a hundred large ones some megabytes. */
const ANSWER_MAX_BYTES = 64 * 1024 ** 2;
/** A layer takes two levels and up to a hundred values: 250 layers in each other, and 40,000 in all. */
const ANSWER_BOUNDS: JsonBounds = { depth: 512, values: 4_000_000 };
/** 32 megapixels, the most the tool renders, as PNG. */
const IMAGE_MAX_BYTES = 40 * 1024 ** 2;

/**
 * One GET of the REST API, parsed by its schema.
 * @throws AppError prototype_unavailable (with the tool's Retry-After), screen_not_rendered (404)
 */
export async function askDesignTool<T extends z.ZodType>(
  { host, token }: ToolAccess,
  path: string,
  schema: T,
): Promise<z.output<T>> {
  const answer = await get(new URL(path, host.apiOrigin), { 'x-figma-token': token });
  if (!answer.ok) throw refusalOf(host, answer);
  const text = new TextDecoder().decode(await readBounded(answer, ANSWER_MAX_BYTES));
  const parsed = schema.safeParse(parseBoundedJson(text, ANSWER_BOUNDS));
  if (!parsed.success) {
    throw new AppError('prototype_unavailable', {
      message: `${host.name} answered something we cannot read.`,
    });
  }
  return parsed.data;
}

/** Time that a person waits for the answer in front of a form. */
const CHECK_LIMIT_MS = 15_000;
/** Image fills of a file are addresses, 250 bytes each. */
const CHECK_MAX_BYTES = 8 * 1024 ** 2;

/**
 * One GET whose refusals are answers too: its status, and its JSON where it is any.
 * @throws AppError prototype_unavailable when there is no whole answer
 */
export async function askForCheck(
  { host, token }: ToolAccess,
  path: string,
): Promise<{ status: number; body: unknown }> {
  const headers = { 'x-figma-token': token };
  const answer = await get(new URL(path, host.apiOrigin), headers, CHECK_LIMIT_MS);
  const text = new TextDecoder().decode(await readBounded(answer, CHECK_MAX_BYTES));
  return { status: answer.status, body: parseBoundedJson(text, ANSWER_BOUNDS) };
}

/**
 * Downloads a rendered image from the address that the tool gave: https, or the host itself.
 * Costs none of the API's limited calls, and never carries the token.
 * @throws AppError prototype_unavailable
 */
export async function downloadImage(host: PrototypeHost, address: string): Promise<Uint8Array> {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isOwn(host, url)) {
    throw new AppError('prototype_unavailable', {
      message: `${host.name} keeps its images at an address we do not read (${url.origin}).`,
    });
  }
  const answer = await get(url, {});
  if (!answer.ok) throw refusalOf(host, answer);
  return await readBounded(answer, IMAGE_MAX_BYTES);
}

/** A stand-in without https keeps its images on its own machine, maybe at another port. */
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
    throw unanswered(error);
  }
}

function refusalOf(host: PrototypeHost, answer: Response): AppError {
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

/** For a limit that doesn't say when it ends: the tool counts by the minute. */
const LIMIT_WAIT_SECONDS = 60;

/** Longer waits count as this one: none is a promise, and some headers are no number that a date holds. */
const WAIT_MAX_SECONDS = 31 * 24 * 3600;

/** Retry-After: seconds, or a date by RFC 9110 section 10.2.3; not above 0 when there is nothing to wait for. */
function secondsToWait(answer: Response): number {
  const said = answer.headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000;
  if (seconds > 0) return Math.min(seconds, WAIT_MAX_SECONDS);
  return answer.status === 429 ? LIMIT_WAIT_SECONDS : 0;
}

/** `fetch` keeps the system's reason in `cause`. */
function unanswered(error: unknown): AppError {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AppError('prototype_unavailable', {
    message: `The design tool does not answer (${reason}).`,
  });
}

async function readBounded(answer: Response, maxBytes: number): Promise<Uint8Array> {
  const bytes = await readAtMost(answer.body ?? [], maxBytes).catch((error: unknown) => {
    // The connection broke or took too long in the middle of the body.
    throw unanswered(error);
  });
  if (bytes) return bytes;
  throw new AppError('prototype_unavailable', {
    message: `The design tool’s answer is over ${maxBytes} bytes.`,
  });
}
