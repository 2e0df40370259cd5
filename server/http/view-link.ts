// The wall for visitors of links: each call brings the link's cookie, is held against the link as it stands now, and
// reaches only the rows of the table that name its kind.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { signInId, type TestId, type UserId, viewLinkId, type WorkspaceId } from '#contract/ids.ts';
import { VIEW_HOURS, VIEW_RATE } from '#contract/limits.ts';
import { viewCallsPath } from '#contract/paths.ts';
import type { ViewKind } from '#contract/view-links.ts';
import type { SignIn } from '#server/access/authorized.ts';
import type { ViewCaller } from '#server/access/shown-by-link.ts';
import { requireOpen } from '#server/domain/view-links/link-state.ts';
import { findViewLink, type ViewLinkRow } from '#server/domain/view-links/view-links.db.ts';
import type { SecurityIds } from '#server/log/security-log.ts';
import type { Parts } from '#server/parts.ts';
import { countedAddress } from './client-address.ts';
import { isSecure } from './credentials.ts';
import type { Visitor } from './handlers.ts';

export const VIEW_COOKIE = 'tryout-view';

/** The text that the cookie's signature is over: another password, or the end of its hours, makes it worthless. */
const signedText = (row: ViewLinkRow, endsAt: string) =>
  `${row.id}.${endsAt}.${row.password_hash ?? ''}`;

/** Lets this browser make the link's calls for some hours; the browser sends it with those alone. */
export function setViewCookie(parts: Parts, reply: FastifyReply, row: ViewLinkRow): void {
  const seconds = VIEW_HOURS * 3600;
  const endsAt = String(Math.floor(Date.now() / 1000) + seconds);
  const signature = parts.secrets.sign('view-link', signedText(row, endsAt));
  reply.setCookie(VIEW_COOKIE, `${endsAt}.${signature}`, {
    path: viewCallsPath(row.id),
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(parts.publicUrl),
    maxAge: seconds,
  });
}

function hasCookie(parts: Parts, request: FastifyRequest, row: ViewLinkRow): boolean {
  const [endsAt = '', signature = ''] = (request.cookies[VIEW_COOKIE] ?? '').split('.');
  if (!(Number(endsAt) * 1000 > Date.now())) return false;
  return parts.secrets.verify('view-link', signedText(row, endsAt), signature);
}

/**
 * @param ids get the link's.
 * @throws AppError view_closed without its cookie; link_expired; not_found for what it does not show
 */
export async function permitVisitor(
  parts: Parts,
  request: FastifyRequest,
  { kinds, ids }: { kinds: readonly ViewKind[] | null; ids: SecurityIds },
): Promise<ViewCaller> {
  const id = viewLinkId.safeParse((request.params as { viewLinkId?: string }).viewLinkId);
  const row = id.success ? await findViewLink(parts.db, { id: id.data }) : undefined;
  // Of a deleted test nothing is left to hold a cookie against.
  if (!row) throw new AppError(id.success ? 'view_closed' : 'not_found');
  if (!hasCookie(parts, request, row)) throw new AppError('view_closed');
  ids.viewLinkId = row.id;
  ids.workspaceId = row.workspace_id;
  await parts.rates.count('view', `${row.id} ${countedAddress(request.ip)}`, VIEW_RATE);
  requireOpen(row);
  const kind = row.kind as ViewKind;
  if (kinds !== null && !kinds.includes(kind)) throw new AppError('not_found');
  return {
    ...{ id: viewLinkId.parse(row.id), kind, thingId: row.thing_id },
    ...{ testId: row.test_id as TestId, workspaceId: row.workspace_id as WorkspaceId },
    ...{ withNames: row.with_names, withDownloads: row.with_downloads },
    ...{ sessionId: null, clipId: null },
  };
}

/** A visitor where handlers know people: of the workspace, with no rights of its own; `authorized.ts` holds it to its thing. */
export function asCaller(row: Endpoint, view: ViewCaller): SignIn | Visitor {
  const signIn: SignIn = {
    ...{ view, workspaceId: view.workspaceId, role: 'viewer', apiKeyId: null, company: null },
    ...{ id: signInId.parse(view.id), userId: NO_PERSON, token: '', email: '' },
    ...{ verifiedEmail: null, authenticatedAt: new Date(0) },
    ...{ hasOldCookie: false, extended: false },
  };
  if (row.permission !== 'anyone') return signIn;
  return { signIn: async () => signIn, sessionId: () => null, view };
}

const NO_PERSON = '00000000-0000-0000-0000-000000000000' as UserId;
