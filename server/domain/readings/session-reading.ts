// A session's clicks and visits, made of its stored messages and the screen images that its workspace has: the one
// reading that lists count by and pages show.
import type { SessionId, WorkspaceId } from '#contract/ids.ts';
import type { SessionReading } from '#insight/clicks.ts';
import { derive } from '#insight/derive.ts';
import type { Database } from '#server/db/database.ts';
import { readScreens, type StoredScreen } from '#server/domain/screens/screen-images.ts';
import { readRawEvents } from '#server/domain/sessions/raw-events.ts';
import { nodeIdsIn } from '#server/domain/sessions/reported-nodes.ts';
import { type PrototypeHost, prototypeOf } from '#server/prototypes/prototype-hosts.ts';

export interface ReadSession {
  sessionId: SessionId;
  workspaceId: WorkspaceId;
  /** The test's link. */
  figmaUrl: string;
  /** Length of the recording; closes the last visit. */
  endedAtMs: number | null;
}

/** @param db a transaction sees the messages that it has inserted itself */
export async function readSessionReading(
  { prototypeHosts }: { prototypeHosts: readonly PrototypeHost[] },
  db: Database,
  { sessionId, workspaceId, figmaUrl, endedAtMs }: ReadSession,
): Promise<SessionReading & { screens: StoredScreen[] }> {
  const prototype = prototypeOf(figmaUrl, prototypeHosts);
  const startNodeId = prototype?.startNodeId ?? null;
  const events = await readRawEvents(db, sessionId);
  const screens = prototype
    ? await readScreens(db, { ...prototype, workspaceId }, [
        ...(startNodeId === null ? [] : [startNodeId]),
        ...nodeIdsIn(events),
      ])
    : [];
  return { ...derive(events, { startNodeId, endedAtMs, screens }), screens };
}
