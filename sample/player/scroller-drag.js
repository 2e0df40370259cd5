// Lets a mouse drag inner scrollers, which have no scroll bars. Player.js checks whether a click ended a drag.

/** Pixels that a hand may move during a click. */
const STILL_PX = 5;

/** Follows the mouse over one page. */
export class ScrollerDrag {
  /** The current click ended a drag. */
  justEnded = false;
  /** @type {{ scroller: Element, x: number, left: number } | null} */
  #held = null;

  /** @param {HTMLElement} page */
  constructor(page) {
    page.addEventListener('pointerdown', (event) => this.#hold(event));
    window.addEventListener('pointermove', (event) => this.#drag(event.clientX));
    window.addEventListener('pointerup', () => {
      this.#held = null;
    });
  }

  /** @param {PointerEvent} event */
  #hold({ target, clientX, pointerType }) {
    this.justEnded = false;
    const scroller = target instanceof Element ? target.closest('.scroller') : null;
    if (scroller && pointerType === 'mouse') {
      this.#held = { scroller, x: clientX, left: scroller.scrollLeft };
    }
  }

  /** @param {number} clientX */
  #drag(clientX) {
    if (!this.#held) return;
    const { scroller, x, left } = this.#held;
    this.justEnded ||= Math.abs(clientX - x) > STILL_PX;
    if (this.justEnded) scroller.scrollLeft = left + x - clientX;
  }
}
