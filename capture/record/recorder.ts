// Screen video + microphone audio → pieces of about a second, over the browser's MediaRecorder.
import { RECORDING_MAX_MS } from '#contract/limits.ts';
import { stopTracks } from '../devices/device-stream.ts';
import { type Observable, Store } from '../store.ts';
import { BEST_QUALITY, type Quality } from './quality.ts';
import { type RecordedPiece, Takes } from './takes.ts';

/** Why a recording ended. */
export type StopReason = 'participant' | 'time_limit' | 'share_ended' | 'storage_full' | 'error';

/** Why a recording did not start. */
export type StartProblem = 'busy' | 'stream_missing' | 'unsupported' | 'failed';

export interface RecorderState {
  phase: 'idle' | 'recording' | 'stopping' | 'stopped';
  /** Set when the last start was refused or failed. */
  problem: StartProblem | null;
  stopReason: StopReason | null;
  /** Milliseconds since the first frame; updated about every second. */
  elapsedMs: number;
  /** The microphone is gone, and the video continues without sound. */
  microphoneLost: boolean;
  /** The browser did not hand over the end: its last moments are missing. */
  isCutOff: boolean;
  /** The system or a switch mutes the microphone at the moment. */
  microphoneMuted: boolean;
  mimeType: string;
}

export interface RecorderStreams {
  display: MediaStream | null;
  microphone: MediaStream | null;
}

/** Takes each piece in the order recorded. */
export type PieceSink = (piece: RecordedPiece) => void;

/** Interval in which the displayed time advances. */
const TICK_MS = 1000;
/** Encoders answer within milliseconds, on a busy machine within seconds; past this the participant waits no longer. */
const STOP_LIMIT_TICKS = 15;

/** Frames the capture gave and the encoder made, from the start. */
export interface FrameCounts {
  /**
   * Number of frames that reached the encoder, or null if the browser does not count them (Media
   * Capture Statistics; Chromium does).
   */
  offered: number | null;
  encoded: number;
}

const idle: RecorderState = {
  phase: 'idle',
  problem: null,
  stopReason: null,
  elapsedMs: 0,
  microphoneLost: false,
  isCutOff: false,
  microphoneMuted: false,
  mimeType: '',
};

/** One recorder records once at a time; after `stopped` it may start again. */
export class Recorder implements Observable<RecorderState> {
  readonly #state = new Store<RecorderState>(idle);
  readonly #onPiece: PieceSink;
  #takes: Takes | null = null;
  #streams: MediaStream[] = [];
  #quality: Quality = BEST_QUALITY;
  #timer: ReturnType<typeof setInterval> | undefined;
  #settled: Promise<void> = Promise.resolve();
  #resolveSettled: () => void = () => undefined;

  subscribe = this.#state.subscribe;
  getSnapshot = this.#state.getSnapshot;

  constructor(onPiece: PieceSink) {
    this.#onPiece = onPiece;
  }

  /** Milliseconds since the first frame, exactly now; 0 before it. */
  elapsedMs(): number {
    return this.#takes?.elapsedMs ?? 0;
  }

  /**
   * Starts at once. False with a `problem` in the state when refused: while recording nothing else changes; without
   * a stream the state resets and the tracks stop (specification, section 4).
   */
  start(streams: RecorderStreams, quality = BEST_QUALITY): boolean {
    const { phase } = this.#state.getSnapshot();
    if (phase !== 'idle' && phase !== 'stopped') {
      this.#state.merge({ problem: 'busy' });
      return false;
    }
    this.#streams = [streams.display, streams.microphone].filter((stream) => stream !== null);
    const [video] = streams.display?.getVideoTracks() ?? [];
    const [audio] = streams.microphone?.getAudioTracks() ?? [];
    if (!isLive(video) || !isLive(audio)) return this.#refuse('stream_missing');
    if (typeof MediaRecorder === 'undefined') return this.#refuse('unsupported');
    this.#state.set(idle);
    try {
      this.#record([video, audio], quality);
      return true;
    } catch (error) {
      console.error('The recorder did not start.', error);
      return this.#refuse('failed');
    }
  }

  /** Goes on with another quality, in the same file. Nothing happens unless it records. */
  setQuality(quality: Quality): void {
    if (isEqual(quality, this.#quality) || this.#state.getSnapshot().phase !== 'recording') return;
    this.#quality = quality;
    try {
      this.#limitCapture(quality);
      this.#takes?.change(quality);
    } catch (error) {
      console.warn('The recorder goes on with the quality it has.', error);
    }
  }

  /** The last requested quality. */
  get quality(): Quality {
    return this.#quality;
  }

  /** Returns how many frames the encoder received and encoded. */
  frames(): FrameCounts {
    const [video]: CountingTrack[] = this.#streams.flatMap((stream) => stream.getVideoTracks());
    const offered = video?.stats?.deliveredFrames ?? null;
    return { offered, encoded: this.#takes?.videoFrames ?? 0 };
  }

  /** Stops; answers when the last piece was handed over. Safe to call at any time, and twice. */
  async stop(reason: StopReason): Promise<void> {
    if (this.#state.getSnapshot().phase === 'recording') {
      this.#state.merge({ phase: 'stopping', stopReason: reason });
      this.#takes?.stop().then(() => this.#settle(), this.#failed);
      this.#releaseTracks();
      this.#limitStop();
    }
    await this.#settled;
  }

  #record(tracks: [video: MediaStreamTrack, audio: MediaStreamTrack], quality: Quality): void {
    const [video, audio] = tracks;
    this.#quality = quality;
    this.#limitCapture(quality);
    const takes = new Takes({
      tracks,
      quality,
      onPiece: (piece) => {
        // Past the wait for the end: the recording is marked as cut off, and this can't follow.
        if (this.#takes !== takes) return;
        this.#onPiece(piece);
        this.#tick();
      },
      onEnd: () => {
        takes.stop().then(() => this.#settle(), this.#failed);
      },
      onError: this.#failed,
    });
    this.#takes = takes;
    video.addEventListener('ended', () => this.#stopFor('share_ended'), { once: true });
    audio.addEventListener('ended', () => this.#microphoneEnded(), { once: true });
    const muted = () => this.#state.merge({ microphoneMuted: audio.muted });
    audio.addEventListener('mute', muted);
    audio.addEventListener('unmute', muted);
    this.#settled = new Promise((resolve) => {
      this.#resolveSettled = resolve;
    });
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    const { mimeType } = takes;
    this.#state.merge({ phase: 'recording', mimeType, microphoneMuted: audio.muted });
  }

  #failed = (error: unknown): void => {
    console.error('The recorder failed while recording.', error);
    this.#stopFor('error');
  };

  #limitCapture({ frameRate, maxHeight }: Quality): void {
    const [video] = this.#streams.flatMap((stream) => stream.getVideoTracks());
    const height = maxHeight === null ? {} : { height: { max: maxHeight } };
    video
      ?.applyConstraints({ frameRate: { max: frameRate }, ...height })
      .catch((error) => console.warn('The capture goes on as it is.', error));
  }

  /** Counted in seconds in which the page runs: while the computer sleeps, its encoder does too. */
  #limitStop(): void {
    let ticks = 0;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      ticks += 1;
      if (ticks < STOP_LIMIT_TICKS) return;
      this.#state.merge({ isCutOff: true });
      this.#settle();
    }, TICK_MS);
  }

  #settle(): void {
    const { phase, stopReason } = this.#state.getSnapshot();
    if (phase !== 'recording' && phase !== 'stopping') return;
    clearInterval(this.#timer);
    const elapsedMs = this.elapsedMs();
    this.#clear();
    this.#state.merge({ phase: 'stopped', stopReason: stopReason ?? 'share_ended', elapsedMs });
    this.#resolveSettled();
  }

  #tick(): void {
    if (this.#state.getSnapshot().phase !== 'recording') return;
    const elapsedMs = this.elapsedMs();
    this.#state.merge({ elapsedMs });
    // The limit is checked by the clock, because a timer of 20 minutes would stop while the
    // computer sleeps.
    if (elapsedMs >= RECORDING_MAX_MS) this.#stopFor('time_limit');
  }

  #stopFor(reason: StopReason): void {
    this.stop(reason).catch((error) => console.error('The recorder did not stop.', error));
  }

  #microphoneEnded(): void {
    if (this.#state.getSnapshot().phase === 'recording') {
      this.#state.merge({ microphoneLost: true });
    }
  }

  #refuse(problem: StartProblem): false {
    this.#clear();
    this.#state.set({ ...idle, problem });
    this.#resolveSettled();
    return false;
  }

  #clear(): void {
    this.#releaseTracks();
    this.#takes = null;
  }

  #releaseTracks(): void {
    for (const stream of this.#streams) stopTracks(stream);
    this.#streams = [];
  }
}

/** Media Capture Statistics: missing in TypeScript's DOM library. */
interface CountingTrack extends MediaStreamTrack {
  stats?: { deliveredFrames: number };
}

function isEqual(a: Quality, b: Quality): boolean {
  return (
    a.videoBitsPerSecond === b.videoBitsPerSecond &&
    a.frameRate === b.frameRate &&
    a.maxHeight === b.maxHeight
  );
}

function isLive(track: MediaStreamTrack | undefined): track is MediaStreamTrack {
  return track?.readyState === 'live';
}
