// Updates: changes that the server sends to open pages of a signed-in person.
import { z } from 'zod/mini';
import { sessionId, testId, workspaceId } from './ids.ts';

/** A change of a test; any data that a page shows of it may be outdated. */
const testChange = z.object({
  kind: z.enum(['test.created', 'test.changed', 'test.deleted']),
  testId,
});

/**
 * A change of a session: it has taken a place, its recording has begun to arrive, is over, is deleted (or has released
 * its place). A recording that resumes after its end or after silence is running again; one that gets a still is sent
 * once more in its present state. `session.noted`: a note or a clip of it is new, changed or deleted.
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

/**
 * A reel or a finding of a test is new, changed, moved or deleted; or so is its draft, or another person has opened its
 * form.
 */
const partChange = z.object({
  kind: z.enum(['reel.changed', 'finding.changed', 'draft.changed']),
  testId,
});
/** A transcript of a recording was requested, completed, failed or corrected. */
const transcriptChange = z.object({
  kind: z.literal('transcript.changed'),
  testId,
  sessionId,
});

/** Company name, members or invitations. */
const workspaceChange = z.object({ kind: z.literal('workspace.changed') });

/** Data of the stream's first event, `opened`: the workspace whose changes follow. */
export const updatesOpened = z.object({ workspaceId });

/** Data of the last event, `ended`: false for a person who was removed or has left, and has not just signed out. */
export const updatesEnded = z.object({ isMember: z.boolean() });

/**
 * Data of the stream's `change` events. An event names what changed but not the new value, so a page that shows it
 * repeats its call.
 */
export const pageUpdate = z.discriminatedUnion('kind', [
  testChange,
  sessionChange,
  partChange,
  transcriptChange,
  workspaceChange,
]);
export type PageUpdate = z.infer<typeof pageUpdate>;
