// Permission to call a design tool's REST API for one workspace. Only ToolAccess contains a token, and only
// server/design-token/design-access.db.ts grants it, after it has read the token's workspace. A code path without it
// does not compile.
import type { KnownPrototype, PrototypeHost } from './prototype-hosts.ts';

declare const proof: unique symbol;

export interface ToolAccess {
  host: PrototypeHost;
  token: string;
  /** Key of rejections and limits. Those of another workspace's calls, or of another token, are counted separately. */
  account: string;
  readonly [proof]: true;
}

/** A prototype whose file may be read. */
export type ReadablePrototype = KnownPrototype & { access: ToolAccess };

export function grantAccess(access: Pick<ToolAccess, 'host' | 'token' | 'account'>): ToolAccess {
  return access as ToolAccess;
}
