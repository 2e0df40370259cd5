// The shape of one row of the endpoint table, the types derived from it, and the address of a call.
import type { z } from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { pathSegment } from './paths.ts';
import type { ViewKind } from './view-links.ts';

/**
 * Callers who may use an endpoint: anyone; with a sign-in cookie everyone in the workspace from that role on (viewer,
 * member, owner); a visitor of a link for viewing (its cookie); a participant (`Authorization: Bearer {session
 * token}`), also by the private link to their recording (`Authorization: Bearer {its token}`).
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

/** Most calls in a window of time that begins with the first. */
export interface CallRate {
  calls: number;
  perSeconds: number;
}

/** CPU of an answer in points of 5 ms: of the server and of its database, as measured (docs/performance.md). */
export interface CallCost {
  points: number;
  /**
   * Additional points for each 1000 recordings of the test. The call's handler counts them after it has read the test.
   */
  perThousand?: number;
}

/** Answers that are no JSON. */
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
  /** Further methods at the same address, answered by the same function. */
  also?: readonly ('HEAD' | 'PATCH')[];
  /** Fastify route pattern; every parameter is listed in `params`. */
  path: string;
  summary: string;
  permission: Permission;
  /** Refused with sign_in_again when the issuer's last answer is older than RECENT_SIGN_IN_MINUTES. */
  recentSignIn?: true;
  /** About a person's account, sign-ins and teams: an API key may not call it. */
  personal?: true;
  /**
   * Kinds of links for viewing whose visitors may make this call, a GET, below /api/view/{id} as well; none if it is
   * left out. The handler authorizes each read in server/platform/access/authorized.ts.
   */
  viewedBy?: readonly ViewKind[];
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  /** JSON body; others are parsed by their handlers, 'multipart' and 'tus' piece by piece. */
  body?: z.ZodMiniType | 'multipart' | 'tus' | 'image';
  /** Largest JSON body when BODY_MAX_BYTES is too little. */
  bodyMaxBytes?: number;
  /** Status of success when it is not 200. */
  status?: 201 | 204 | 302;
  /** A codec's answer is given under our names: the server encodes it. */
  answer: z.ZodMiniType | RawAnswer;
  /**
   * Rate limit for one caller: a session, a person, or otherwise an address. Calls above it fail with
   * too_many_requests.
   */
  rate?: CallRate;
  /** Points that a call takes from the caller's COMPUTING_RATE, or undefined if it takes none. */
  cost?: CallCost;
  /**
   * Refusals beyond bad_input, those of API keys, not_signed_in, cross_site_token, sign_in_again, session_token_invalid,
   * internal.
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

/** A codec's value under our names: the client encodes it. */
type Given<S> = S extends z.ZodMiniCodec ? z.output<S> : Input<S>;

/** Input from a client: parameters, query and body before parsing. */
export type CallInput<E> = (E extends { params: infer S } ? { params: Input<S> } : unknown) &
  (E extends { query: infer S } ? { query?: Input<S> } : unknown) &
  (E extends { body: infer S }
    ? S extends z.ZodMiniType
      ? { body: Given<S> }
      : unknown
    : unknown);

/** An argument that may be left out when nothing in it is required. */
export type Argument<T> = object extends T ? [input?: T] : [input: T];

/**
 * Address of a call below the origin: `addressOf(stills.poster, { params: { sessionId } })`. The one
 * place that fills in a row's path; the web app, capture and the server's answers use it.
 * @param input params: each becomes one percent-encoded segment. query: undefined values are left out.
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

/** The pattern of a call's address for visitors of a link. */
export function viewedPath(path: string): string {
  return path.replace(/^\/api\//, '/api/view/:viewLinkId/');
}
