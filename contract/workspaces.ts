// A workspace: what one owner and their team share.
import { z } from 'zod/mini';
import { role } from './accounts.ts';
import { workspaceId } from './ids.ts';
import { NAME_MAX_CHARACTERS } from './limits.ts';
import { noSpace } from './shared-test.ts';
import { requiredText } from './text.ts';

export const company = requiredText('Company name', NAME_MAX_CHARACTERS);

/** One of the workspaces a person belongs to, for the switcher in the top bar. */
export const workspaceEntry = z.object({
  _id: workspaceId,
  company: z.string(),
  ownerName: z.string(),
  role,
  current: z.boolean(),
});
export type WorkspaceEntry = z.infer<typeof workspaceEntry>;

/** Stored bytes of a workspace, and whether new recordings may begin. */
export const workspaceStorage = z.object({
  storedBytes: z.int(),
  /** Quota in bytes, or null if no limit is set. */
  quotaBytes: z.nullable(z.int()),
  noSpace: z.nullable(noSpace),
  /**
   * Deleted sessions that are still to be removed; their bytes count until then. `DELETING_COUNT_MAX` is that many or
   * more.
   */
  deletingSessions: z.int(),
});
export type WorkspaceStorage = z.infer<typeof workspaceStorage>;
