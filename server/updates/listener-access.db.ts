// Listeners of a workspace that may still receive its changes: by their sign-in or API key, as the database has
// them now.
import { signInId } from '#contract/ids.ts';
import { signInsIn } from '#server/accounts/sign-ins.db.ts';
import { livingKeys } from '#server/api-keys/api-keys.db.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { ReadListenerAccess } from '#server/platform/updates/updates.ts';
import { membersAmong } from '#server/workspaces/workspaces.db.ts';

/** Returns the function that `openUpdates` calls before it passes changes on. */
export function listenerAccessReader(db: Database): ReadListenerAccess {
  return async (workspaceId, listening) => {
    const signIns = await signInsIn(
      db,
      workspaceId,
      listening.map(({ id }) => id),
    );
    const keys = listening.flatMap(({ apiKeyId }) => (apiKeyId === null ? [] : [apiKeyId]));
    for (const key of await livingKeys(db, keys)) signIns.add(signInId.parse(key));
    const ended = listening.filter(({ id }) => !signIns.has(id));
    const others = ended.map(({ userId }) => userId);
    const members = await membersAmong(db, workspaceId, others);
    return { signIns, members };
  };
}
