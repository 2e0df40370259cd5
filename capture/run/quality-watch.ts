// While recording: looks at line, room and encoder every second and sets the recorder's quality.
import { QualityControl } from '../record/quality-control.ts';
import type { Recorder } from '../record/recorder.ts';
import type { PieceQueue } from '../spool/piece-queue.ts';
import { roomShare } from '../spool/spool-room.ts';
import { type Observable, Store } from '../store.ts';
import type { SessionUpload } from '../upload/session-upload.ts';

export interface WatchedParts {
  recorder: Recorder;
  queue: PieceQueue;
  upload: SessionUpload;
  /** Most bytes the spool keeps of a session. */
  maxBytes: number;
}

/** As often as pieces come. */
const SAMPLE_MS = 1000;
/** From this share on the participant is told. */
const LOW_SHARE = 0.85;

export class QualityWatch implements Observable<{ isSpaceLow: boolean }> {
  readonly #parts: WatchedParts;
  readonly #control: QualityControl;
  readonly #state = new Store({ isSpaceLow: false });
  #timer: ReturnType<typeof setInterval> | undefined;

  subscribe = this.#state.subscribe;
  getSnapshot = this.#state.getSnapshot;

  /** @param lineBitsPerSecond as measured before the recording; null when it was not. */
  constructor(parts: WatchedParts, lineBitsPerSecond: number | null) {
    this.#parts = parts;
    this.#control = new QualityControl(lineBitsPerSecond);
  }

  /** What to start with. */
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
    const { spooledBytes, waitingBytes, room } = queue.getSnapshot();
    const { storedBytes, connected } = upload.getSnapshot();
    const share = room === 'ok' ? await roomShare(spooledBytes - storedBytes, maxBytes) : 1;
    const { offered, encoded } = recorder.frames();
    const quality = this.#control.next({
      atMs: performance.now(),
      recordedBytes: spooledBytes + waitingBytes,
      storedBytes,
      connected,
      roomShare: share,
      offeredFrames: offered,
      encodedFrames: encoded,
    });
    this.#state.merge({ isSpaceLow: share >= LOW_SHARE });
    recorder.setQuality(quality);
  }
}
