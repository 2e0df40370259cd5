// Selects the token that opens a prototype for a workspace: its own, otherwise the installation's if that may serve it.
import type { WorkspaceId } from '#contract/ids.ts';
import type { Parts } from '#server/parts.ts';
import { isOfDomains } from '#server/platform/config/email-domains.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Secrets } from '#server/platform/security/secrets.ts';
import { isPicture, type KnownPrototype } from '#server/prototypes/prototype-hosts.ts';
import { grantAccess, type ReadablePrototype } from '#server/prototypes/tool-access.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'config' | 'db' | 'secrets'>;

/** The sample requires some token, as the design tool does; it protects nothing. */
const SAMPLE_TOKEN = 'sample';

/** The prototype with permission to read its file, or null if this workspace has no token that can be used. */
export async function readablePrototype(
  parts: Needs,
  workspaceId: WorkspaceId,
  prototype: KnownPrototype,
): Promise<ReadablePrototype | null> {
  const { host } = prototype;
  // Pictures come from members alone.
  if (isPicture(prototype)) return null;
  const found = host.isSample
    ? { token: SAMPLE_TOKEN, name: 'sample' }
    : await tokenFor(parts, workspaceId);
  if (!found) return null;
  const account = `${workspaceId} ${host.apiOrigin} ${found.name}`;
  return { ...prototype, access: grantAccess({ host, token: found.token, account }) };
}

/** Returns whether FIGMA_TOKEN serves a workspace that has no own token. */
export async function isServedByInstallation(
  { db, config }: Pick<Parts, 'config' | 'db'>,
  workspaceId: WorkspaceId,
): Promise<boolean> {
  const { token, tokenDomains } = config.figma;
  if (token === null) return false;
  if (tokenDomains === null) return true;
  return isOfDomains(await vouchedOwner(db, workspaceId), tokenDomains);
}

/** Encrypts a token for storage. It is bound to its workspace, so a row copied to another one opens nothing. */
export function sealToken(secrets: Secrets, workspaceId: WorkspaceId, token: string): string {
  return secrets.seal('sealed-design-token', `${workspaceId} ${token}`);
}

/** @returns null when it was sealed by another SESSION_SECRET or for another workspace. */
export function openToken(
  secrets: Secrets,
  workspaceId: WorkspaceId,
  sealed: string,
): string | null {
  const [of, token] = secrets.open('sealed-design-token', sealed)?.split(' ') ?? [];
  return of === workspaceId && token ? token : null;
}

async function tokenFor(
  parts: Needs,
  workspaceId: WorkspaceId,
): Promise<{ token: string; name: string } | null> {
  const row = await parts.db
    .selectFrom('design_tokens')
    .select(['sealed', 'set_at'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  const own = row ? openToken(parts.secrets, workspaceId, row.sealed) : null;
  if (row && own !== null) return { token: own, name: row.set_at.toISOString() };
  const { token } = parts.config.figma;
  if (token === null || !(await isServedByInstallation(parts, workspaceId))) return null;
  return { token, name: 'installation' };
}

/** The owner's address as the issuer last vouched for it; the one they can change counts for nothing. */
async function vouchedOwner(db: Database, workspaceId: WorkspaceId): Promise<string | null> {
  const row = await db
    .selectFrom('workspaces')
    .innerJoin('users', 'users.id', 'workspaces.owner_id')
    .select('users.verified_email')
    .where('workspaces.id', '=', workspaceId)
    .executeTakeFirst();
  return row?.verified_email ?? null;
}
