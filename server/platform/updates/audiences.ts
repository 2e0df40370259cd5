// The audience of each workspace, its open streams; and how many each person has.
import type { UserId, WorkspaceId } from '#contract/ids.ts';
import type { PageUpdate } from '#contract/updates.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import type { UpdateStream } from './update-stream.ts';

export type Listening = Pick<SignIn, 'id' | 'apiKeyId' | 'userId' | 'workspaceId'>;

/** The open streams of a workspace. */
export interface Audience {
  streams: Map<UpdateStream, Listening>;
  /** Changes that are not sent yet, each once, by their text. */
  waiting: Map<string, PageUpdate>;
  /** Permissions must be checked again, although there is nothing to send. */
  unsure: boolean;
  busy: boolean;
}

export class Audiences {
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
