// People who walk through the sample prototype: at random, or on their way to the goal with slips; a problem may be planted.
import { pressedPlace } from '#insight/places.ts';
import type { ReadClick } from '#insight/reading.ts';
import { BACK, type Layer, type Screen } from './findings-screens.ts';

/** A number from 0 to 1, below it. */
export type Chance = () => number;

/** Behaviour of people, as probabilities for each press. */
export interface Manner {
  /** The next hotspot is the one that leads on, not any. */
  purpose: number;
  /** The press goes astray: half of these to any point of the screen, half to any layer that does not react. */
  slip: number;
  /** It was the last. */
  quit: number;
  /** Someone who ended without the goal answers that they did it. */
  thinksDone: number;
}

/** The prototype's problem: one of these. */
export interface Problem {
  screen: string;
  /** A layer that looks as if it reacted: this share of people press it first, once to three times. */
  deadLabel?: { layer: string; lures: number };
  /** A hotspot that leads elsewhere: this share of people take it for the way on, see the error there and go back. */
  wrongLink?: { layer: string; to: string; lures: number };
  /** The hotspot that leads on is found with this chance for each press; every other press may be the last. */
  hidden?: { found: number; quit: number };
  /** The screen looks like the end: this share of people end there and answer that they did it. */
  looksLikeEnd?: { lures: number };
}

/** People of one kind, and what they walk through. */
export interface Walkers {
  /** The next screen on the way, by screen (`wayTo`). */
  next: ReadonlyMap<string, string>;
  manner: Manner;
  problem: Problem | null;
}

export interface Walked {
  path: string[];
  pathAtMs: number[];
  clicks: ReadClick[];
  endedAtMs: number;
  /** Answer to 'Did you do what was asked?', or null without one. */
  answeredDone: true | null;
}

/** Presses of the most patient person. */
const PRESSES_MAX = 80;

export class Person {
  readonly #screens: ReadonlyMap<string, Screen>;
  readonly #next: ReadonlyMap<string, string>;
  readonly #manner: Manner;
  readonly #problem: Problem | null;
  readonly #chance: Chance;
  readonly #history: string[] = [];
  readonly #walked: Walked = {
    path: [],
    pathAtMs: [],
    clicks: [],
    endedAtMs: 0,
    answeredDone: null,
  };
  /** The lure of the problem has worked, or null before it is decided. */
  #isLured: boolean | null = null;

  constructor(
    screens: ReadonlyMap<string, Screen>,
    {
      next,
      manner,
      problem,
    }: { next: ReadonlyMap<string, string>; manner: Manner; problem: Problem | null },
    chance: Chance,
  ) {
    this.#screens = screens;
    this.#next = next;
    this.#manner = manner;
    this.#problem = problem;
    this.#chance = chance;
  }

  /** @returns what their session reads */
  walk(start: string, goal: string): Walked {
    this.#present(start);
    for (let presses = 0; presses < PRESSES_MAX && this.#at !== goal; presses += 1) {
      if (!this.#step()) break;
    }
    this.#wait();
    if (this.#at !== goal && this.#chance() < this.#manner.thinksDone)
      this.#walked.answeredDone = true;
    return this.#walked;
  }

  get #at(): string {
    return this.#walked.path.at(-1) ?? '';
  }

  #screen(id: string): Screen {
    const screen = this.#screens.get(id);
    if (!screen) throw new Error(`the sample has no screen ${id}`);
    return screen;
  }

  /** @returns whether they go on */
  #step(): boolean {
    const { slip, quit } = this.#manner;
    const isLured = this.#lured();
    if (this.#walked.answeredDone) return false;
    if (isLured) return true;
    const hidden = this.#problem?.screen === this.#at ? this.#problem.hidden : undefined;
    if (hidden && this.#chance() >= hidden.found) {
      this.#pressAstray();
      return this.#chance() >= hidden.quit;
    }
    if (this.#chance() < slip) this.#pressAstray();
    else this.#pressHotspot();
    return this.#chance() >= quit;
  }

  /** The first time on the problem's screen. */
  #lured(): boolean {
    const { screen, deadLabel, wrongLink, looksLikeEnd } = this.#problem ?? {};
    if (this.#at !== screen || this.#isLured !== null) return false;
    this.#isLured =
      this.#chance() < (deadLabel?.lures ?? wrongLink?.lures ?? looksLikeEnd?.lures ?? 0);
    if (!this.#isLured) return false;
    if (looksLikeEnd) {
      this.#walked.answeredDone = true;
      return true;
    }
    const layers = this.#screen(this.#at).layers;
    const layer = layers.find(({ id }) => id === (deadLabel?.layer ?? wrongLink?.layer));
    if (!layer) throw new Error('the problem names a layer that the sample does not have');
    if (wrongLink) {
      this.#press(layer, wrongLink.to);
      this.#press(layer, BACK);
    } else {
      for (let times = Math.floor(this.#chance() * 3); times >= 0; times -= 1)
        this.#press(layer, null);
    }
    return true;
  }

  #pressAstray(): void {
    const { layers, geometry } = this.#screen(this.#at);
    if (this.#chance() < 0.5) {
      const [x, y] = [this.#chance() * geometry.width, this.#chance() * geometry.height];
      const hit = layers.findLast((layer) => isInside(layer, x, y));
      this.#report(hit ?? null, { x, y, to: hit?.to ?? null });
    } else {
      const dead = this.#oneOf(layers.filter(({ to }) => to === null));
      if (dead) this.#press(dead, null);
    }
  }

  #pressHotspot(): void {
    const hotspots = this.#screen(this.#at).layers.filter(({ to }) => to !== null);
    const onwards = hotspots.filter(({ to }) => to === this.#next.get(this.#at));
    const isPurposeful = onwards.length > 0 && this.#chance() < this.#manner.purpose;
    const hotspot = this.#oneOf(isPurposeful ? onwards : hotspots);
    if (hotspot) this.#press(hotspot, hotspot.to);
  }

  #press(layer: Layer, to: string | null): void {
    const x = layer.x + this.#chance() * layer.width;
    const y = layer.y + this.#chance() * layer.height;
    this.#report(layer, { x, y, to });
  }

  #report(layer: Layer | null, { x, y, to }: { x: number; y: number; to: string | null }): void {
    const screen = this.#screen(this.#at);
    const targetId = layer?.id ?? screen.id;
    this.#wait();
    this.#walked.clicks.push({
      seq: this.#walked.clicks.length,
      atMs: this.#walked.endedAtMs,
      screenId: screen.id,
      reacted: to !== null,
      behindOverlay: false,
      targetId,
      x,
      y,
      innerScrolled: false,
      unplaced: null,
      isFirst: false,
      place: pressedPlace({ targetId, reacted: to !== null, x, y }, screen.screenLayers),
    });
    if (to === BACK) this.#goBack();
    else if (to !== null && to !== this.#at) {
      this.#history.push(this.#at);
      this.#present(to);
    }
  }

  #goBack(): void {
    const before = this.#history.pop();
    if (before) this.#present(before);
  }

  #present(screenId: string): void {
    this.#walked.path.push(screenId);
    this.#walked.pathAtMs.push(this.#walked.endedAtMs);
  }

  /** Two to six seconds. */
  #wait(): void {
    this.#walked.endedAtMs += 2000 + this.#chance() * 4000;
  }

  #oneOf<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.#chance() * all.length)];
  }
}

function isInside({ x, y, width, height }: Layer, atX: number, atY: number): boolean {
  return atX >= x && atX < x + width && atY >= y && atY < y + height;
}
