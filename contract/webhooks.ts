// Webhooks of a workspace: what may be set, what lists show, and what is sent. The secret is answered once.
import { z } from 'zod/mini';
import { deliveryId, sessionId, testId, webhookId } from './ids.ts';
import { LINK_MAX_CHARACTERS } from './limits.ts';
import { transcriptionResult } from './transcripts.ts';

export const webhookEvents = ['session.finished', 'test.closed', 'transcript.ready'] as const;
export const webhookEvent = z.enum(webhookEvents);
export type WebhookEvent = z.infer<typeof webhookEvent>;

const sessionData = z.object({
  testId,
  sessionId,
  /** Number of the session within its test, as in 'Participant 12'. */
  number: z.int(),
  /** Addresses of the recording for an API key, and of the test's page for a member. */
  links: z.object({ recording: z.url(), page: z.url() }),
});

const sent = { timestamp: z.iso.datetime() };

/**
 * Body of a webhook's request (Standard Webhooks). It contains only ids and links; a receiver reads more with an API
 * key. The same event may be sent more than once, under the same `webhook-id`.
 */
export const webhookPayload = z.discriminatedUnion('type', [
  /** A recording is complete. The event is sent again when the recording resumes after its end. */
  z.object({
    type: z.literal('session.finished'),
    ...sent,
    data: z.extend(sessionData, {
      /** The value is true if the participant left or fell silent before they pressed stop. */
      endedEarly: z.boolean(),
    }),
  }),
  /** A test takes no submissions from now on. */
  z.object({
    type: z.literal('test.closed'),
    ...sent,
    data: z.object({
      testId,
      /** hand: in its settings. date: its close date has come. limit: the last submission of its limit is finished. */
      because: z.enum(['hand', 'date', 'limit']),
      links: z.object({ test: z.url(), page: z.url() }),
    }),
  }),
  /** A transcription is over: the words of a recording can be read, or there are none. Once more after another one. */
  z.object({
    type: z.literal('transcript.ready'),
    ...sent,
    data: z.extend(sessionData, { state: transcriptionResult }),
  }),
  /** A member requested a test of the address. */
  z.object({ type: z.literal('webhook.test'), ...sent, data: z.object({ webhookId }) }),
]);
export type WebhookPayload = z.infer<typeof webhookPayload>;

const ADDRESS_INVALID = 'Please enter a web address, such as https://example.org/hook.';

export const webhookInput = z.object({
  url: z.string(ADDRESS_INVALID).check(
    z.trim(),
    z.maxLength(LINK_MAX_CHARACTERS, 'This address is too long.'),
    z.refine((text) => isWebAddress(text), ADDRESS_INVALID),
  ),
  events: z.pipe(
    z.array(webhookEvent).check(z.minLength(1, 'Please choose at least one event.')),
    z.transform((events) => webhookEvents.filter((event) => events.includes(event))),
  ),
});

/** An address has neither a name and password nor a fragment, which is never sent. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    !url.href.includes('#')
  );
}

export const webhook = z.object({
  _id: webhookId,
  url: z.string(),
  events: z.array(webhookEvent),
  createdAt: z.iso.datetime(),
  /** Time of the first failure since the last success, or null if the last delivery succeeded or none was tried. */
  failingSince: z.nullable(z.iso.datetime()),
  /**
   * The reason why the webhook is off, or null if it is on. failing: the server switched it off after days of failures.
   */
  off: z.nullable(z.object({ since: z.iso.datetime(), because: z.enum(['by_hand', 'failing']) })),
  /** Until then the secret before signs too. It is null if there is one secret. */
  oldSecretUntil: z.nullable(z.iso.datetime()),
  /** The value is false if the secret was sealed with another SESSION_SECRET; create a new one. */
  readable: z.boolean(),
  /** Deliveries that were dropped because too many waited or came (WEBHOOK_EVENTS_RATE), by day, the newest first. */
  drops: z.array(z.object({ count: z.int(), from: z.iso.datetime(), to: z.iso.datetime() })),
});
export type Webhook = z.infer<typeof webhook>;

/**
 * Why an attempt failed. status: the answer was none of 200 to 299. redirect: it led elsewhere, which is not followed.
 * connection: there was no connection, or it broke. A name that is not known, a name of a private network and a refused
 * connection are the same, so that no one learns which names the server's network has. timeout: a connection, but no
 * answer within WEBHOOK_LIMIT_MS. tls: no secure connection. off: it was switched off before. secret: see `readable`.
 */
export const deliveryProblem = z.enum([
  'status',
  'redirect',
  'timeout',
  'tls',
  'connection',
  'off',
  'secret',
]);
export type DeliveryProblem = z.infer<typeof deliveryProblem>;

export const delivery = z.object({
  _id: deliveryId,
  event: z.string(),
  createdAt: z.iso.datetime(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  attemptedAt: z.nullable(z.iso.datetime()),
  /** While it waits. */
  nextAt: z.nullable(z.iso.datetime()),
  /** HTTP status of the last answer. */
  status: z.nullable(z.int()),
  problem: z.nullable(deliveryProblem),
  durationMs: z.nullable(z.int()),
  /** The request's body, as JSON. */
  body: z.string(),
});
export type Delivery = z.infer<typeof delivery>;
