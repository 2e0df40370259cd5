// Registers every row of the endpoint table. The head of a call is checked, then its body is parsed and it is answered; a
// row without a handler stops the server's start.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { SessionId } from '#contract/ids.ts';
import { TUS_VERSION } from '#contract/uploads.api.ts';
import { isRecent, type SignIn } from '#server/platform/access/sign-in.ts';
import type { SecurityIds } from '#server/platform/log/security-events.ts';
import { readApiKey, readPrivateLink, readSessionToken } from './bearer-tokens.ts';
import type { CallInProgress, RouteParts } from './callers.ts';
import { countedAddress } from './client-address.ts';
import { chargeCall } from './computation-cost.ts';
import { readSignIn, requireCrossSiteToken } from './credentials.ts';
import { type RoutedRow, type RouteTable, routedRows, type Visitor } from './handlers.ts';
import { isStreamed } from './join-chunks.ts';
import { logCall } from './log-call.ts';
import { parseInput, parseParams } from './parse-input.ts';

/** Registers every row of the table. @throws Error with the name of a row without a handler */
export function registerRoutes(app: FastifyInstance, parts: RouteParts, table: RouteTable): void {
  app.decorateRequest('admission', null);
  for (const routed of routedRows(table)) registerRoute(app, parts, routed);
}

/**
 * Kinds of answers whose routes reject HEAD. A HEAD request would open a stream that no client closes, or use up a link
 * that works once, because mail programs check links with HEAD.
 */
const ANSWERS_WITHOUT_HEAD: ReadonlySet<Endpoint['answer']> = new Set(['event-stream', 'redirect']);

function registerRoute(
  app: FastifyInstance,
  parts: RouteParts,
  { key, row, handler }: RoutedRow,
): void {
  app.route({
    method: [row.method, ...(row.also ?? [])],
    url: row.path,
    exposeHeadRoute: !ANSWERS_WITHOUT_HEAD.has(row.answer),
    config: { endpoint: row },
    ...(row.bodyMaxBytes === undefined ? {} : { bodyLimit: row.bodyMaxBytes }),
    // Everything that the head decides comes before the body is read, so that a refused body costs no parsing.
    onRequest: async (request, reply) => {
      // The protocol requires the header in every response, including rejections before the handler.
      if (row.answer === 'tus') reply.header('tus-resumable', TUS_VERSION);
      await parts.callTurns.during(countedAddress(request.ip), () =>
        logCall(parts.securityLog, { key, request }, async (ids) => {
          requireShortBody(request, reply);
          const caller = await permit(parts, row, { ids, request, reply });
          if (row.rate) await parts.rates.count(key, nameOf(caller, request), row.rate);
          if (row.countsMessages) await countHead(parts, caller as SessionId, request);
          await chargeCall(parts, row, { caller, request });
          request.admission = { caller, ids };
        }),
      );
    },
    handler: async (request, reply) => {
      const { caller, ids } = request.admission ?? {};
      return await parts.callTurns.during(countedAddress(request.ip), () =>
        logCall(parts.securityLog, { key, request, ids }, async () => {
          const call = { ...parseCall(row, request), caller, request, reply };
          if (row.status) reply.status(row.status);
          const answer = await handler(call);
          return row.answer instanceof z.core.$ZodCodec ? z.encode(row.answer, answer) : answer;
        }),
      );
    },
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of a permitted call, or null before its head was checked. */
    admission: { caller: unknown; ids: SecurityIds } | null;
  }
}

/**
 * Refuses a body that is parsed whole by the length that its head names, as the framework would after it has received
 * as much. @throws AppError too_large
 */
function requireShortBody({ headers, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  if (isStreamed(headers['content-type'] ?? '')) return;
  if (Number(headers['content-length'] ?? 0) <= (routeOptions.bodyLimit ?? 0)) return;
  // The rest of the body is not read.
  reply.header('connection', 'close');
  throw new AppError('too_large');
}

/** Counts a call that brings messages by its head: its length, and one message, because their number is unknown yet. */
async function countHead(
  { rates }: RouteParts,
  session: SessionId,
  { headers }: FastifyRequest,
): Promise<void> {
  const bytes = Number(headers['content-length'] ?? 0);
  await rates.countEvents(session, { messages: 1, bytes });
}

/** Checks the caller against the row's permission. @returns the caller in the form that the handler expects */
async function permit(parts: RouteParts, row: Endpoint, call: CallInProgress): Promise<unknown> {
  const { request } = call;
  const { callers } = parts;
  const key = readApiKey(request);
  if (key !== null) {
    const byKey = await callers.permitKey(row, key, call);
    return row.permission === 'anyone' ? visitorByKey(byKey) : byKey;
  }
  if (row.permission === 'visitor') return await callers.permitVisitor(call);
  const caller = visitor(parts, call);
  if (row.permission === 'anyone') return caller;
  if (row.permission === 'participant') {
    const session = requireSession(caller, request);
    await callers.noteParticipant(session);
    return session;
  }
  if (row.permission === 'private-link') return readPrivateLink(request);
  const signIn = await caller.signIn();
  if (!signIn) throw new AppError('not_signed_in');
  if (row.method !== 'GET') requireCrossSiteToken(parts.secrets, request, signIn);
  if (row.permission === 'owner' && signIn.role !== 'owner') throw new AppError('owner_only');
  if (row.permission === 'member' && signIn.role === 'viewer') throw new AppError('member_only');
  if (row.recentSignIn && !isRecent(signIn)) throw new AppError('sign_in_again');
  return signIn;
}

/** Returns a caller with an API key, who is signed in by the key alone. A session's token in the same call is ignored. */
function visitorByKey(caller: SignIn): Visitor {
  return { signIn: async () => caller, sessionId: () => null };
}

/** Returns the key of a call's rate: the session, the API key or the person, or else the address. */
function nameOf(caller: unknown, { ip }: FastifyRequest): string {
  if (typeof caller === 'string') return caller;
  const { apiKeyId, userId } = caller as Partial<SignIn>;
  return apiKeyId ?? userId ?? countedAddress(ip);
}

/** Returns a caller whose sign-in or session is read on demand. @param ids receives the caller's ids for the security log */
function visitor(parts: RouteParts, { ids, request, reply }: CallInProgress): Visitor {
  return {
    signIn: async () => {
      const signIn = await readSignIn(parts, request, reply);
      if (signIn) {
        ids.userId = signIn.userId;
        ids.workspaceId = signIn.workspaceId;
        ids.signInId = signIn.id;
      }
      return signIn;
    },
    sessionId: () => {
      const sessionId = readSessionToken(parts.secrets, request);
      if (sessionId) ids.sessionId = sessionId;
      request.sessionId = sessionId;
      return sessionId;
    },
  };
}

/** Returns the session of the token. The id in the address, if any, must be the same, because a token opens one session. */
function requireSession(caller: Visitor, request: FastifyRequest): SessionId {
  const session = caller.sessionId();
  if (session === null) throw new AppError('session_token_invalid');
  const { sessionId } = request.params as { sessionId?: string };
  if (sessionId !== undefined && sessionId !== session) throw new AppError('not_found');
  return session;
}

function parseCall(row: Endpoint, request: FastifyRequest) {
  return {
    params: row.params ? parseParams(row.params, request.params) : undefined,
    query: row.query ? parseInput(row.query, request.query) : undefined,
    body: typeof row.body === 'object' ? parseInput(row.body, request.body) : undefined,
  };
}
