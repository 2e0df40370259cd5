// Uploads stills with lower priority than the video: while it keeps pace with the recording, or
// once it is stored.
import { STILL_IMAGE_MAX_BYTES } from '#contract/stills.ts';
import { CallError, send } from '../upload/call.ts';
import type { UploadState } from '../upload/session-upload.ts';

export interface StillImage {
  /** Address of `stills.storePoster` or `stills.storeSheet`. */
  address: string;
  image: Blob;
}

/** Three seconds of video: past this the connection is left to the video. */
const BACKLOG_MAX_BYTES = 1024 ** 2;
/** Images wait while the connection is lost: an hour of them takes 5 MB, what 20 minutes give a third. */
const WAITING_MAX = 70;
/** The second time is for an answer lost with the connection. */
const TRIES_MAX = 2;
/** 256 kB over a slow connection. */
const TIMEOUT_MS = 30_000;
/**
 * Limit for requests that outlive their page: 64 kB in all (Fetch standard, 'inflight keep-alive
 * bytes').
 */
const KEEPALIVE_MAX_BYTES = 48 * 1024;

/** A request in progress continues after the run is over. */
const never = new AbortController().signal;

/** Best effort: what is refused, or fails twice, is left out. One image at a time. */
export class StillUpload {
  readonly #token: string;
  readonly #waiting: (StillImage & { tries: number })[] = [];
  #isSending = false;
  #hasBandwidth = false;

  /** @param token the session's. */
  constructor(token: string) {
    this.#token = token;
  }

  add(still: StillImage): void {
    if (still.image.size > STILL_IMAGE_MAX_BYTES || this.#waiting.length >= WAITING_MAX) return;
    this.#waiting.push({ ...still, tries: 0 });
    this.#next();
  }

  /** The video's upload has moved: it may leave bandwidth now, or need all of it. */
  videoMoved(video: UploadState): void {
    this.#hasBandwidth = leavesBandwidth(video);
    this.#next();
  }

  #next(): void {
    if (this.#isSending || !this.#hasBandwidth) return;
    const still = this.#waiting.shift();
    if (!still) return;
    this.#isSending = true;
    this.#send(still)
      .catch((error) => this.#failed(still, error))
      .finally(() => {
        this.#isSending = false;
        this.#next();
      });
  }

  async #send({ address, image }: StillImage): Promise<void> {
    await send(address, {
      method: 'PUT',
      token: this.#token,
      headers: { 'content-type': image.type },
      body: image,
      timeoutMs: TIMEOUT_MS,
      signal: never,
      aside: { priority: 'low', keepalive: image.size <= KEEPALIVE_MAX_BYTES },
    });
  }

  #failed(still: StillImage & { tries: number }, error: unknown): void {
    const isRefused = error instanceof CallError && error.failure.kind === 'refused';
    const tries = still.tries + 1;
    if (isRefused || tries >= TRIES_MAX) {
      console.warn('A still was left out.', error);
      return;
    }
    this.#waiting.unshift({ ...still, tries });
    // Waits until the video moves on.
    this.#hasBandwidth = false;
  }
}

/** Returns whether anything but the video may be sent now. */
export function leavesBandwidth(video: UploadState): boolean {
  const { phase, connected, spooledBytes, storedBytes } = video;
  if (phase === 'done') return true;
  return phase === 'streaming' && connected && spooledBytes - storedBytes <= BACKLOG_MAX_BYTES;
}
