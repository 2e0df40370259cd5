// Plays a reel: clips and title cards one after another, without a gap. A second video element holds the next clip. It
// starts hidden and muted shortly before the clip's turn, and becomes visible with the clip's first picture.
import { Store } from '#capture/store.ts';
import { Player } from '#web/entities/recording/player.ts';
import { GONE_MS, isAlike, lengthOf, type ReelClip, type ReelItem } from './playable-reel.ts';
import { RUN_UP_MS, RunUp } from './run-up.ts';

/** One of the two video elements, with its clip. */
interface Screen {
  player: Player;
  clip: ReelClip | null;
  wasPlaying: boolean;
}

interface ReelState {
  items: readonly ReelItem[];
  /** Index of the visible item. */
  at: number;
  playing: boolean;
  /** True after the last item has played. */
  ended: boolean;
  /** Position in the whole reel, in milliseconds. */
  atMs: number;
  /** Clips in both videos, and the index of the video in front. */
  clips: readonly [ReelClip | null, ReelClip | null];
  front: 0 | 1;
}

/** A video becomes visible after this time even without a first picture, because pages in the background get none. */
const PICTURE_WAIT_MS = 500;
/** Delay before the next video is loaded, because loading disturbs the first pictures of the current one. */
const LOAD_PAUSE_MS = 150;

export class Reel extends Store<ReelState> {
  readonly #screens: readonly [Screen, Screen] = [
    { player: new Player(), clip: null, wasPlaying: false },
    { player: new Player(), clip: null, wasPlaying: false },
  ];
  readonly #stops: (() => void)[] = [];
  readonly #card = new CardClock();
  /** Number of items shown so far. A first picture that belongs to an earlier item is ignored. */
  #turn = 0;
  /** The hidden video becomes visible as soon as it has a picture. */
  #isComing = false;
  /** Run-up of the clip in the hidden video, while the reel plays. */
  #runUp: RunUp | null = null;

  constructor(items: readonly ReelItem[]) {
    super({
      items,
      at: 0,
      playing: false,
      ended: false,
      atMs: 0,
      clips: [null, null],
      front: 0,
    });
  }

  get players(): readonly [Player, Player] {
    return [this.#screens[0].player, this.#screens[1].player];
  }

  get #item(): ReelItem | undefined {
    const { items, at } = this.getSnapshot();
    return items[at];
  }

  get #front(): Screen {
    return this.#screens[this.getSnapshot().front];
  }

  get #back(): Screen {
    return this.#screens[this.getSnapshot().front === 0 ? 1 : 0];
  }

  /** Called when the reel appears on the page. Returns the function that stops it. */
  readonly start = (): (() => void) => {
    for (const screen of this.#screens) {
      this.#stops.push(screen.player.subscribe(() => this.#followVideo(screen)));
      screen.player.hush(screen !== this.#front);
    }
    this.#show(this.getSnapshot().at, { play: this.getSnapshot().playing });
    return () => {
      for (const stop of this.#stops.splice(0)) stop();
      this.pause();
    };
  };

  /** Replaces the items. The current item continues if it is unchanged; otherwise the reel shows its replacement. */
  setItems(items: readonly ReelItem[]): void {
    const { at, playing } = this.getSnapshot();
    const before = this.#item;
    const found = items.findIndex(({ id }) => id === before?.id);
    const now = found === -1 ? Math.max(0, Math.min(at, items.length - 1)) : found;
    const isSame = before !== undefined && isAlike(items[now], before);
    this.merge({ items, at: now });
    if (isSame) this.#preload();
    else this.#show(now, { play: playing });
  }

  play(): void {
    const { ended, at, items } = this.getSnapshot();
    if (items.length === 0) return;
    this.merge({ playing: true });
    if (ended) this.#show(0, { play: true });
    else if (this.#item?.kind !== 'clip' || this.#front.player.getSnapshot().phase === 'failed') {
      this.#runCard();
    } else if (isAlike(this.#front.clip, this.#item)) this.#front.player.play();
    else this.#show(at, { play: true });
    this.#preload();
  }

  pause(): void {
    this.merge({ playing: false });
    this.#card.halt();
    this.#endRunUp();
    for (const { player } of this.#screens) player.pause();
  }

  toggle(): void {
    if (this.getSnapshot().playing) this.pause();
    else this.play();
  }

  /** Mutes both videos, or neither. */
  toggleMute(): void {
    for (const { player } of this.#screens) player.toggleMute();
  }

  next(): void {
    const { at, items } = this.getSnapshot();
    if (at + 1 < items.length) this.#show(at + 1, { play: this.getSnapshot().playing });
  }

  /** Returns to the beginning of this item, or to the item before it in the first RESTART_MS. */
  previous(): void {
    const { at, atMs, playing } = this.getSnapshot();
    const isBegun = atMs - this.startOf(at) > RESTART_MS;
    this.#show(isBegun ? at : Math.max(0, at - 1), { play: playing });
  }

  /** @param atMs of the whole reel */
  seek(atMs: number): void {
    const { items, playing } = this.getSnapshot();
    let at = 0;
    let left = Math.max(0, atMs);
    for (let item = items[at]; item && at + 1 < items.length; item = items[at]) {
      if (left < lengthOf(item)) break;
      left -= lengthOf(item);
      at += 1;
    }
    this.#show(at, { play: playing, offsetMs: left });
  }

  get durationMs(): number {
    return this.startOf(this.getSnapshot().items.length);
  }

  /** Returns the start of an item in the whole reel. */
  startOf(at: number): number {
    return this.getSnapshot()
      .items.slice(0, at)
      .reduce((sum, item) => sum + lengthOf(item), 0);
  }

  #show(at: number, { play, offsetMs = 0 }: { play: boolean; offsetMs?: number }): void {
    const item = this.getSnapshot().items[at];
    this.#card.set(offsetMs);
    this.#turn += 1;
    this.#isComing = false;
    this.#front.player.pause();
    this.merge({ at, ended: false, playing: play, atMs: this.startOf(at) + offsetMs });
    if (!item) return;
    if (item.kind === 'clip') {
      this.#showClip(item, { play, fromMs: item.span.fromMs + offsetMs });
      return;
    }
    if (play) this.#runCard();
    this.#preload();
  }

  #showClip(clip: ReelClip, { play, fromMs }: { play: boolean; fromMs: number }): void {
    const isHere = isAlike(this.#front.clip, clip);
    const screen = isHere ? this.#front : this.#back;
    if (play && this.#runUp?.isNear && isAlike(screen.clip, clip)) {
      this.#bringForward(screen);
      return;
    }
    this.#endRunUp();
    this.#load(screen, clip, fromMs);
    if (play && screen.player.getSnapshot().phase === 'ready') screen.player.play();
    else if (play) screen.player.playFrom(fromMs);
    if (isHere) this.#preload();
    else this.#bringForward(screen);
  }

  /** Shows the other video as soon as it has its first picture. */
  #bringForward(screen: Screen): void {
    const { player, clip } = screen;
    const turn = this.#turn;
    this.#isComing = true;
    const swap = () => {
      if (turn !== this.#turn || screen === this.#front || !clip) return;
      this.#isComing = false;
      this.#runUp?.stop();
      this.#runUp = null;
      player.setSpan(clip.span);
      if (player.nowMs < clip.span.fromMs - RUN_UP_MS / 2) player.seek(clip.span.fromMs);
      this.merge({ front: screen === this.#screens[0] ? 0 : 1 });
      for (const one of this.#screens) one.player.hush(one !== screen);
      setTimeout(() => turn === this.#turn && this.#preload(), LOAD_PAUSE_MS);
      // The video may have failed or ended while it was hidden.
      this.#followVideo(screen);
    };
    if (this.#runUp) this.#runUp.come(swap);
    else player.onPicture(swap);
    setTimeout(swap, PICTURE_WAIT_MS);
  }

  /** Loads the next clip into the hidden video, shortly before the clip's beginning, and schedules its run-up. */
  #preload(): void {
    const { items, at, playing } = this.getSnapshot();
    const next = items.slice(at + 1).find((item) => item.kind === 'clip');
    if (!next || this.#isComing) return;
    const { player, clip } = this.#back;
    if (this.#runUp && isAlike(clip, next)) return;
    this.#endRunUp();
    const { fromMs } = next.span;
    this.#load(this.#back, next, Math.max(0, fromMs - RUN_UP_MS));
    const isNext = items[at + 1] === next;
    if (playing && isNext) this.#runUp = new RunUp({ player, fromMs, leftMs: () => this.#leftMs });
  }

  #endRunUp(): void {
    if (this.#runUp === null) return;
    this.#runUp.stop();
    this.#runUp = null;
    this.#back.player.pause();
  }

  /** Milliseconds until the visible item ends. */
  get #leftMs(): number {
    const { leftMs } = this.#card;
    if (leftMs !== null) return leftMs;
    const item = this.#item;
    const { player } = this.#front;
    if (item?.kind !== 'clip' || this.#isComing || player.getSnapshot().ended) return 0;
    return item.span.toMs - player.nowMs;
  }

  /** Loads a clip into a video and seeks to a time of it. */
  #load(screen: Screen, clip: ReelClip, atMs: number): void {
    const { player } = screen;
    player.setSpan({ fromMs: Math.min(atMs, clip.span.fromMs), toMs: clip.span.toMs });
    const isFailed = player.getSnapshot().phase === 'failed';
    if (isFailed || screen.clip?.src !== clip.src) player.renew();
    screen.clip = clip;
    screen.wasPlaying = false;
    const [first, second] = this.#screens;
    this.merge({ clips: [first.clip, second.clip] });
    if (Math.abs(player.getSnapshot().atMs - atMs) > NEAR_MS) player.seek(atMs);
  }

  #followVideo(screen: Screen): void {
    const item = this.#item;
    if (screen !== this.#front || item?.kind !== 'clip' || !isAlike(screen.clip, item)) return;
    const { phase, atMs, ended, playing: plays } = screen.player.getSnapshot();
    const { playing, at } = this.getSnapshot();
    const wasPaused = screen.wasPlaying && !plays && !ended && phase === 'ready';
    screen.wasPlaying = plays;
    if (phase === 'failed') {
      if (playing) this.#runCard();
      return;
    }
    this.merge({ atMs: this.startOf(at) + Math.max(0, atMs - item.span.fromMs) });
    if (playing && ended) this.#goOn();
    // The system's media keys or another sound paused the video.
    else if (playing && wasPaused) this.merge({ playing: false });
  }

  #goOn(): void {
    const { at, items } = this.getSnapshot();
    if (at + 1 < items.length) this.#show(at + 1, { play: true });
    else this.merge({ playing: false, ended: true, atMs: this.durationMs });
  }

  /** Shows a title card, or the message in place of a clip that can't be loaded. */
  #runCard(): void {
    const item = this.#item;
    if (!item) return;
    const startMs = this.startOf(this.getSnapshot().at);
    this.#card.run({
      lengthMs: item.kind === 'clip' ? GONE_MS : lengthOf(item),
      onStep: (elapsedMs) => this.merge({ atMs: startMs + elapsedMs }),
      onEnd: () => this.#goOn(),
    });
  }
}

/** A video this near to the wanted time does not seek again. */
const NEAR_MS = 2;
/** After this time of an item, 'Previous' restarts it instead of showing the item before. */
const RESTART_MS = 2000;

/** Interval between two reports of a card's progress. */
const STEP_MS = 100;

interface CardRun {
  lengthMs: number;
  /** Called about ten times a second with the time for which the card has been visible. */
  onStep: (elapsedMs: number) => void;
  onEnd: () => void;
}

/** Measures how long a card of a reel has been visible, because a card has no video with a time. */
class CardClock {
  #elapsedMs = 0;
  #run: { sinceMs: number; lengthMs: number; timer: number } | null = null;

  /** Time until the end of the card, or null while it is paused. */
  get leftMs(): number | null {
    return this.#run && this.#run.lengthMs - this.#nowMs;
  }

  /** Starts another card at a time of it. */
  set(elapsedMs: number): void {
    this.halt();
    this.#elapsedMs = elapsedMs;
  }

  /** Continues the card. Does nothing if it already runs. */
  run({ lengthMs, onStep, onEnd }: CardRun): void {
    if (this.#run !== null) return;
    const run = { sinceMs: performance.now(), lengthMs, timer: 0 };
    this.#run = run;
    const tick = () => {
      const elapsedMs = this.#nowMs;
      const leftMs = lengthMs - elapsedMs;
      if (leftMs > 0) {
        onStep(elapsedMs);
        run.timer = window.setTimeout(tick, Math.min(leftMs, STEP_MS));
      } else {
        this.halt();
        onEnd();
      }
    };
    run.timer = window.setTimeout(tick, 0);
  }

  halt(): void {
    this.#elapsedMs = this.#nowMs;
    clearTimeout(this.#run?.timer);
    this.#run = null;
  }

  get #nowMs(): number {
    return this.#run ? this.#elapsedMs + performance.now() - this.#run.sinceMs : this.#elapsedMs;
  }
}
