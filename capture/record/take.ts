// One run of the browser's recorder on the shared tracks; a recording has one take or several.
import { AUDIO_BITS_PER_SECOND, type Quality } from './quality.ts';

/** A lost tab costs at most the piece in the making. */
export const PIECE_MS = 1000;

/** MediaStream Recording, `videoKeyFrameIntervalDuration`: missing in TypeScript's DOM library. */
interface RecorderOptions extends MediaRecorderOptions {
  videoKeyFrameIntervalDuration: number;
}

export interface TakeEvents {
  /** Bytes in the order recorded; the last ones come before `stopped` resolves. */
  onPiece: (piece: Blob) => void;
  /** It stopped without being asked to: every track ended, or it failed. */
  onEnd: () => void;
  onError: (event: Event) => void;
}

export class Take {
  readonly stopped: Promise<void>;
  readonly #media: MediaRecorder;

  /** Starts at once. @throws when the browser refuses. */
  constructor(tracks: MediaStreamTrack[], quality: Quality, events: TakeEvents) {
    const mimeType = recordingType((type) => MediaRecorder.isTypeSupported(type));
    const options: RecorderOptions = {
      ...(mimeType ? { mimeType } : {}),
      videoBitsPerSecond: quality.videoBitsPerSecond,
      audioBitsPerSecond: AUDIO_BITS_PER_SECOND,
      videoKeyFrameIntervalDuration: quality.keyFrameIntervalMs,
    };
    const media = new MediaRecorder(new MediaStream(tracks), options);
    this.#media = media;
    media.addEventListener('dataavailable', ({ data }) => events.onPiece(data));
    media.addEventListener('error', events.onError);
    // 'stop' comes after the last piece (MediaStream Recording, 'stop' method, step 4), and when every track has ended.
    this.stopped = new Promise((resolve) => {
      media.addEventListener('stop', () => resolve(), { once: true });
    });
    media.addEventListener('stop', events.onEnd, { once: true });
    media.start(PIECE_MS);
  }

  get mimeType(): string {
    return this.#media.mimeType;
  }

  /** Resolves when the last piece was handed over; twice is once. */
  stop(): Promise<void> {
    if (this.#media.state !== 'inactive') this.#media.stop();
    return this.stopped;
  }
}

/**
 * Container and codecs, best first. VP9 halves the bytes of VP8 on screens; h264 inside WebM comes out
 * unseekable, so MP4 (all that older Safari has) stands before the browser's own choice.
 */
const preferred = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/mp4'];

/**
 * The best type the browser records; empty leaves it to the browser.
 * @param isSupported `MediaRecorder.isTypeSupported`.
 */
export function recordingType(isSupported: (type: string) => boolean): string {
  return preferred.find(isSupported) ?? '';
}
