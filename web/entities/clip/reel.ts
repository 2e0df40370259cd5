// A reel that plays: clips and cards in a row without a gap. The next clip waits in a second video at its first picture,
// and is shown when its own first picture is.
import { Store } from '#capture/store.ts';
import { CARD_MS } from '#contract/reels.ts';
import { Player, type Span } from '#web/entities/recording/player.ts';

/** A clip, or words in place of one: a title, or why a clip is gone. */
export type ReelItem =
  | { id: string; kind: 'clip'; title: string; src: string; span: Span; label: string }
  | { id: string; kind: 'title'; text: string }
  | { id: string; kind: 'gone'; why: 'withdrawn' | 'deleted' };
type ReelClip = Extract<ReelItem, { kind: 'clip' }>;

/** One of two videos: which clip it holds. */
interface Screen {
  player: Player;
  clip: ReelClip | null;
  wasPlaying: boolean;
}

interface ReelState {
  items: readonly ReelItem[];
  /** Position of the item that is shown. */
  at: number;
  playing: boolean;
  /** After the last item. */
  ended: boolean;
  /** Of the whole reel, in milliseconds. */
  atMs: number;
  /** What both videos hold, and which of them is in front. */
  clips: readonly [ReelClip | null, ReelClip | null];
  front: 0 | 1;
}

/** A line of words, and on. */
const GONE_MS = 2500;
/** A video that waits for the browser's word of its first picture is shown anyway: pages in the background get none. */
const PICTURE_WAIT_MS = 500;

export function lengthOf(item: ReelItem): number {
  if (item.kind === 'clip') return item.span.toMs - item.span.fromMs;
  return item.kind === 'title' ? CARD_MS : GONE_MS;
}

export class Reel extends Store<ReelState> {
  readonly #screens: readonly [Screen, Screen] = [
    { player: new Player(), clip: null, wasPlaying: false },
    { player: new Player(), clip: null, wasPlaying: false },
  ];
  readonly #stops: (() => void)[] = [];
  /** Of a card: when it was shown or went on, and how long it had been shown before. */
  #card = { sinceMs: 0, shownMs: 0, timer: 0 };
  /** Counts what is shown: a picture of an earlier one is too late. */
  #turn = 0;
  /** The video behind is shown as soon as it has a picture. */
  #isComing = false;

  constructor(items: readonly ReelItem[]) {
    super({
      ...{ items, at: 0, playing: false, ended: false, atMs: 0 },
      ...{ clips: [null, null], front: 0 },
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

  /** When it comes into view; what it returns stops it. */
  readonly start = (): (() => void) => {
    for (const screen of this.#screens) {
      this.#stops.push(screen.player.subscribe(() => this.#heard(screen)));
    }
    this.#show(this.getSnapshot().at, { play: this.getSnapshot().playing });
    return () => {
      for (const stop of this.#stops.splice(0)) stop();
      this.pause();
    };
  };

  /** Items as they are now: the one that is shown stays, or says that it is gone and goes on. */
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
  }

  pause(): void {
    this.merge({ playing: false });
    this.#haltCard();
    for (const { player } of this.#screens) player.pause();
  }

  toggle(): void {
    if (this.getSnapshot().playing) this.pause();
    else this.play();
  }

  /** Of both videos. */
  toggleMute(): void {
    for (const { player } of this.#screens) player.toggleMute();
  }

  next(): void {
    const { at, items } = this.getSnapshot();
    if (at + 1 < items.length) this.#show(at + 1, { play: this.getSnapshot().playing });
  }

  /** To the beginning of this item, or of the one before when it has just begun. */
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

  /** Where an item begins in the whole reel. */
  startOf(at: number): number {
    return this.getSnapshot()
      .items.slice(0, at)
      .reduce((sum, item) => sum + lengthOf(item), 0);
  }

  #show(at: number, { play, offsetMs = 0 }: { play: boolean; offsetMs?: number }): void {
    const item = this.getSnapshot().items[at];
    this.#haltCard();
    this.#card.shownMs = offsetMs;
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
    this.#load(screen, clip, fromMs);
    if (play && screen.player.getSnapshot().phase === 'ready') screen.player.play();
    else if (play) screen.player.playFrom(fromMs);
    if (isHere) this.#preload();
    else this.#bringForward(screen);
  }

  /** Shows the other video as soon as it has a picture. */
  #bringForward(screen: Screen): void {
    const turn = this.#turn;
    this.#isComing = true;
    const swap = () => {
      if (turn !== this.#turn || screen === this.#front) return;
      this.#isComing = false;
      this.merge({ front: screen === this.#screens[0] ? 0 : 1 });
      this.#preload();
      // It may have failed, or ended, behind.
      this.#heard(screen);
    };
    screen.player.onPicture(swap);
    setTimeout(swap, PICTURE_WAIT_MS);
  }

  /** Puts the next clip into the video behind, at its first picture. */
  #preload(): void {
    const { items, at } = this.getSnapshot();
    const next = items.slice(at + 1).find((item) => item.kind === 'clip');
    if (next && !this.#isComing) this.#load(this.#back, next, next.span.fromMs);
  }

  /** A video holds a clip, and is at a time of it. */
  #load(screen: Screen, clip: ReelClip, atMs: number): void {
    const { player } = screen;
    player.setSpan(clip.span);
    const isFailed = player.getSnapshot().phase === 'failed';
    if (isFailed || screen.clip?.src !== clip.src) player.renew();
    screen.clip = clip;
    screen.wasPlaying = false;
    const [first, second] = this.#screens;
    this.merge({ clips: [first.clip, second.clip] });
    if (Math.abs(player.getSnapshot().atMs - atMs) > NEAR_MS) player.seek(atMs);
  }

  #heard(screen: Screen): void {
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
    // By the system's own keys, or because another sound began.
    else if (playing && wasPaused) this.merge({ playing: false });
  }

  #goOn(): void {
    const { at, items } = this.getSnapshot();
    if (at + 1 < items.length) this.#show(at + 1, { play: true });
    else this.merge({ playing: false, ended: true, atMs: this.durationMs });
  }

  /** A card, or in place of a clip that can't be loaded the words that say so. */
  #runCard(): void {
    const item = this.#item;
    if (!item || this.#card.timer !== 0) return;
    const lengthMs = item.kind === 'clip' ? GONE_MS : lengthOf(item);
    this.#card.sinceMs = performance.now();
    const tick = () => {
      const { shownMs, sinceMs } = this.#card;
      const shown = shownMs + performance.now() - sinceMs;
      const left = lengthMs - shown;
      if (left <= 0) {
        this.#haltCard();
        this.#goOn();
        return;
      }
      this.merge({ atMs: this.startOf(this.getSnapshot().at) + shown });
      this.#card.timer = window.setTimeout(tick, Math.min(left, CARD_STEP_MS));
    };
    this.#card.timer = window.setTimeout(tick, 0);
  }

  #haltCard(): void {
    if (this.#card.timer === 0) return;
    clearTimeout(this.#card.timer);
    this.#card.timer = 0;
    this.#card.shownMs += performance.now() - this.#card.sinceMs;
  }
}

function isAlike(one: ReelItem | null | undefined, other: ReelItem): boolean {
  if (one?.kind !== 'clip' || other.kind !== 'clip')
    return JSON.stringify(one) === JSON.stringify(other);
  const { src, span } = one;
  const isSpan = span.fromMs === other.span.fromMs && span.toMs === other.span.toMs;
  return one.id === other.id && src === other.src && isSpan;
}

/** A seek lands so near; a second one would only cost time. */
const NEAR_MS = 2;
/** Previous begins the item again after so long. */
const RESTART_MS = 2000;
/** Of the progress of a card. */
const CARD_STEP_MS = 100;
