// Finishes the uploads that an earlier visit left in the spool.
import type { RawEvent } from '#contract/events.ts';
import type { SessionId } from '#contract/ids.ts';
import { ScreenImages } from '../heatmaps/screen-images.ts';
import { SessionHeatmaps } from '../heatmaps/session-heatmaps.ts';
import { type ReleaseLock, tryLock, waitForLock } from '../spool/session-lock.ts';
import type { RecordingEnd, Spool, SpooledSession } from '../spool/spool.ts';
import { type Observable, Store } from '../store.ts';
import { CallError } from '../upload/call.ts';
import { sendMissing } from '../upload/event-upload.ts';
import { SessionUpload, type UploadState } from '../upload/session-upload.ts';

export interface PendingUpload {
  sessionId: string;
  /**
   * State of the upload, or null while another tab works on it. This tab takes over when the other
   * one closes.
   */
  upload: UploadState | null;
}

export class PendingUploads implements Observable<readonly PendingUpload[]> {
  readonly #spool: Spool;
  readonly #state = new Store<readonly PendingUpload[]>([]);
  readonly #abort = new AbortController();
  readonly #uploads = new Map<string, SessionUpload>();

  subscribe = this.#state.subscribe;
  getSnapshot = this.#state.getSnapshot;

  constructor(spool: Spool) {
    this.#spool = spool;
  }

  /**
   * Takes up every session in the spool; resolves when this tab has nothing left to do.
   * @param except a session with which this tab goes on
   * @returns the share ids of the tests in which a slot is free again: nothing was recorded.
   */
  async resume(except?: SessionId): Promise<string[]> {
    const all = await this.#spool.list();
    const sessions = all.filter(({ sessionId }) => sessionId !== except);
    await Promise.all(sessions.map((session) => this.#resumeOne(session)));
    return sessions.filter((each) => each.spooledBytes === 0).map(({ uniqueId }) => uniqueId);
  }

  /** Tries again what waits or failed. */
  async retry(): Promise<void> {
    await Promise.all([...this.#uploads.values()].map((upload) => upload.retry()));
  }

  /** Ends all work; the spool stores the rest. */
  close(): void {
    this.#abort.abort();
    for (const upload of this.#uploads.values()) upload.close();
  }

  async #resumeOne(session: SpooledSession): Promise<void> {
    const release = (await tryLock(session.sessionId)) ?? (await this.#waitForOther(session));
    if (!release) return;
    try {
      // Another tab may have finished it meanwhile.
      const spooled = await this.#spool.get(session.sessionId);
      if (spooled) await this.#finish(spooled);
      else this.#forget(session.sessionId);
    } finally {
      release();
    }
  }

  async #waitForOther(session: SpooledSession): Promise<ReleaseLock | null> {
    this.#show(session, null);
    return await waitForLock(session.sessionId, this.#abort.signal);
  }

  async #finish(session: SpooledSession): Promise<void> {
    const upload = new SessionUpload({ spool: this.#spool, session });
    this.#uploads.set(session.sessionId, upload);
    const show = () => this.#show(session, upload.getSnapshot());
    const unsubscribe = upload.subscribe(show);
    // A session without a byte is ended without a notice.
    if (session.spooledBytes > 0) show();
    const end = endOf(session);
    await this.#spool.finishing(session.sessionId, end);
    await upload.finish(this.#beforeLastCall(session), end);
    unsubscribe();
    const { phase, problem } = upload.getSnapshot();
    if (phase === 'nothing') this.#forget(session.sessionId);
    // The session's token has expired, so a later visit could not send the rest either.
    if (phase === 'failed' && problem?.status === 401) {
      await this.#spool.remove(session.sessionId);
    }
  }

  async #beforeLastCall(session: SpooledSession): Promise<{ storedEvents: number }> {
    const spool = this.#spool;
    const { signal } = this.#abort;
    const events = await spool.events(session.sessionId);
    if (events.length === 0) return { storedEvents: 0 };
    const stored = await storedEvents(session, events, signal);
    if ((await spool.heatmaps(session.sessionId)).length === 0) {
      const images = new ScreenImages(session, signal, async () => undefined);
      const options = { session, events: () => events, images, isConnectionFree: () => false };
      await new SessionHeatmaps(options).finish(spool);
    }
    return { storedEvents: stored };
  }

  #show({ sessionId, spooledBytes }: SpooledSession, upload: UploadState | null): void {
    const others = this.#others(sessionId);
    this.#state.set(spooledBytes > 0 ? [...others, { sessionId, upload }] : others);
  }

  #forget(sessionId: string): void {
    this.#state.set(this.#others(sessionId));
  }

  #others(sessionId: string): readonly PendingUpload[] {
    return this.#state.getSnapshot().filter((entry) => entry.sessionId !== sessionId);
  }
}

/** A tab that went away while it recorded took the sharing along. */
function endOf({ state, end, sharingEnded }: SpooledSession): RecordingEnd {
  if (state === 'finishing' && end) return end;
  const isSharingEnded = state === 'finishing' ? sharingEnded === true : state === 'recording';
  return isSharingEnded ? 'sharing_ended' : 'stopped';
}

/** Sends missing messages; answers how many the server has, 0 when it does not answer. */
async function storedEvents(
  session: SpooledSession,
  events: readonly RawEvent[],
  signal: AbortSignal,
): Promise<number> {
  try {
    return await sendMissing(session, events, signal);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return 0;
  }
}
