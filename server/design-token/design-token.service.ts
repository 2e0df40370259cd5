// A workspace's own token for the design tool: tested, stored sealed, described, removed. The server sends it only to
// the tool.
import type { DesignTokenState } from '#contract/design-token.ts';
import { AppError } from '#contract/errors.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import { checkToken } from '#server/prototypes/check-token.ts';
import { isPicture, type PrototypeHost, prototypeOf } from '#server/prototypes/prototype-hosts.ts';
import { grantAccess } from '#server/prototypes/tool-access.ts';
import { isServedByInstallation, openToken, sealToken } from './design-access.db.ts';
import { deleteToken, newestLinks, readToken, saveToken } from './design-token.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<
  Parts,
  'config' | 'securityLog' | 'db' | 'secrets' | 'prototypeHosts' | 'screenshots'
>;

export async function tokenState(parts: Needs, { workspaceId }: SignIn): Promise<DesignTokenState> {
  const row = await readToken(parts.db, workspaceId);
  const own = row && {
    setAt: row.set_at.toISOString(),
    setBy: row.email && ([row.first_name, row.last_name].join(' ').trim() || row.email),
    readable: openToken(parts.secrets, workspaceId, row.sealed) !== null,
    check: row.checked,
  };
  const isServed = await isServedByInstallation(parts, workspaceId);
  const browser = parts.screenshots?.isUsable() ? 'browser' : 'none';
  return {
    tool: toolOf(parts).name,
    own: own ?? null,
    otherwise: isServed ? 'installation' : browser,
  };
}

/**
 * Tests a token by one call, with the file of the newest test that has one, and stores it unless the tool rejects it.
 * If the tool does not answer, the token is stored as untested.
 * @throws AppError design_token_refused; the previous token stays
 */
export async function setToken(
  parts: Needs,
  who: SignIn,
  token: string,
): Promise<DesignTokenState> {
  const { workspaceId, userId } = who;
  const host = toolOf(parts);
  const access = grantAccess({ host, token, account: workspaceId });
  const checked = await checkToken(access, await fileToTry(parts, who, host));
  const sealed = sealToken(parts.secrets, workspaceId, token);
  await saveToken(parts.db, workspaceId, { sealed, checked, setBy: userId });
  parts.securityLog.write({ event: 'design-token.set', userId, workspaceId });
  return await tokenState(parts, who);
}

/** @throws AppError not_found */
export async function removeToken(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  { workspaceId, userId }: SignIn,
): Promise<void> {
  if (!(await deleteToken(parts.db, workspaceId))) throw new AppError('not_found');
  parts.securityLog.write({ event: 'design-token.removed', userId, workspaceId });
}

async function fileToTry(
  parts: Pick<Parts, 'db'>,
  { workspaceId }: SignIn,
  host: PrototypeHost,
): Promise<string | null> {
  const links = await newestLinks(parts.db, workspaceId);
  const prototypes = links.map((link) => prototypeOf(link, [host]));
  return (
    prototypes.find((prototype) => prototype !== null && !isPicture(prototype))?.fileKey ?? null
  );
}

/** Returns the only tool that requires a token. */
function toolOf({ prototypeHosts }: Pick<Parts, 'prototypeHosts'>): PrototypeHost {
  const tool = prototypeHosts.find(({ isSample }) => !isSample);
  if (!tool) throw new Error('no design tool is configured');
  return tool;
}
