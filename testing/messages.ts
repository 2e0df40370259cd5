// Raw messages as prototypes send them, and whole sessions made of them.
import type { SessionId, TestId } from '#contract/ids.ts';
import type { StepEnd } from '#contract/step-end.ts';
import { plainMessages, type StoredMessage } from '#server/events/message-form.rules.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { TestApp } from './app.ts';
import { successBody } from './client.ts';
import { sendForm, sentVideo } from './participant.ts';

export interface Message {
  type: string;
  atMs: number;
  data: Record<string, unknown>;
}

/** A press that something reacted to, at (5, 6) of the screen. */
export const press = (atMs: number, presentedNodeId: string, more: object = {}): Message => ({
  type: 'MOUSE_PRESS_OR_RELEASE',
  atMs,
  data: {
    presentedNodeId,
    handled: true,
    targetNodeId: presentedNodeId,
    targetNodeMousePosition: { x: 5, y: 6 },
    ...more,
  },
});

export const missed = (atMs: number, screen: string, more: object = {}) =>
  press(atMs, screen, { handled: false, ...more });

export const change = (atMs: number, presentedNodeId: string): Message => ({
  type: 'PRESENTED_NODE_CHANGED',
  atMs,
  data: { presentedNodeId, isStoredInHistory: true },
});

/** A task is shown. */
export const begin = (atMs: number, step: number): Message => ({
  type: 'TRYOUT_STEP_SHOWN',
  atMs,
  data: { step },
});

/** The participant answers a question. */
export const answered = (atMs: number, step: number): Message => ({
  type: 'TRYOUT_ANSWERED',
  atMs,
  data: { step },
});

/** The participant ends a task. */
export const end = (atMs: number, step: number, how: StepEnd = 'done'): Message => ({
  type: 'TRYOUT_STEP_ENDED',
  atMs,
  data: { step, how },
});

/** Stores messages of a session in one row, without what a call changes besides. */
export async function storeMessages(
  db: Database,
  sessionId: SessionId,
  messages: readonly StoredMessage[],
): Promise<void> {
  const row = { session_id: sessionId, batch: 1, ...plainMessages(messages) };
  await db.insertInto('session_messages').values(row).execute();
}

/** Messages that name nothing, as they are stored. */
export function quietMessages(count: number, from = 0): StoredMessage[] {
  return Array.from({ length: count }, (_, at) => ({
    seq: from + at,
    atMs: from + at,
    type: 'NEW_STATE',
    data: '{}',
  }));
}

/** A whole session of any client. */
export async function recordMessages(
  app: TestApp,
  test: { _id: string; uniqueId: string },
  messages: readonly Message[],
): Promise<{ sessionId: SessionId; userTimestamp: string }> {
  return await recordVideo(app, test, { messages });
}

/** A recording that another client sends as a whole. */
export async function recordVideo(
  app: TestApp,
  test: { _id: string; uniqueId: string },
  { video = sentVideo, messages = [] }: { video?: Uint8Array; messages?: readonly Message[] },
): Promise<{ sessionId: SessionId; userTimestamp: string }> {
  const form = new FormData();
  form.append('video', new Blob([Uint8Array.from(video)], { type: 'video/webm' }), 'a.webm');
  form.append('events', JSON.stringify(messages));
  const { userTimestamp } = successBody<{ userTimestamp: string }>(
    await sendForm(app.anyone, test, { form }),
  );
  const row = await app.parts.db
    .selectFrom('sessions')
    .select('id')
    .where('test_id', '=', test._id as TestId)
    .where('timestamp_ms', '=', Number(userTimestamp.split('_').at(-1)))
    .executeTakeFirstOrThrow();
  return { sessionId: row.id as SessionId, userTimestamp };
}
