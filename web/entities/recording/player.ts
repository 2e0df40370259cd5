// The player: a store of its state over a <video>. It outlives the element, so that a moment
// selected on another tab plays when the video is visible again.
import { Store } from '#capture/store.ts';

interface PlayerState {
  /** `empty`: nothing known of the video yet; `failed`: it could not be loaded or decoded. */
  phase: 'empty' | 'ready' | 'failed';
  playing: boolean;
  /** Wants to play, but waits for bytes. */
  waiting: boolean;
  ended: boolean;
  atMs: number;
  durationMs: number;
  /** Width over height of the picture. */
  aspect: number;
  rate: number;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
}

/** A stretch of a video, in milliseconds. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** Largest difference between the requested time and the time that a browser shows. */
const END_SLACK_MS = 100;
/** Milliseconds from one picture of a display to the next. */
const PICTURE_MS = { least: 7, most: 34 };

/**
 * A volume below the resolution of 16-bit sound. In Chromium a muted video, or one without any
 * volume, plays to no sound device, and stops for most of a tenth of a second when it gets one.
 */
const HUSHED_VOLUME = 0.00001;

const initial: PlayerState = {
  phase: 'empty',
  playing: false,
  waiting: false,
  ended: false,
  atMs: 0,
  durationMs: 0,
  // Shape of most screens, until the video's own is known.
  aspect: 16 / 9,
  rate: 1,
  volume: 1,
  muted: false,
};

/** Events after which the element is read again. */
const watched = [
  'play',
  'pause',
  'ended',
  'seeking',
  'seeked',
  'timeupdate',
  'ratechange',
  'volumechange',
  'durationchange',
  'waiting',
  'playing',
  'canplay',
] as const;

export class Player extends Store<PlayerState> {
  #video: HTMLVideoElement | null = null;
  /** Runs as soon as the element has the metadata of its video. */
  #pending: { atMs: number; play: boolean } | null = null;
  #span: Span = { fromMs: 0, toMs: Number.POSITIVE_INFINITY };
  #isHushed = false;
  #onPicture: (() => void) | null = null;
  #pictureMs = 0;
  #tickedAtMs = 0;

  constructor() {
    super(initial);
  }

  get #state(): PlayerState {
    return this.getSnapshot();
  }

  /** Ref of the <video>; React calls what it returns when the element goes. */
  readonly attach = (video: HTMLVideoElement | null): (() => void) => {
    if (video === null) return () => undefined;
    this.#video = video;
    const stop = new AbortController();
    const { signal } = stop;
    for (const event of watched) video.addEventListener(event, () => this.#sync(event), { signal });
    video.addEventListener('loadstart', () => this.merge({ phase: 'empty' }), { signal });
    video.addEventListener('loadedmetadata', () => this.#loaded(), { signal });
    video.addEventListener('error', () => this.merge({ phase: 'failed', playing: false }), {
      signal,
    });
    return () => {
      stop.abort();
      this.#pending ??= { atMs: this.#state.atMs, play: false };
      this.#video = null;
      const phase = this.#state.phase === 'failed' ? 'failed' : 'empty';
      this.merge({ phase, playing: false, waiting: false });
    };
  };

  /**
   * Releases the source with its pictures, because a video without its attribute alone still has
   * them.
   */
  unload(): void {
    this.#video?.removeAttribute('src');
    this.#video?.load();
  }

  /** Plays a stretch alone: it stops exactly at its end and plays again from its beginning; seeks stay within. */
  setSpan(span: Span): void {
    this.#span = span;
  }

  /** Stores the position before the source is replaced by a longer one of the same recording. */
  keepSlot(): void {
    const { atMs, playing, ended } = this.#state;
    this.#pending = { atMs, play: playing || ended };
  }

  #loaded(): void {
    const video = this.#video;
    if (video === null) return;
    video.playbackRate = this.#state.rate;
    this.#applySound();
    const pending = this.#pending;
    this.#pending = null;
    const aspect = video.videoHeight > 0 ? video.videoWidth / video.videoHeight : initial.aspect;
    this.merge({ phase: 'ready', aspect, durationMs: durationOf(video) });
    if (pending === null) return;
    this.seek(pending.atMs);
    if (pending.play) this.play();
  }

  /** Calls back with the picture of the time that it was sent to: at once when that is shown already. */
  onPicture(listener: () => void): void {
    this.#onPicture = listener;
    this.#tellPicture();
  }

  /** Ignores the picture of a video that loads, because it belongs to another time. */
  #tellPicture(): void {
    const video = this.#video;
    const isThere = video !== null && this.#state.phase === 'ready' && !video.seeking;
    if (!isThere || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    const listener = this.#onPicture;
    this.#onPicture = null;
    listener?.();
  }

  /** Before the element gets another source, or the same once more after a failure. */
  renew(): void {
    const failed = this.#state.phase === 'failed';
    this.#pending = { atMs: this.#span.fromMs, play: false };
    this.#video?.pause();
    this.merge({ phase: 'empty', playing: false, ended: false });
    if (failed) this.#video?.load();
  }

  /** Before another try with a video that failed. */
  forgetFailure(): void {
    if (this.#state.phase === 'failed') this.merge({ phase: 'empty' });
  }

  play(): void {
    if (this.#isAtEnd()) this.seek(this.#span.fromMs);
    this.#video?.play().catch((error: unknown) => {
      // Paused again before it began, or sound not allowed yet: the button shows that it is paused.
      if (!(error instanceof DOMException)) throw error;
    });
  }

  pause(): void {
    this.#video?.pause();
  }

  toggle(): void {
    if (this.#state.playing) this.pause();
    else this.play();
  }

  /** @param atMs limited to the video's length */
  seek(atMs: number): void {
    const video = this.#video;
    if (video === null || this.#state.phase !== 'ready') {
      this.#pending = { atMs, play: this.#pending?.play ?? false };
      return;
    }
    const { fromMs, toMs } = this.#span;
    const within = Math.min(Math.max(atMs, fromMs), toMs, this.#state.durationMs);
    video.currentTime = within / 1000;
    this.merge({ atMs: within, ended: false });
  }

  seekBy(distanceMs: number): void {
    this.seek(this.#state.atMs + distanceMs);
  }

  /** Plays a moment, now or once the video is in view. */
  playFrom(atMs: number): void {
    if (this.#state.phase !== 'ready') this.#pending = { atMs, play: true };
    else {
      this.seek(atMs);
      this.play();
    }
  }

  setRate(rate: number): void {
    this.merge({ rate });
    if (this.#video !== null) this.#video.playbackRate = rate;
  }

  setVolume(volume: number): void {
    const within = Math.min(Math.max(volume, 0), 1);
    this.merge({ volume: within, muted: within === 0 });
    this.#applySound();
  }

  toggleMute(): void {
    this.merge({ muted: !this.#state.muted });
    this.#applySound();
  }

  /** Silences the video, whatever volume is selected, while it plays out of view. */
  hush(isHushed: boolean): void {
    this.#isHushed = isHushed;
    this.#applySound();
  }

  #applySound(): void {
    const { volume, muted } = this.#state;
    if (this.#video === null) return;
    this.#video.volume = this.#isHushed ? Math.min(volume, HUSHED_VOLUME) : volume;
    const isHeard = this.#video.volume > 2 * HUSHED_VOLUME;
    // Phones of one maker allow only the system to set the volume.
    this.#video.muted = muted || (this.#isHushed && isHeard);
  }

  /** The current time in milliseconds; the state has the time of the last event or picture. */
  get nowMs(): number {
    return this.#video === null ? this.#state.atMs : this.#video.currentTime * 1000;
  }

  #sync(event: (typeof watched)[number]): void {
    const video = this.#video;
    if (video === null || this.#state.phase !== 'ready') return;
    const wasPlaying = this.#state.playing;
    this.#stopAtEnd(video);
    this.merge({
      playing: !video.paused && !video.ended,
      waiting: event === 'waiting' || (this.#state.waiting && event === 'timeupdate'),
      ended: this.#isAtEnd(),
      atMs: video.currentTime * 1000,
      durationMs: durationOf(video),
      ...(this.#isHushed ? {} : { volume: video.volume, muted: video.muted }),
    });
    if (!wasPlaying && this.#state.playing) requestAnimationFrame(this.#tick);
    this.#tellPicture();
  }

  /** `timeupdate` comes four times a second, which is seen as stutter: read once a frame instead. */
  readonly #tick = (nowMs: number): void => {
    const video = this.#video;
    if (video === null || !this.#state.playing) return;
    this.#pictureMs = pictureMs(nowMs - this.#tickedAtMs);
    this.#tickedAtMs = nowMs;
    this.#stopAtEnd(video);
    this.merge({ atMs: video.currentTime * 1000 });
    requestAnimationFrame(this.#tick);
  };

  /**
   * Stops on the last picture of the stretch. `timeupdate` calls it too, late, because pages in the
   * background have no pictures.
   */
  #stopAtEnd(video: HTMLVideoElement): void {
    const { toMs } = this.#span;
    const leftMs = toMs - video.currentTime * 1000;
    if (video.paused || leftMs > this.#pictureMs * video.playbackRate) return;
    video.pause();
    if (leftMs <= 0) video.currentTime = (toMs - 1) / 1000;
    // The video's own event comes later than the next picture of a reel should.
    this.merge({ playing: false, ended: true, atMs: video.currentTime * 1000 });
  }

  #isAtEnd(): boolean {
    const video = this.#video;
    if (!video?.paused) return false;
    return video.ended || video.currentTime * 1000 >= this.#span.toMs - END_SLACK_MS;
  }
}

function durationOf(video: HTMLVideoElement): number {
  return Number.isFinite(video.duration) ? video.duration * 1000 : 0;
}

/**
 * Returns the delay until the display shows a change of the page: one picture.
 * @param sinceLastMs time between two frames of the page
 */
export function pictureMs(sinceLastMs: number): number {
  return Math.min(Math.max(sinceLastMs, PICTURE_MS.least), PICTURE_MS.most);
}
