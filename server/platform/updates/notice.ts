// What the database tells on the channel when a change commits (0001-baseline.sql).
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

/** Null when it is none that this version knows: a newer one may share the database. */
export function readNotice(payload: string): Notice | null {
  try {
    return notice.parse(JSON.parse(payload));
  } catch {
    // Not ours to read; what it tells of is refreshed with the next reconnect or reload.
    return null;
  }
}
