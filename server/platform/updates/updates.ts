// Notification of changes: the open streams of each workspace. Their rights are read from the database before
// anything is sent. The flow: table changes → notice (migration) → listener → here → open pages.
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { type SignInId, type UserId, type WorkspaceId, workspaceId } from '#contract/ids.ts';
import { LIVE_BEAT_MS, LIVE_STREAMS_MAX, LIVE_STREAMS_PER_PERSON } from '#contract/limits.ts';
import { type PageUpdate, pageUpdate } from '#contract/updates.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import type { Listener } from '#server/platform/db/listener.ts';
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

// Payload of the PostgreSQL notification that a trigger sends when a change commits (0001-baseline.sql).

/** Named in the migration as well. */
export const CHANNEL = 'tryout_live';

const inWorkspace = z.object({ workspaceId });

/** A change to pass on, or `access`: a person may have lost the workspace. */
const change = z.intersection(inWorkspace, pageUpdate);
const access = inWorkspace.extend({ kind: z.literal('access') });

const notice = z.union([change, access]);
type Notice = z.infer<typeof notice>;

/** Returns the notice, or null if this version does not support it: a newer one may share the database. */
function readNotice(payload: string): Notice | null {
  try {
    return notice.parse(JSON.parse(payload));
  } catch {
    // The notice is not for this version. Pages read its change with the next reconnect or reload.
    return null;
  }
}

// The audience of each workspace, its open streams; and how many each person has.

export type Listening = Pick<SignIn, 'id' | 'apiKeyId' | 'userId' | 'workspaceId'>;

/** The open streams of a workspace. */
interface Audience {
  streams: Map<UpdateStream, Listening>;
  /** Changes that are not sent yet, each once, by their text. */
  waiting: Map<string, PageUpdate>;
  /** Permissions must be checked again, although there is nothing to send. */
  unsure: boolean;
  busy: boolean;
}

class Audiences {
  readonly #audiences = new Map<WorkspaceId, Audience>();
  readonly #openOf = new Map<UserId, number>();
  #open = 0;

  /** Streams in all. */
  get open(): number {
    return this.#open;
  }

  openOf(userId: UserId): number {
    return this.#openOf.get(userId) ?? 0;
  }

  /** Undefined when no member of the workspace listens. */
  audienceOf(workspaceId: WorkspaceId): Audience | undefined {
    return this.#audiences.get(workspaceId);
  }

  *streams(): Generator<UpdateStream> {
    for (const { streams } of this.#audiences.values()) yield* streams.keys();
  }

  /** Until the stream closes. */
  enter(who: Listening, stream: UpdateStream): Audience {
    const audience = this.#audiences.get(who.workspaceId) ?? newAudience();
    this.#audiences.set(who.workspaceId, audience);
    audience.streams.set(stream, who);
    this.#openOf.set(who.userId, this.openOf(who.userId) + 1);
    this.#open += 1;
    stream.readable.once('close', () => this.#leave(who, stream));
    return audience;
  }

  #leave({ workspaceId, userId }: Listening, stream: UpdateStream): void {
    const audience = this.#audiences.get(workspaceId);
    if (!audience?.streams.delete(stream)) return;
    if (audience.streams.size === 0) this.#audiences.delete(workspaceId);
    const left = this.openOf(userId) - 1;
    if (left > 0) this.#openOf.set(userId, left);
    else this.#openOf.delete(userId);
    this.#open -= 1;
  }
}

function newAudience(): Audience {
  return { streams: new Map(), waiting: new Map(), unsure: false, busy: false };
}
