// Who asks for a screen, of which test, and whether they may have it: a member any screen of a test's prototype;
// a participant what the prototype showed them.
import { AppError } from '#contract/errors.ts';
import { type SessionId, type TestId, uniqueId, type WorkspaceId } from '#contract/ids.ts';
import { authorizeSession } from '#server/access/authorized.ts';
import { findTest, isReachable } from '#server/domain/screens/screens.db.ts';
import { isReported } from '#server/domain/sessions/reported-nodes.ts';
import type { Visitor } from '#server/http/handlers.ts';
import type { Parts } from '#server/parts.ts';
import type { KnownPrototype } from '#server/prototypes/prototype-hosts.ts';

/** The test whose screen is asked for, and by whom. `link`: by the share id alone. */
export interface Asker {
  testId: TestId;
  workspaceId: WorkspaceId;
  figmaUrl: string;
  by: 'member' | 'link' | SessionId;
}

interface Asked {
  figmaUrl: string;
  originalFigmaUrl?: string | undefined;
  uniqueId?: string | undefined;
}

/** @throws AppError not_found, not_signed_in */
export async function askerOf(
  { db }: Pick<Parts, 'db'>,
  query: Asked,
  caller: Visitor,
): Promise<Asker> {
  const session = caller.sessionId();
  if (session) {
    const { testId } = await authorizeSession(db, session);
    return { ...found(await findTest(db, { testId })), by: session };
  }
  const shareId = uniqueId.safeParse(query.uniqueId);
  const shared = shareId.success ? await findTest(db, { uniqueId: shareId.data }) : null;
  const signIn = await caller.signIn();
  if (signIn && shared?.workspaceId === signIn.workspaceId) return { ...shared, by: 'member' };
  if (shareId.success) return { ...found(shared), by: 'link' };
  if (!signIn) throw new AppError('not_signed_in');
  for (const figmaUrl of [query.originalFigmaUrl, query.figmaUrl]) {
    if (figmaUrl === undefined) continue;
    const test = await findTest(db, { workspaceId: signIn.workspaceId, figmaUrl });
    if (test) return { ...test, by: 'member' };
  }
  throw new AppError('not_found');
}

function found<T>(test: T | null): T {
  if (test === null) throw new AppError('not_found');
  return test;
}

/**
 * A participant has the start, and what their own session reported. With the share id alone, as clients ask
 * that send nothing before the end: what any session of the test reported, and what the prototype leads to
 * from there, for everyone with the link can click through to it.
 * @throws AppError not_found, the same whether the file has such a node or not
 */
export async function requirePresented(
  { db }: Pick<Parts, 'db'>,
  { by, testId, workspaceId }: Asker,
  { prototype, nodeId }: { prototype: KnownPrototype; nodeId: string },
): Promise<void> {
  if (by === 'member' || nodeId === prototype.startNodeId) return;
  if (await isReported(db, by === 'link' ? { testId } : { sessionId: by }, nodeId)) return;
  const { apiOrigin, fileKey, startNodeId } = prototype;
  const key = { workspaceId, apiOrigin, fileKey };
  if (by === 'link' && (await isReachable(db, key, { testId, startNodeId, nodeId }))) return;
  throw new AppError('not_found', { message: 'The prototype has not shown this screen.' });
}
