// The shape of one row of the endpoint table, the types derived from it, and the address of a call.
import type { z } from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { pathSegment } from './paths.ts';
import type { ViewKind } from './view-links.ts';

/**
 * Callers who may use an endpoint. `viewer`, `member` and `owner` are people with a sign-in cookie who have at least that
 * role in the workspace. `visitor` is a visitor of a link for viewing, with the link's cookie. `participant` sends
 * `Authorization: Bearer {session token}`, and `private-link` the token of the link to the participant's own recording.
 */
export type Permission =
  | 'anyone'
  | 'viewer'
  | 'member'
  | 'owner'
  | 'participant'
  | 'private-link'
  | 'visitor';

const withoutSignIn: ReadonlySet<Permission> = new Set([
  'anyone',
  'participant',
  'private-link',
  'visitor',
]);

/** Returns whether callers with this permission are signed in, whatever their role. */
export function isOfPerson(permission: Permission): boolean {
  return !withoutSignIn.has(permission);
}

/** Maximum number of calls in a window of time that begins with the first call. */
export interface CallRate {
  calls: number;
  perSeconds: number;
  /** Each server counts for itself, in memory, because the call costs less than the statement that would count it. */
  inMemory?: true;
}

/** Measured CPU time of an answer, on the server and in the database, in points of 5 ms (docs/performance.md). */
export interface CallCost {
  points: number;
  /**
   * Additional points for each 1000 recordings of the test. The call's handler counts them after it has read the test.
   */
  perThousand?: number;
  /** Additional points for each 1000 places that people pressed in vain, counted when these have been read. */
  perThousandPlaces?: number;
  /** Additional points for each 1000 clicks of the recording, counted when these have been read. */
  perThousandClicks?: number;
  /** Additional points for each picture of a screen with a place, counted when the pictures are computed. */
  perPicture?: number;
}

/** Kinds of answers that are not JSON. */
export type RawAnswer =
  | 'redirect'
  | 'video'
  | 'png'
  | 'image'
  | 'tus'
  | 'event-stream'
  | 'zip'
  | 'text';

export interface Endpoint {
  method: 'GET' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Other methods at the same address, with the same handler. */
  also?: readonly ('HEAD' | 'PATCH')[];
  /** Fastify route pattern; every parameter is listed in `params`. */
  path: string;
  summary: string;
  permission: Permission;
  /** Calls are rejected with sign_in_again if the person signed in more than RECENT_SIGN_IN_MINUTES ago. */
  recentSignIn?: true;
  /** API keys may not make this call, because it concerns a person's account, sign-ins or teams. */
  personal?: true;
  /**
   * Kinds of links for viewing whose visitors may make this call below /api/view/{id}, or undefined for none. The call
   * must be a GET. Its handler authorizes each read in server/platform/access/authorized.ts.
   */
  viewedBy?: readonly ViewKind[];
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  /** Schema of a JSON body. The handler parses other bodies, 'multipart' and 'tus' piece by piece. */
  body?: z.ZodMiniType | 'multipart' | 'tus' | 'image';
  /** Maximum size of the JSON body or image, if BODY_MAX_BYTES is too small. */
  bodyMaxBytes?: number;
  /** Status of a successful answer, if it is not 200. */
  status?: 201 | 204 | 302;
  /** Schema of the answer. Handlers return a codec's decoded form, which the server encodes. */
  answer: z.ZodMiniType | RawAnswer;
  /**
   * Rate limit for one caller: a session, a person, or otherwise an address. Calls above it fail with
   * too_many_requests.
   */
  rate?: CallRate;
  /** The body has messages of a session, which count against its EVENTS_RATE. */
  countsMessages?: true;
  /**
   * Points that a call takes from the caller's COMPUTING_RATE, or undefined if it takes none. Each row with `viewedBy` has
   * it, unless its answer is stored bytes of an image or a video.
   */
  cost?: CallCost;
  /**
   * Error codes in addition to those that every call can have: bad_input, not_signed_in, cross_site_token, sign_in_again,
   * session_token_invalid, internal, and those of API keys.
   */
  errors?: readonly ErrorCode[];
}

/** Scope of an API key: 'read' permits only GET and HEAD. */
export type KeyScope = 'read' | 'write';

/**
 * Returns the scope that a key needs for a call, or null if no key may make it. A key with 'write' may make every call
 * that is open to keys.
 */
export function keyScopeOf(row: Endpoint): KeyScope | null {
  const { permission, personal, recentSignIn } = row;
  if (personal || recentSignIn || permission === 'owner') return null;
  if (withoutSignIn.has(permission) && permission !== 'anyone') return null;
  return row.method === 'GET' || row.method === 'OPTIONS' ? 'read' : 'write';
}

/** Keeps a row's literal and schema types. */
export function endpoint<const E extends Endpoint>(row: E): E {
  return row;
}

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

export type ParamsOf<E> = E extends { params: infer S } ? Output<S> : undefined;
export type QueryOf<E> = E extends { query: infer S } ? Output<S> : undefined;
export type BodyOf<E> = E extends { body: infer S } ? Output<S> : undefined;
export type AnswerOf<E> = E extends { answer: infer S } ? Output<S> : undefined;

/** Value that a caller passes. A codec's value is passed in its decoded form, and the client encodes it. */
type Given<S> = S extends z.ZodMiniCodec ? z.output<S> : Input<S>;

/** Parameters, query and body of a call, before parsing. */
export type CallInput<E> = (E extends { params: infer S } ? { params: Input<S> } : unknown) &
  (E extends { query: infer S } ? { query?: Input<S> } : unknown) &
  (E extends { body: infer S }
    ? S extends z.ZodMiniType
      ? { body: Given<S> }
      : unknown
    : unknown);

/** An argument that is optional if none of its properties is required. */
export type Argument<T> = object extends T ? [input?: T] : [input: T];

/**
 * Returns the address of a call below the origin, for example `addressOf(stills.poster, { params: { sessionId } })`. No
 * other code fills in a row's path.
 * @param input each of `params` becomes one percent-encoded segment; undefined values of `query` are left out
 */
export function addressOf<E extends Endpoint>(
  row: E,
  ...[input]: Argument<Omit<CallInput<E>, 'body'>>
): string {
  const { params = {}, query = {} }: { params?: Values; query?: Values } = input ?? {};
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => pathSegment(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}
type Values = Record<string, unknown>;

/** Returns the path pattern of a call for visitors of a link. */
export function viewedPath(path: string): string {
  return path.replace(/^\/api\//, '/api/view/:viewLinkId/');
}
