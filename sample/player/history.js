// Where the participant is and was: screens in order, an overlay over the present one (player.js asks it).

/** @import { Action } from './types.ts' */
/** @typedef {{ screenId: string, overlayId: string | null }} Presented a screen, an overlay over it perhaps */

/** The steps of one run through the prototype. */
export class History {
  /** @type {string[]} */
  #screens;
  #at = 0;
  /** @type {string | null} */
  #overlayId = null;
  #start;

  /**
   * @param {string} first the screen shown at load
   * @param {string} start the screen a restart returns to
   */
  constructor(first, start) {
    this.#screens = [first];
    this.#start = start;
  }

  /** @returns {Presented} */
  get presented() {
    return { screenId: this.#screens[this.#at] ?? this.#start, overlayId: this.#overlayId };
  }

  /** The id messages carry: the overlay's while one is open. */
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
