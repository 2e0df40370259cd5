// Identification of callers. The folders of sign-ins, API keys, links and sessions supply the functions
// (server/app.ts).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { SessionId } from '#contract/ids.ts';
import type { SignIn, ViewCaller } from '#server/platform/access/sign-in.ts';
import type { CallTurns } from '#server/platform/db/fair-pool.ts';
import type { SecurityIds } from '#server/platform/log/security-events.ts';
import type { SecurityLog } from '#server/platform/log/security-log.ts';
import type { Rates } from '#server/platform/security/rates.ts';
import type { Secrets } from '#server/platform/security/secrets.ts';

/** A call before it is permitted. */
export interface CallInProgress {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Ids of the caller, filled in once they are available. */
  ids: SecurityIds;
}

export interface Callers {
  /** Returns the sign-in of a cookie's token, or null if it has ended. */
  findSignIn(token: string): Promise<SignIn | null>;
  /** Admits an API key if the row is open to it. @throws AppError */
  permitKey(row: Endpoint, key: string, call: CallInProgress): Promise<SignIn>;
  /** Admits a visitor of a link by the link's cookie. @throws AppError */
  permitVisitor(call: CallInProgress): Promise<ViewCaller>;
  /** Records that the participant of a session has called. */
  noteParticipant(session: SessionId): Promise<void>;
}

/** The parts of the server that routes need. */
export interface RouteParts {
  publicUrl: string;
  secrets: Secrets;
  securityLog: SecurityLog;
  rates: Rates;
  callers: Callers;
  callTurns: CallTurns;
}
