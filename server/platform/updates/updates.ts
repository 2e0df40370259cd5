// Notification of changes: the open streams of each workspace. Their rights are read from the database before
// anything is sent. The flow: table changes → notice (migration) → listener → here → open pages.
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#contract/errors.ts';
import type { SignInId, UserId, WorkspaceId } from '#contract/ids.ts';
import { LIVE_BEAT_MS, LIVE_STREAMS_MAX, LIVE_STREAMS_PER_PERSON } from '#contract/limits.ts';
import type { PageUpdate } from '#contract/updates.ts';
import type { Listener } from '#server/platform/db/listener.ts';
import { type Audience, Audiences, type Listening } from './audiences.ts';
import { CHANNEL, readNotice } from './notice.ts';
import { eventText, UpdateStream } from './update-stream.ts';

/** Seconds after which a refused browser tries again. */
const RETRY_AFTER_SECONDS = 10;
/** Changes of a workspace leave together, this long after those before: two statements and one write a stream. */
const ROUND_MS = 100;
/** Different changes of one workspace that wait to leave: 150 kB of text for each stream. */
const WAITING_MAX = 1000;

export interface Updates {
  /**
   * Opens a stream for a sign-in's workspace; destroying it, or its end, closes it.
   * @throws AppError unavailable while notifications do not arrive, too_many_requests
   */
  open(who: Listening): Readable;
  /** Ends every stream and opens no more: the app is closing. */
  endStreams(): void;
  stop(): void;
}

/**
 * Reads which listeners of a workspace may continue: the sign-ins and keys that open it, and the members among the
 * others.
 */
export type ReadListenerAccess = (
  workspaceId: WorkspaceId,
  listening: readonly Listening[],
) => Promise<{ signIns: ReadonlySet<SignInId>; members: ReadonlySet<UserId> }>;

/**
 * @param listener not started yet
 * @param readListenerAccess reads who may listen, before anything is passed on
 */
export function openUpdates(listener: Listener, readListenerAccess: ReadListenerAccess): Updates {
  const audiences = new Audiences();
  let closing = false;

  const endAll = () => {
    for (const stream of audiences.streams()) stream.end();
  };
  listener.subscribe(CHANNEL, {
    onPayload: (payload) => {
      const received = readNotice(payload);
      if (received === null) return;
      const { workspaceId, ...notice } = received;
      const audience = audiences.audienceOf(workspaceId);
      if (!audience) return;
      if (notice.kind === 'access') audience.unsure = true;
      else wait(audience, notice);
      void tell(readListenerAccess, workspaceId, audience);
    },
    // A removal may be among the missed notices, so people who may still listen connect again.
    onLost: endAll,
  });
  const beat = setInterval(() => {
    for (const stream of audiences.streams()) stream.send('beat');
  }, LIVE_BEAT_MS);

  return {
    open(who) {
      const later = { retryAfterSeconds: RETRY_AFTER_SECONDS };
      if (closing || audiences.open >= LIVE_STREAMS_MAX || !listener.isListening()) {
        throw new AppError('unavailable', later);
      }
      if (audiences.openOf(who.userId) >= LIVE_STREAMS_PER_PERSON) {
        throw new AppError('too_many_requests', later);
      }
      const stream = new UpdateStream(who.workspaceId);
      const audience = audiences.enter(who, stream);
      // The sign-in was read before: it may have ended in between.
      audience.unsure = true;
      void tell(readListenerAccess, who.workspaceId, audience);
      return stream.readable;
    },
    endStreams() {
      closing = true;
      endAll();
    },
    stop() {
      closing = true;
      clearInterval(beat);
      endAll();
    },
  };
}

/** Adds a change once, at its last place. Too many changes end the streams: their pages connect again and read all. */
function wait({ waiting, streams }: Audience, change: PageUpdate): void {
  const text = JSON.stringify(change);
  waiting.delete(text);
  waiting.set(text, change);
  if (waiting.size <= WAITING_MAX) return;
  waiting.clear();
  for (const stream of streams.keys()) stream.end();
}

/** Sends the waiting changes in order, one round after the other. */
async function tell(
  readListenerAccess: ReadListenerAccess,
  workspaceId: WorkspaceId,
  audience: Audience,
): Promise<void> {
  if (audience.busy) return;
  audience.busy = true;
  while (audience.waiting.size > 0 || audience.unsure) {
    const text = [...audience.waiting.values()]
      .map((change) => eventText('change', change))
      .join('');
    audience.waiting.clear();
    audience.unsure = false;
    await deliverBatch(readListenerAccess, workspaceId, { streams: [...audience.streams], text });
    await pause(ROUND_MS, undefined, { ref: false });
  }
  audience.busy = false;
}

/**
 * Sends the notices in the order of their commits. The rights are read after the notice came, so no one receives a
 * change that was committed after they had lost the workspace. If the rights can't be read, the streams end without a
 * message, and the pages connect again.
 */
async function deliverBatch(
  readListenerAccess: ReadListenerAccess,
  workspaceId: WorkspaceId,
  { streams, text }: { streams: [UpdateStream, Listening][]; text: string },
): Promise<void> {
  const access = await readListenerAccess(
    workspaceId,
    streams.map(([, who]) => who),
  ).catch(() => null);
  for (const [stream, { id, userId }] of streams) {
    if (access === null) stream.end();
    else if (!access.signIns.has(id)) stream.end({ isMember: access.members.has(userId) });
    else stream.write(text);
  }
}
