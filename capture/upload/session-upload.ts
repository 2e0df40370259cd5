// A session's way to the server: video while recording, then events and heatmaps with the last call.
import type { RawEvent } from '#contract/events.ts';
import type { RecordingEnd, Spool, SpooledSession } from '../spool/spool.ts';
import { type Observable, Store } from '../store.ts';
import { CallError, type Failure, isGone, PROXY_LIMIT } from './call.ts';
import { canRetry, RetryDelay } from './retry-delay.ts';
import { abandonSession, finishSession } from './session-calls.ts';
import { VideoUpload } from './video-upload.ts';

export interface UploadState {
  /** `nothing`: nothing was recorded, the slot is free again. */
  phase: 'streaming' | 'finishing' | 'done' | 'failed' | 'nothing';
  /** Bytes the server has. */
  storedBytes: number;
  /** Bytes recorded. */
  spooledBytes: number;
  /** The last call was answered. While it is false, the upload retries. */
  connected: boolean;
  /** Tries in a row that failed; 0 while connected. */
  failures: number;
  /** Why the last try failed; null while connected. In phase `failed` the server refused for good: what was
   * recorded stays in the spool, unless the session is gone (`isGone`). */
  problem: Failure | null;
}

export interface SessionUploadOptions {
  spool: Spool;
  session: SpooledSession;
}

/** Codes by which the server refuses a part of the last call and not the session. */
const heatmapCodes = new Set<string>([
  'unreadable_image',
  'wrong_media',
  'too_large',
  'workspace_full',
  PROXY_LIMIT,
]);

/** One object per session; ends in `done`, `failed` or `nothing`. */
export class SessionUpload implements Observable<UploadState> {
  readonly #options: SessionUploadOptions;
  readonly #state: Store<UploadState>;
  readonly #retryDelay = new RetryDelay();
  readonly #abort = new AbortController();
  #video: VideoUpload;
  #running: Promise<number> | null = null;
  #finishing = false;
  #end: RecordingEnd = 'stopped';
  /** Body of the last failure that the console has. */
  #loggedBody = '';

  constructor(options: SessionUploadOptions) {
    this.#options = options;
    const { releasedBytes, spooledBytes } = options.session;
    this.#state = new Store<UploadState>({
      phase: 'streaming',
      storedBytes: releasedBytes,
      spooledBytes,
      connected: true,
      failures: 0,
      problem: null,
    });
    this.#video = this.#newVideo();
  }

  subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);
  getSnapshot = (): UploadState => this.#state.getSnapshot();

  /** Starts to follow the spool. */
  stream(): void {
    if (this.#running !== null) return;
    this.#running = this.#video.run(this.#abort.signal);
    // `finish` handles the error; until then the recording continues.
    this.#running.catch((error) => {
      if (!this.#abort.signal.aborted) console.warn('The upload was refused.', error);
    });
  }

  /** A piece reached the spool. */
  piecesAdded(spooledBytes: number): void {
    this.#state.merge({ spooledBytes });
    this.#video.piecesAdded();
  }

  /**
   * Sends what is left and finishes the session. Called twice it runs once.
   * @param before what the last call waits for (heatmaps in the spool), and events the server has.
   */
  async finish(before: Promise<{ storedEvents: number }>, end: RecordingEnd): Promise<void> {
    if (this.#finishing) return;
    this.#finishing = true;
    this.#end = end;
    this.#state.merge({ phase: 'finishing', problem: null });
    try {
      await this.#finish(before);
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      console.error('The session could not be finished.', error);
      await this.#failed(failureOf(error));
    } finally {
      this.#finishing = false;
    }
  }

  /** Tries again: at once when it waits for the network, from the spool after a refusal. */
  async retry(): Promise<void> {
    this.#video.retryDelay.wakeUp();
    this.#retryDelay.wakeUp();
    if (this.#state.getSnapshot().phase !== 'failed') return;
    this.#running = null;
    this.#video = this.#newVideo();
    await this.finish(Promise.resolve({ storedEvents: 0 }), this.#end);
  }

  /** Ends all work; the spool stores the rest. */
  close(): void {
    this.#abort.abort();
  }

  async #finish(before: Promise<{ storedEvents: number }>): Promise<void> {
    const { spool, session } = this.#options;
    this.stream();
    this.#video.end();
    const [lengthBytes, { storedEvents }] = await Promise.all([this.#running, before]);
    const isAlone = session.videoOptional && (await spool.events(session.sessionId)).length > 0;
    if (lengthBytes === 0 && !isAlone) {
      if (await abandonSession(session)) await spool.remove(session.sessionId);
      this.#state.merge({ phase: 'nothing' });
      return;
    }
    await this.#lastCall(storedEvents);
    // If this fails, the next visit finishes the session again, which changes nothing.
    await spool
      .remove(session.sessionId)
      .catch((error) => console.warn('The browser keeps what the server has.', error));
    this.#state.merge({ phase: 'done', connected: true, failures: 0, problem: null });
  }

  async #lastCall(storedEvents: number): Promise<void> {
    const { spool, session } = this.#options;
    const events: RawEvent[] = (await spool.events(session.sessionId)).slice(storedEvents);
    let heatmaps = await spool.heatmaps(session.sessionId);
    const end = this.#end;
    for (;;) {
      try {
        const { failures } = this.#retryDelay;
        await finishSession(session, { events, heatmaps, end, failures }, this.#abort.signal);
        return;
      } catch (error) {
        if (heatmaps.length > 0 && isHeatmapRefusal(error)) {
          console.warn('The heatmaps were refused; the recording goes without them.', error);
          this.#log(failureOf(error));
          heatmaps = [];
          continue;
        }
        if (!canRetry(error)) throw error;
        const problem = error instanceof CallError ? error.failure : null;
        this.#log(problem);
        this.#state.merge({ connected: false, failures: this.#retryDelay.failures + 1, problem });
        await this.#retryDelay.wait(error, this.#abort.signal);
      }
    }
  }

  async #failed(problem: Failure): Promise<void> {
    this.#log(problem);
    const { spool, session } = this.#options;
    if (await this.#isOver(problem)) {
      await spool.remove(session.sessionId);
      this.#state.merge({ phase: 'done', connected: true, failures: 0, problem: null });
      return;
    }
    if (isGone(problem)) await spool.remove(session.sessionId);
    this.#state.merge({ phase: 'failed', problem });
  }

  /**
   * The token has ended and the server has every byte: an earlier call finished the session, and its answer was
   * lost (a laptop that slept).
   */
  async #isOver({ kind, status }: Failure): Promise<boolean> {
    if (kind !== 'refused' || status !== 401) return false;
    const spooled = await this.#options.spool.get(this.#options.session.sessionId);
    return (
      spooled !== null && spooled.spooledBytes > 0 && spooled.releasedBytes >= spooled.spooledBytes
    );
  }

  #newVideo(): VideoUpload {
    return new VideoUpload({
      ...this.#options,
      onProgress: ({ storedBytes, failures, problem }) => {
        this.#log(problem);
        const spooledBytes = Math.max(storedBytes, this.#state.getSnapshot().spooledBytes);
        const connected = failures === 0;
        this.#state.merge({ storedBytes, spooledBytes, connected, failures, problem });
      },
    });
  }

  /** The text of a failed answer (specification, section 7): once, however often it comes. */
  #log(problem: Failure | null): void {
    const { status, body = '' } = problem ?? {};
    if (body === '' || body === this.#loggedBody) return;
    this.#loggedBody = body;
    console.warn(`The upload was answered with ${status}: ${body}`);
  }
}

function isHeatmapRefusal(error: unknown): boolean {
  return error instanceof CallError && heatmapCodes.has(error.failure.code);
}

function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return error.failure;
  const message = error instanceof Error ? error.message : 'Unknown trouble.';
  return { kind: 'refused', status: 0, code: 'internal', message };
}
