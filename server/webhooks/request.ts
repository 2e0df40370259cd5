// One request of a webhook: to an address that was checked, without following where the answer leads, in ten seconds,
// and without reading the answer's body.
import type { lookup } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { DeliveryProblem } from '#contract/webhooks.ts';
import {
  ClosedAddress,
  isOpenAddress,
  openLookup,
} from '#server/platform/machine/public-address.ts';

/** Limits on the addresses of an installation's webhooks. */
export interface WebhookBounds {
  /** http:// too. */
  allowPlain: boolean;
  /** This machine and its networks too. */
  allowPrivate: boolean;
}

export interface Attempt {
  /** HTTP status of the answer, or null if none came. */
  status: number | null;
  /** The problem, or null if the message arrived. */
  problem: DeliveryProblem | null;
  /** Time until the answer, or null without a connection, because the time of a look-up differs between names that exist and others. */
  durationMs: number | null;
  /** Why there was no connection, for the operator's log alone; null when there was one. */
  cause: Error | null;
}

/** Time limit from the look-up of the name to the answer's status. */
export const WEBHOOK_LIMIT_MS = 10_000;
const ANSWER_HEADERS_MAX_BYTES = 16 * 1024;

/** Returns whether an address can be open at all; a name may still lead to a closed one. */
export function isOpenUrl({ protocol, hostname }: URL, bounds: WebhookBounds): boolean {
  if (protocol !== 'https:' && !(protocol === 'http:' && bounds.allowPlain)) return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 || isOpenAddress(host, bounds);
}

interface Message {
  headers: Record<string, string>;
  body: string;
}

interface Limits {
  bounds: WebhookBounds;
  limitMs?: number;
  /** Stands for the system's look-up of names in tests. */
  resolve?: typeof lookup;
}

/** Sends a message once. The result does not contain the reason for a failed connection, except in `cause`. */
export async function postWebhook(
  address: string,
  message: Message,
  limits: Limits,
): Promise<Attempt> {
  const startedMs = performance.now();
  const progress = { isConnected: false };
  try {
    const status = await answerOf(address, message, { ...limits, progress });
    const durationMs = Math.round(performance.now() - startedMs);
    return { status, problem: problemOf(status), durationMs, cause: null };
  } catch (error) {
    const cause = error as Error;
    if (!progress.isConnected) {
      return { status: null, problem: 'connection', durationMs: null, cause };
    }
    const durationMs = Math.round(performance.now() - startedMs);
    return { status: null, problem: problemOfError(cause), durationMs, cause: null };
  }
}

function answerOf(
  address: string,
  { headers, body }: Message,
  {
    bounds,
    limitMs = WEBHOOK_LIMIT_MS,
    resolve: resolveName,
    progress,
  }: Limits & { progress: { isConnected: boolean } },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const url = new URL(address);
    if (!isOpenUrl(url, bounds)) throw new ClosedAddress(`${url.hostname} is not open`);
    const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
    const request = send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Tryout-Webhooks/1',
        ...headers,
      },
      // Each request has a connection of its own: a reused one would go to an address that was checked long ago.
      agent: false,
      lookup: openLookup(bounds, resolveName),
      maxHeaderSize: ANSWER_HEADERS_MAX_BYTES,
      signal: AbortSignal.timeout(limitMs),
    });
    request.on('error', reject);
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        progress.isConnected = true;
      });
    });
    request.on('response', (answer) => {
      resolve(answer.statusCode ?? 0);
      // The status is sufficient; a body may have no end.
      answer.on('error', () => undefined);
      request.destroy();
    });
    request.end(body);
  });
}

function problemOf(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

function problemOfError(error: Error & { code?: string }): DeliveryProblem {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  const { code = '' } = error;
  if (/^(ERR_TLS|ERR_SSL|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)) return 'tls';
  return 'connection';
}
