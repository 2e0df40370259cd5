// Permission to see a screen of a revision: a member sees any screen of a test's prototypes, a participant the
// screens that the prototype showed them.
import { AppError } from '#contract/errors.ts';
import {
  type RevisionId,
  type SessionId,
  type TestId,
  uniqueId,
  type WorkspaceId,
} from '#contract/ids.ts';
import { isReported } from '#server/events/raw-events.db.ts';
import type { Parts } from '#server/parts.ts';
import { authorizeSession } from '#server/platform/access/authorized.ts';
import type { Visitor } from '#server/platform/http/handlers.ts';
import {
  isSameFile,
  type KnownPrototype,
  prototypeOf,
} from '#server/prototypes/prototype-hosts.ts';
import { type RevisionWithPrototype, revisionsOf } from '#server/revisions/revisions.db.ts';
import type { RevisionKey } from './screen-images.db.ts';
import { isReachable } from './screens.db.ts';

/** A test whose screen is requested, and the caller. `link`: by the share id alone. */
export interface Asker {
  testId: TestId;
  workspaceId: WorkspaceId;
  /** Revisions that the caller may see, the newest first. */
  revisions: readonly RevisionWithPrototype[];
  by: 'member' | 'link' | SessionId;
}

interface ScreenQuery {
  figmaUrl: string;
  originalFigmaUrl?: string | undefined;
  uniqueId?: string | undefined;
  revisionId?: RevisionId | undefined;
}

/** @throws AppError not_found, not_signed_in */
export async function askerOf(
  { db }: Pick<Parts, 'db'>,
  query: ScreenQuery,
  caller: Visitor,
): Promise<Asker> {
  const sessionId = caller.sessionId();
  if (sessionId) {
    await authorizeSession(db, sessionId);
    return asker(await revisionsOf(db, { sessionId }), sessionId);
  }
  const shareId = uniqueId.safeParse(query.uniqueId);
  const shared = shareId.success ? await revisionsOf(db, { uniqueId: shareId.data }) : [];
  const signIn = await caller.signIn();
  if (signIn && shared[0]?.workspaceId === signIn.workspaceId) {
    const { revisionId } = query;
    const wanted = shared.filter((one) => !revisionId || one.revisionId === revisionId);
    return asker(wanted, 'member');
  }
  if (shareId.success) return asker(shared, 'link');
  if (!signIn) throw new AppError('not_signed_in');
  for (const figmaUrl of [query.originalFigmaUrl, query.figmaUrl]) {
    if (figmaUrl === undefined) continue;
    const { workspaceId } = signIn;
    const revisions = await revisionsOf(db, { workspaceId, figmaUrl });
    if (revisions.length > 0) return asker(revisions, 'member');
  }
  throw new AppError('not_found');
}

function asker(revisions: readonly RevisionWithPrototype[], by: Asker['by']): Asker {
  const [newest] = revisions;
  if (!newest) throw new AppError('not_found');
  return { testId: newest.testId, workspaceId: newest.workspaceId, revisions, by };
}

/**
 * A participant may see the start and the screens that their own session reported. With the share id alone, as
 * clients send it that report nothing before the end, they may see the screens that any session reported of this
 * prototype and the screens that the prototype leads to from there, because everyone with the link can click
 * through to them.
 * @throws AppError not_found, the same whether the file has such a node or not
 */
export async function requirePresented(
  { db, prototypeHosts }: Pick<Parts, 'db' | 'prototypeHosts'>,
  { by, revisions }: Asker,
  { key, prototype, nodeId }: { key: RevisionKey; prototype: KnownPrototype; nodeId: string },
): Promise<void> {
  if (by === 'member' || nodeId === prototype.startNodeId) return;
  const reportedBy = revisions
    .filter(({ prototypeUrl }) => isSameFile(prototypeOf(prototypeUrl, prototypeHosts), prototype))
    .map(({ revisionId }) => revisionId);
  if (await isReported(db, by === 'link' ? { reportedBy } : { sessionId: by }, nodeId)) return;
  const { startNodeId } = prototype;
  if (by === 'link' && (await isReachable(db, key, { reportedBy, startNodeId, nodeId }))) return;
  throw new AppError('not_found', { message: 'The prototype has not shown this screen.' });
}
