// Checks the calls of visitors of links: each call needs the link's cookie, a link that has not ended, and a row of the
// endpoint table that is open to the link's kind.
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { signInId, userId, type ViewLinkId, viewLinkId } from '#contract/ids.ts';
import { VIEW_RATE } from '#contract/limits.ts';
import type { ViewKind } from '#contract/view-links.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import type { ViewCaller } from '#server/platform/access/sign-in.ts';
import { countedAddress } from '#server/platform/http/client-address.ts';
import type { Visitor } from '#server/platform/http/handlers.ts';
import type { SecurityIds } from '#server/platform/log/security-events.ts';
import { requireOpen } from './link-state.ts';
import { hasViewCookie, LINK_COOKIE, VIEW_COOKIE } from './view-cookies.ts';
import { findViewLink, type ViewLinkRow } from './view-links.db.ts';

/**
 * Returns the link whose token this browser has exchanged. Without the link's cookie the database is not queried.
 * @throws AppError view_closed for a browser without the cookie; link_expired with the reason
 */
export async function requireLinkCookie(
  parts: Pick<Parts, 'db' | 'secrets' | 'publicUrl'>,
  request: FastifyRequest,
  id: ViewLinkId,
): Promise<ViewLinkRow> {
  if (!hasViewCookie(parts, request, { cookie: LINK_COOKIE, link: { id, password_hash: null } })) {
    throw new AppError('view_closed');
  }
  return requireOpen(await findViewLink(parts.db, { id }));
}

/**
 * Returns the visitor of a call.
 * @param ids receives the ids of the link and its workspace for the security log
 * @throws AppError view_closed without the link's cookie; link_expired; not_found for calls that the link does not permit
 */
export async function permitVisitor(
  parts: Pick<Parts, 'db' | 'secrets' | 'publicUrl' | 'rates'>,
  request: FastifyRequest,
  { kinds, ids }: { kinds: readonly ViewKind[] | null; ids: SecurityIds },
): Promise<ViewCaller> {
  const id = viewLinkId.safeParse((request.params as { viewLinkId?: string }).viewLinkId);
  const row = id.success ? await findViewLink(parts.db, { id: id.data }) : undefined;
  // A deleted test leaves no row against which a cookie could be checked.
  if (!row) throw new AppError(id.success ? 'view_closed' : 'not_found');
  if (!hasViewCookie(parts, request, { cookie: VIEW_COOKIE, link: row })) {
    throw new AppError('view_closed');
  }
  ids.viewLinkId = row.id;
  ids.workspaceId = row.workspace_id;
  await parts.rates.count('view', `${row.id} ${countedAddress(request.ip)}`, VIEW_RATE);
  requireOpen(row);
  const kind = row.kind;
  if (kinds !== null && !kinds.includes(kind)) throw new AppError('not_found');
  return {
    id: viewLinkId.parse(row.id),
    kind,
    thingId: row.thing_id,
    testId: row.test_id,
    workspaceId: row.workspace_id,
    withNames: row.with_names,
    withTexts: row.with_texts,
    withDownloads: row.with_downloads,
    sessionId: null,
    clipId: null,
  };
}

/**
 * Represents a visitor where handlers expect people: of the workspace, without rights of its own; `authorized.ts`
 * limits it to the link's content.
 */
export function asCaller(row: Endpoint, view: ViewCaller): SignIn | Visitor {
  const signIn: SignIn = {
    view,
    workspaceId: view.workspaceId,
    role: 'viewer',
    apiKeyId: null,
    company: null,
    id: signInId.parse(view.id),
    userId: NO_PERSON,
    token: '',
    email: '',
    verifiedEmail: null,
    authenticatedAt: new Date(0),
    extended: false,
  };
  if (row.permission !== 'anyone') return signIn;
  return { signIn: async () => signIn, sessionId: () => null, view };
}

const NO_PERSON = userId.parse('00000000-0000-0000-0000-000000000000');
