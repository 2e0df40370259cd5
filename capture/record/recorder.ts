// Screen video + microphone audio → pieces of about a second, over one MediaRecorder.
import { RECORDING_MAX_MS } from '#contract/limits.ts';
import { stopTracks } from '../devices/device-check.ts';
import { type Observable, Store } from '../store.ts';
import { recordingType } from './mime-type.ts';

/** Why a recording ended. */
export type StopReason = 'participant' | 'time_limit' | 'share_ended' | 'storage_full' | 'error';

/** Why a recording did not start. */
export type StartProblem = 'busy' | 'stream_missing' | 'unsupported' | 'failed';

export interface RecorderState {
  phase: 'idle' | 'recording' | 'stopping' | 'stopped';
  /** Set when the last start was refused or failed. */
  problem: StartProblem | null;
  stopReason: StopReason | null;
  /** Milliseconds since the first frame, told about every second. */
  elapsedMs: number;
  /** The microphone went away: the video goes on without sound. */
  microphoneLost: boolean;
  mimeType: string;
}

export interface RecorderStreams {
  screen: MediaStream | null;
  microphone: MediaStream | null;
}

/** Takes each piece in the order recorded; called before the next one is made known. */
export type PieceSink = (piece: Blob) => void;

/** A lost tab costs at most the piece in the making. */
export const PIECE_MS = 1000;
/** Sharp text at 1080p, 375 MB in 20 minutes, and within the uplink of an ordinary connection. */
const VIDEO_BITS_PER_SECOND = 2_500_000;
/** Speech in mono and stereo alike. */
const AUDIO_BITS_PER_SECOND = 64_000;
/** Seeking lands within this; without it a still page had one key frame in 12 s. */
const KEY_FRAME_INTERVAL_MS = 2000;
/** Encoders answer within milliseconds; one that never does must not hold up the participant. */
const STOP_TIMEOUT_MS = 5000;

/** MediaStream Recording, `videoKeyFrameIntervalDuration`: missing in TypeScript's DOM library. */
interface RecorderOptions extends MediaRecorderOptions {
  videoKeyFrameIntervalDuration: number;
}

const idle: RecorderState = {
  phase: 'idle',
  problem: null,
  stopReason: null,
  elapsedMs: 0,
  microphoneLost: false,
  mimeType: '',
};

/** One recorder records once at a time; after `stopped` it may start again. */
export class Recorder implements Observable<RecorderState> {
  readonly #state = new Store<RecorderState>(idle);
  readonly #onPiece: PieceSink;
  #media: MediaRecorder | null = null;
  #streams: MediaStream[] = [];
  #startedAtMs = 0;
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
    return this.#startedAtMs === 0 ? 0 : performance.now() - this.#startedAtMs;
  }

  /**
   * Starts at once. False with a `problem` in the state when refused:
   * while recording nothing changes, without a stream the state resets and the tracks stop
   * (specification, section 4).
   */
  start(streams: RecorderStreams): boolean {
    const { phase } = this.#state.getSnapshot();
    if (phase !== 'idle' && phase !== 'stopped') {
      this.#state.merge({ problem: 'busy' });
      return false;
    }
    this.#streams = [streams.screen, streams.microphone].filter((stream) => stream !== null);
    const [video] = streams.screen?.getVideoTracks() ?? [];
    const [audio] = streams.microphone?.getAudioTracks() ?? [];
    if (!isLive(video) || !isLive(audio)) return this.#refuse('stream_missing');
    if (typeof MediaRecorder === 'undefined') return this.#refuse('unsupported');
    this.#state.set(idle);
    try {
      this.#record(video, audio);
      return true;
    } catch (error) {
      console.error('The recorder did not start.', error);
      return this.#refuse('failed');
    }
  }

  /** Stops; answers when the last piece was handed over. Safe to call at any time, and twice. */
  async stop(reason: StopReason): Promise<void> {
    if (this.#state.getSnapshot().phase === 'recording') {
      this.#state.merge({ phase: 'stopping', stopReason: reason });
      if (this.#media?.state !== 'inactive') this.#media?.stop();
      this.#releaseTracks();
      setTimeout(() => this.#settle(), STOP_TIMEOUT_MS);
    }
    await this.#settled;
  }

  #record(video: MediaStreamTrack, audio: MediaStreamTrack): void {
    const mimeType = recordingType((type) => MediaRecorder.isTypeSupported(type));
    const options: RecorderOptions = {
      ...(mimeType ? { mimeType } : {}),
      videoBitsPerSecond: VIDEO_BITS_PER_SECOND,
      audioBitsPerSecond: AUDIO_BITS_PER_SECOND,
      videoKeyFrameIntervalDuration: KEY_FRAME_INTERVAL_MS,
    };
    const media = new MediaRecorder(new MediaStream([video, audio]), options);
    this.#media = media;
    media.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0) this.#onPiece(data);
      this.#tick();
    });
    media.addEventListener('error', (event) => {
      console.error('The recorder failed while recording.', event);
      this.#stopFor('error');
    });
    video.addEventListener('ended', () => this.#stopFor('share_ended'), { once: true });
    audio.addEventListener('ended', () => this.#microphoneEnded(), { once: true });
    // 'stop' comes after the last piece (MediaStream Recording, 'stop' method, step 4), and by
    // itself when every track has ended.
    media.addEventListener('stop', () => this.#settle(), { once: true });
    this.#settled = new Promise((resolve) => {
      this.#resolveSettled = resolve;
    });
    media.start(PIECE_MS);
    // The first frame is taken now. Chromium fires 'start' with the first piece, a second later:
    // clicks would be shown a second before they happened.
    this.#startedAtMs = performance.now();
    this.#timer = setInterval(() => this.#tick(), PIECE_MS);
    this.#state.merge({ phase: 'recording', mimeType: media.mimeType });
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
    // Checked by the clock: a timer of 20 minutes would stand still while the computer sleeps.
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
    this.#media = null;
    this.#startedAtMs = 0;
  }

  #releaseTracks(): void {
    for (const stream of this.#streams) stopTracks(stream);
    this.#streams = [];
  }
}

function isLive(track: MediaStreamTrack | undefined): track is MediaStreamTrack {
  return track?.readyState === 'live';
}
