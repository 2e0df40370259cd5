// Payload of the PostgreSQL notification that a trigger sends when a change commits (0001-baseline.sql).
import { z } from 'zod';
import { workspaceId } from '#contract/ids.ts';
import { pageUpdate } from '#contract/updates.ts';

/** Named in the migration as well. */
export const CHANNEL = 'tryout_live';

const inWorkspace = z.object({ workspaceId });

/** A change to pass on, or `access`: a person may have lost the workspace. */
const change = z.intersection(inWorkspace, pageUpdate);
const access = inWorkspace.extend({ kind: z.literal('access') });

const notice = z.union([change, access]);
export type Notice = z.infer<typeof notice>;

/** Returns the notice, or null if this version does not support it: a newer one may share the database. */
export function readNotice(payload: string): Notice | null {
  try {
    return notice.parse(JSON.parse(payload));
  } catch {
    // The notice is not for this version. Pages read its change with the next reconnect or reload.
    return null;
  }
}
