// Permission to ask a design tool's REST API in one workspace's name. It alone carries a token, and only
// server/design-token/design-access.db.ts grants it, by looking up whose it is: a code path that forgets does not compile.
import type { KnownPrototype, PrototypeHost } from './prototype-hosts.ts';

declare const proof: unique symbol;

export interface ToolAccess {
  host: PrototypeHost;
  token: string;
  /** Whose refusals and limits these are: another workspace's calls, or another token's, are not counted with them. */
  account: string;
  readonly [proof]: true;
}

/** A prototype whose file may be read. */
export type ReadablePrototype = KnownPrototype & { access: ToolAccess };

export function grantAccess(access: Pick<ToolAccess, 'host' | 'token' | 'account'>): ToolAccess {
  return access as ToolAccess;
}
