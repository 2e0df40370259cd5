// The present screen, an overlay over it, and the screens before and after (used by player.js).

/** @import { Action } from './types.ts' */
/** @typedef {{ screenId: string, overlayId: string | null }} Presented a screen, and the overlay over it, if any */

/** The steps of one run through the prototype. */
export class History {
  /** @type {string[]} */
  #screens;
  #at = 0;
  /** @type {string | null} */
  #overlayId = null;
  #start;

  /**
   * @param {string} first screen at load
   * @param {string} start screen after a restart
   */
  constructor(first, start) {
    this.#screens = [first];
    this.#start = start;
  }

  /** @returns {Presented} */
  get presented() {
    return { screenId: this.#screens[this.#at] ?? this.#start, overlayId: this.#overlayId };
  }

  /** The id in messages: the overlay's while one is open. */
  get presentedNodeId() {
    return this.#overlayId ?? this.presented.screenId;
  }

  /** @param {Action} action */
  follow(action) {
    if (action.type === 'BACK') this.back();
    else if (action.type === 'CLOSE') this.#overlayId = null;
    else if (action.navigation === 'OVERLAY') this.#overlayId = action.destinationId;
    else this.go(action.destinationId);
  }

  /** @param {string} screenId */
  go(screenId) {
    this.#overlayId = null;
    if (screenId === this.presented.screenId) return;
    this.#screens = [...this.#screens.slice(0, this.#at + 1), screenId];
    this.#at += 1;
  }

  back() {
    this.#overlayId = null;
    this.#at = Math.max(0, this.#at - 1);
  }

  forward() {
    this.#overlayId = null;
    this.#at = Math.min(this.#screens.length - 1, this.#at + 1);
  }

  restart() {
    this.#overlayId = null;
    this.#screens = [this.#start];
    this.#at = 0;
  }
}
