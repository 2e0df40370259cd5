// Runs the prototype: follows hotspots, keys and control messages, and reports presses and changes.
import { hit } from './hit.js';
import { listen, tell, tellPresented, tellPress } from './messages.js';
import { ScrollerDrag } from './scroller-drag.js';

/** @import { Action, PlayerNode } from './types.ts' */

/** @typedef {{ page: HTMLElement, isSpoken: boolean, hasHints: boolean, hasKeys: boolean }} PlayerOptions */

/** One run of the prototype in one page. */
export class Player {
  #stage;
  #history;
  #frames;
  #isSpoken = false;

  /**
   * @param {import('./stage.js').Stage} stage
   * @param {import('./history.js').History} history
   * @param {Map<string, PlayerNode>} frames screens and overlays by id
   */
  constructor(stage, history, frames) {
    this.#stage = stage;
    this.#history = history;
    this.#frames = frames;
  }

  /** @param {PlayerOptions} options */
  run({ page, isSpoken, hasHints, hasKeys }) {
    this.#isSpoken = isSpoken;
    this.#show();
    window.addEventListener('resize', () => this.#show());
    const drag = new ScrollerDrag(page);
    /** @type {{ clientX: number, clientY: number }} */
    let release = { clientX: 0, clientY: 0 };
    page.addEventListener('pointerup', ({ clientX, clientY }) => {
      release = { clientX, clientY };
    });
    page.addEventListener('click', (event) => {
      if (!drag.justEnded) this.#press(exactPosition(event, release), hasHints);
    });
    if (hasKeys) window.addEventListener('keydown', (event) => this.#followKey(event.key));
    if (!isSpoken) return;
    listen((type, data) => this.#obey(type, data));
    if (document.readyState === 'complete') tell('INITIAL_LOAD', {});
    else window.addEventListener('load', () => tell('INITIAL_LOAD', {}), { once: true });
    tellPresented(this.#history.presentedNodeId);
  }

  #show() {
    const { screenId, overlayId } = this.#history.presented;
    const frame = this.#frames.get(screenId);
    if (frame) this.#stage.show(frame, this.#frames.get(overlayId ?? '') ?? null);
  }

  /**
   * @param {{ clientX: number, clientY: number }} pointer
   * @param {boolean} hasHints
   */
  #press(pointer, hasHints) {
    const under = this.#stage.locate(pointer);
    if (!under) return;
    const found = hit(under.frame, under.visible, (id) => this.#stage.offsetOf(id));
    const { overlayId } = this.#history.presented;
    // The screen behind an overlay reports presses under the overlay's id and follows none.
    const isBehind = overlayId !== null && under.frame.id !== overlayId;
    const action = isBehind ? null : found.action;
    if (this.#isSpoken) tellPress(this.#history.presentedNodeId, { ...found, action });
    if (action) this.#follow(action);
    else if (hasHints) this.#stage.hint();
  }

  /** @param {Action} action */
  #follow(action) {
    const keepScroll = action.type === 'NODE' && action.preserveScrollPosition;
    this.#move(() => this.#history.follow(action), keepScroll);
  }

  /**
   * @param {() => void} step
   * @param {boolean} [keepScroll]
   */
  #move(step, keepScroll = false) {
    const before = { ...this.#history.presented, nodeId: this.#history.presentedNodeId };
    step();
    if (this.#history.presentedNodeId === before.nodeId) return;
    this.#show();
    const isOtherScreen = this.#history.presented.screenId !== before.screenId;
    if (isOtherScreen && !keepScroll) this.#stage.scrollToTop();
    if (this.#isSpoken) tellPresented(this.#history.presentedNodeId);
  }

  /** @param {string} key */
  #followKey(key) {
    if (key === 'r' || key === 'R') this.#move(() => this.#history.restart());
    else if (key === 'ArrowLeft') this.#move(() => this.#history.back());
    else if (key === 'ArrowRight') this.#move(() => this.#history.forward());
  }

  /**
   * @param {string} type
   * @param {Record<string, unknown>} data
   */
  #obey(type, data) {
    if (type === 'RESTART') this.#move(() => this.#history.restart());
    else if (type === 'NAVIGATE_BACKWARD') this.#move(() => this.#history.back());
    else if (type === 'NAVIGATE_FORWARD') this.#move(() => this.#history.forward());
    else if (type === 'NAVIGATE_TO_FRAME_AND_CLOSE_OVERLAYS') this.#goTo(data.nodeId);
  }

  /** @param {unknown} nodeId */
  #goTo(nodeId) {
    if (typeof nodeId !== 'string' || !this.#frames.has(nodeId)) return;
    this.#move(() => this.#history.go(nodeId));
  }
}

/**
 * Returns where a click was made. Browsers round the position of a click down to whole pixels, which is more than a
 * pixel of a design that is scaled down; the pointer's own events have fractions.
 * @param {{ clientX: number, clientY: number }} click
 * @param {{ clientX: number, clientY: number }} release the last event of the pointer
 */
function exactPosition(click, release) {
  const isSame =
    Math.abs(click.clientX - release.clientX) < 1 && Math.abs(click.clientY - release.clientY) < 1;
  return isSame ? release : click;
}
