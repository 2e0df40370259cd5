// Updates: what open pages of a signed-in person hear of changes.
import { z } from 'zod/mini';
import { sessionId, testId, workspaceId } from './ids.ts';

/** What happened to a test; whatever is shown of it may differ now. */
const testChange = z.object({
  kind: z.enum(['test.created', 'test.changed', 'test.deleted']),
  testId,
});

/**
 * What happened to a session: taken a place, its recording has begun to arrive, is over, is deleted
 * (or gave its place back). A recording that goes on after its end, or is heard after it was silent, is running again; one that gets a
 * still is sent once more in its present state. `session.noted`: a note or a clip of it is new, changed or deleted.
 */
const sessionChange = z.object({
  kind: z.enum([
    'session.started',
    'session.running',
    'session.finished',
    'session.deleted',
    'session.noted',
  ]),
  testId,
  sessionId,
});

/** A reel or a finding of a test is new, changed, moved or deleted. */
const reportChange = z.object({ kind: z.enum(['reel.changed', 'finding.changed']), testId });
/** A transcript of a recording was asked for, has come, failed or was corrected. */
const transcriptChange = z.object({
  kind: z.literal('transcript.changed'),
  testId,
  sessionId,
});

/** Company name, members or invitations. */
const workspaceChange = z.object({ kind: z.literal('workspace.changed') });

/** Data of the stream's first event, `opened`: whose changes it tells from now on. */
export const updatesOpened = z.object({ workspaceId });

/** Data of the last event, `ended`: false for a person who was removed or has left, and has not just signed out. */
export const updatesEnded = z.object({ isMember: z.boolean() });

/** Data of the stream's `change` events. It tells what changed, not how: a page that shows it repeats its call. */
export const pageUpdate = z.discriminatedUnion('kind', [
  testChange,
  sessionChange,
  reportChange,
  transcriptChange,
  workspaceChange,
]);
export type PageUpdate = z.infer<typeof pageUpdate>;
