// Measures connection, spool and encoder every second of a recording and sets the recorder's
// quality.
import { QualityControl } from '../record/quality-control.ts';
import type { Recorder } from '../record/recorder.ts';
import type { PieceQueue } from '../spool/piece-queue.ts';
import { type Observable, Store } from '../store.ts';
import type { SessionUpload } from '../upload/session-upload.ts';

export interface WatchedParts {
  recorder: Recorder;
  queue: PieceQueue;
  upload: SessionUpload;
  /** Maximum size of a session in the spool. */
  maxBytes: number;
}

/** Interval between two measurements, the same as between two pieces. */
const SAMPLE_MS = 1000;
/** Share of the spool's space from which on the page warns the participant. */
const LOW_SHARE = 0.85;

export class QualityWatch implements Observable<{ isSpaceLow: boolean }> {
  readonly #parts: WatchedParts;
  readonly #control: QualityControl;
  readonly #state = new Store({ isSpaceLow: false });
  #timer: ReturnType<typeof setInterval> | undefined;

  subscribe = this.#state.subscribe;
  getSnapshot = this.#state.getSnapshot;

  /** @param connectionBitsPerSecond as measured before the recording; null when unknown. */
  constructor(parts: WatchedParts, connectionBitsPerSecond: number | null) {
    this.#parts = parts;
    this.#control = new QualityControl(connectionBitsPerSecond);
  }

  /** Quality at the start. */
  get quality() {
    return this.#control.quality;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#look().catch((error) => console.warn('The quality stays as it is.', error));
    }, SAMPLE_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const { recorder, queue, upload, maxBytes } = this.#parts;
    const { spooledBytes, waitingBytes, space } = queue.getSnapshot();
    const { storedBytes, connected } = upload.getSnapshot();
    const share = space === 'ok' ? await spaceShare(spooledBytes - storedBytes, maxBytes) : 1;
    const { offered, encoded } = recorder.frames();
    const quality = this.#control.next({
      atMs: performance.now(),
      recordedBytes: spooledBytes + waitingBytes,
      storedBytes,
      connected,
      spaceShare: share,
      offeredFrames: offered,
      encodedFrames: encoded,
    });
    this.#state.merge({ isSpaceLow: share >= LOW_SHARE });
    recorder.setQuality(quality);
  }
}

/**
 * @param usedBytes in the spool now. @param maxBytes the spool's own bound.
 * @returns share of the spool's space that is used, 0 to 1: of the bound, or of what the browser gives this site
 * when that is less. Chromium always reports 10 GiB more than is used (seen in 141): a full disk is known there
 * when the first piece is refused.
 */
async function spaceShare(usedBytes: number, maxBytes: number): Promise<number> {
  const ofBound = usedBytes / maxBytes;
  try {
    const { quota, usage } = await navigator.storage.estimate();
    if (quota === undefined || usage === undefined) return ofBound;
    const free = Math.max(0, quota - usage);
    return Math.min(1, Math.max(ofBound, usedBytes / (usedBytes + free)));
  } catch {
    // No storage for this site: the bound on memory is all there is.
    return ofBound;
  }
}
