// Records the screen's video and the microphone's audio with the browser's MediaRecorder, in pieces of about a second.
import { RECORDING_MAX_MS } from '#contract/limits.ts';
import { stopTracks } from '../devices/device-stream.ts';
import { type Observable, Store } from '../store.ts';
import { BEST_QUALITY, type Quality } from './quality.ts';
import { type RecordedPiece, Takes } from './takes.ts';
import type { RecordedBefore } from './webm-join.ts';

/** Reason why a recording ended; `stuck`: the participant gave up and stopped. */
export type StopReason =
  | 'participant'
  | 'stuck'
  | 'time_limit'
  | 'share_ended'
  | 'storage_full'
  | 'error';

/** Reason why a recording did not start. */
export type StartProblem = 'busy' | 'stream_missing' | 'unsupported' | 'failed';

export interface RecorderState {
  phase: 'idle' | 'recording' | 'stopping' | 'stopped';
  /** Reason why the last start failed, or null if it did not. */
  problem: StartProblem | null;
  stopReason: StopReason | null;
  /** Milliseconds of the recording so far; updated about every second. */
  elapsedMs: number;
  /** The microphone is gone, and the video continues without sound. */
  microphoneLost: boolean;
  /** The last moments are missing, because the browser did not deliver them in time. */
  isCutOff: boolean;
  /** The system or a switch mutes the microphone at the moment. */
  microphoneMuted: boolean;
  mimeType: string;
}

export interface RecorderStreams {
  display: MediaStream | null;
  microphone: MediaStream | null;
}

/** Receives each piece, in the order of the recording. */
export type PieceSink = (piece: RecordedPiece) => void;

/** Interval in which the displayed time advances. */
const TICK_MS = 1000;
/**
 * Maximum number of seconds to wait for the encoder's last piece. Encoders deliver it within milliseconds, on a busy
 * machine within seconds.
 */
const STOP_LIMIT_TICKS = 15;

/** Numbers of frames since the start. */
export interface FrameCounts {
  /**
   * Number of frames that reached the encoder, or null if the browser does not count them (Media
   * Capture Statistics; Chromium does).
   */
  offered: number | null;
  /** Number of frames that the encoder produced. */
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

/** Makes one recording at a time. After `stopped` it can start again. */
export class Recorder implements Observable<RecorderState> {
  readonly #idle: RecorderState;
  readonly #state: Store<RecorderState>;
  readonly #onPiece: PieceSink;
  readonly #maxMs: number;
  readonly #before: RecordedBefore | null;
  #takes: Takes | null = null;
  /** Start of a clock without a recording, or null. */
  #clockStartMs: number | null = null;
  #streams: MediaStream[] = [];
  #quality: Quality = BEST_QUALITY;
  #timer: ReturnType<typeof setInterval> | undefined;
  #settled: Promise<void> = Promise.resolve();
  #resolveSettled: () => void = () => undefined;

  subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);
  getSnapshot = (): RecorderState => this.#state.getSnapshot();

  /**
   * @param maxMs length at which the recording ends
   * @param before what an earlier page recorded of it, or null if this recorder begins it
   */
  constructor(
    onPiece: PieceSink,
    maxMs: number = RECORDING_MAX_MS,
    before: RecordedBefore | null = null,
  ) {
    this.#onPiece = onPiece;
    this.#maxMs = maxMs;
    this.#before = before;
    this.#idle = { ...idle, elapsedMs: before?.recordedMs ?? 0 };
    this.#state = new Store(this.#idle);
  }

  /** Returns the milliseconds of the recording at this moment; what an earlier page recorded before the first frame. */
  elapsedMs(): number {
    if (this.#clockStartMs !== null) return performance.now() - this.#clockStartMs;
    return this.#takes?.elapsedMs ?? this.#idle.elapsedMs;
  }

  /**
   * Starts the clock alone: nothing is recorded, and time zero is the moment in which the first step is shown. A session that
   * goes on after a reload continues at its last message.
   */
  startClock(): void {
    this.#clockStartMs = performance.now() - this.#idle.elapsedMs;
    this.#begin('');
  }

  #begin(mimeType: string, microphoneMuted = false): void {
    this.#settled = new Promise((resolve) => {
      this.#resolveSettled = resolve;
    });
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#state.merge({ phase: 'recording', mimeType, microphoneMuted });
  }

  /**
   * Starts the recording. If it can't, the state contains the `problem`. During a recording nothing else changes; without
   * a stream the state resets and the tracks stop (specification, section 4).
   * @returns whether the recording started
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
    this.#state.set(this.#idle);
    try {
      this.#record([video, audio], quality);
      return true;
    } catch (error) {
      console.error('The recorder did not start.', error);
      return this.#refuse('failed');
    }
  }

  /** Continues the recording with another quality, in the same file. Does nothing if no recording runs. */
  setQuality(quality: Quality): void {
    if (isEqual(quality, this.#quality) || this.#state.getSnapshot().phase !== 'recording') return;
    this.#quality = quality;
    try {
      this.#limitCapture(quality);
      this.#takes?.change(quality);
    } catch (error) {
      console.warn('The recorder continues with its current quality.', error);
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

  /** Stops the recording. Resolves when the last piece was delivered. It can be called at any time and repeatedly. */
  async stop(reason: StopReason): Promise<void> {
    if (this.#state.getSnapshot().phase === 'recording') {
      this.#state.merge({ phase: 'stopping', stopReason: reason });
      // Without a recording there is nothing to wait for.
      if (!this.#takes) this.#settle();
      else {
        this.#limitStop();
        this.#stopTakes(this.#takes, reason).catch(this.#failed);
      }
    }
    await this.#settled;
  }

  /** An encoder that is stopped before its first frame gives no bytes, so a press waits until there are some. */
  async #stopTakes(takes: Takes, reason: StopReason): Promise<void> {
    if (reason === 'participant' || reason === 'stuck') await takes.begun();
    // The wait was cut off, and the tracks of now may be those of another recording.
    if (this.#takes !== takes) return;
    const stopped = takes.stop();
    this.#releaseTracks();
    await stopped;
    if (this.#takes === takes) this.#settle();
  }

  #record(tracks: [video: MediaStreamTrack, audio: MediaStreamTrack], quality: Quality): void {
    const [video, audio] = tracks;
    this.#quality = quality;
    this.#limitCapture(quality);
    const takes = new Takes({
      tracks,
      quality,
      before: this.#before,
      onPiece: (piece) => {
        // A piece that arrives after the wait for the last one is dropped, because the recording is already cut off.
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
    this.#begin(takes.mimeType, audio.muted);
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
      .catch((error) =>
        console.warn('The capture continues with its current size and rate.', error),
      );
  }

  /** Ends the wait for the last piece. It counts seconds in which the page runs, because a sleeping computer does not encode. */
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
    this.#clockStartMs = null;
    this.#clear();
    this.#state.merge({ phase: 'stopped', stopReason: stopReason ?? 'share_ended', elapsedMs });
    this.#resolveSettled();
  }

  #tick(): void {
    if (this.#state.getSnapshot().phase !== 'recording') return;
    const elapsedMs = this.elapsedMs();
    this.#state.merge({ elapsedMs });
    // The limit is checked by the clock, because a timer of minutes would stop while the
    // computer sleeps.
    if (elapsedMs >= this.#maxMs) this.#stopFor('time_limit');
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
    this.#state.set({ ...this.#idle, problem });
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

/** A track with the counts of Media Capture Statistics, which TypeScript's DOM library lacks. */
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
