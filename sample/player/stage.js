// Renders a screen and its overlay: pictures, inner scrollers and pinned layers with their scroll positions.

/** @import { Point } from './hit.js' */
/** @import { PlayerNode } from './types.ts' */

/** @typedef {{ frame: PlayerNode, element: HTMLElement, scale: number }} Shown */

/** Draws into the page and maps pointer positions back to the design. */
export class Stage {
  #page;
  #scaling;
  /** @type {Shown | null} */
  #screen = null;
  /** @type {Shown | null} */
  #overlay = null;
  /** @type {Map<string, HTMLElement>} */
  #scrollers = new Map();

  /**
   * @param {HTMLElement} page the element that scrolls
   * @param {string} scaling the embed's `scaling` parameter
   */
  constructor(page, scaling) {
    this.#page = page;
    this.#scaling = scaling;
  }

  /**
   * @param {PlayerNode} frame
   * @param {PlayerNode | null} overlay
   */
  show(frame, overlay) {
    this.#scrollers.clear();
    const screen = this.#build(frame, 'screen', this.#scaleOf(frame));
    this.#screen = screen;
    this.#overlay = overlay && this.#build(overlay, 'overlay', Math.min(1, screen.scale));
    const shade = document.createElement('div');
    shade.className = 'shade';
    const over = this.#overlay ? [shade, this.#overlay.element] : [];
    this.#page.replaceChildren(screen.element, ...over);
  }

  scrollToTop() {
    this.#page.scrollTo(0, 0);
  }

  /**
   * Finds the frame under a pointer and the position in its visible part, in canvas pixels. Outside of an open overlay
   * this is the screen behind it.
   * @param {{ clientX: number, clientY: number }} pointer
   * @returns {{ frame: PlayerNode, visible: Point } | null}
   */
  locate(pointer) {
    for (const shown of [this.#overlay, this.#screen]) {
      const found = shown && this.#locateIn(shown, pointer);
      if (found) return found;
    }
    return null;
  }

  /**
   * Returns the scroll position of a frame or an inner scroller, in canvas pixels.
   * @param {string} nodeId
   * @returns {Point}
   */
  offsetOf(nodeId) {
    const scale = this.#screen?.scale ?? 1;
    const own = nodeId === this.#screen?.frame.id ? this.#page : this.#scrollers.get(nodeId);
    return own ? { x: own.scrollLeft / scale, y: own.scrollTop / scale } : { x: 0, y: 0 };
  }

  /** Highlights the hotspots of the topmost frame for a moment. */
  hint() {
    const shown = this.#overlay ?? this.#screen;
    if (!shown) return;
    for (const node of hotspots(shown.frame)) {
      const spot = place(document.createElement('div'), node, shown);
      spot.className = 'hint';
      spot.addEventListener('animationend', () => spot.remove());
      shown.element.append(spot);
    }
  }

  /**
   * @param {Shown} shown
   * @param {{ clientX: number, clientY: number }} pointer
   */
  #locateIn({ frame, element, scale }, { clientX, clientY }) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isInside = clientX >= left && clientX < right && clientY >= top && clientY < bottom;
    if (!isInside) return null;
    const offset = this.offsetOf(frame.id);
    const x = (clientX - left) / scale - offset.x;
    const y = (clientY - top) / scale - offset.y;
    return { frame, visible: { x, y } };
  }

  /** @param {PlayerNode} frame */
  #scaleOf(frame) {
    const { width, height } = frame.absoluteBoundingBox;
    const wide = this.#page.clientWidth / width;
    const whole = Math.min(wide, this.#page.clientHeight / height);
    if (this.#scaling === 'contain') return whole;
    if (this.#scaling === 'fit-width') return wide;
    if (this.#scaling === 'scale-down-width') return Math.min(1, wide);
    return this.#scaling === 'free' || this.#scaling === 'min-zoom' ? 1 : Math.min(1, whole);
  }

  /**
   * @param {PlayerNode} frame
   * @param {string} className
   * @param {number} scale
   * @returns {Shown}
   */
  #build(frame, className, scale) {
    const element = document.createElement('div');
    const shown = { frame, element, scale };
    element.className = className;
    element.style.width = `${frame.absoluteBoundingBox.width * scale}px`;
    element.style.height = `${frame.absoluteBoundingBox.height * scale}px`;
    element.append(picture(frame.image));
    for (const node of descendants(frame)) {
      if (node.content) element.append(this.#innerScroller(node, shown));
      if (node.scrollBehavior === 'FIXED') element.prepend(pinned(node, shown));
    }
    return shown;
  }

  /**
   * @param {PlayerNode} node
   * @param {Shown} shown
   */
  #innerScroller(node, shown) {
    const element = place(document.createElement('div'), node, shown);
    element.className = 'scroller';
    const image = picture(node.content?.image);
    image.style.width = `${(node.content?.width ?? 0) * shown.scale}px`;
    element.append(image);
    this.#scrollers.set(node.id, element);
    return element;
  }
}

/**
 * Adds a layer that stays while its screen scrolls: the same picture, cut to the layer.
 * @param {PlayerNode} node
 * @param {Shown} shown
 */
function pinned(node, shown) {
  const holder = document.createElement('div');
  holder.className = 'pinned';
  const element = place(document.createElement('div'), node, shown);
  const image = picture(shown.frame.image);
  const { x, y, width, height } = shown.frame.absoluteBoundingBox;
  const own = node.absoluteBoundingBox;
  image.style.width = `${width * shown.scale}px`;
  image.style.height = `${height * shown.scale}px`;
  image.style.translate = `${(x - own.x) * shown.scale}px ${(y - own.y) * shown.scale}px`;
  element.append(image);
  holder.append(element);
  return holder;
}

/** @param {string | undefined} file */
function picture(file) {
  const image = document.createElement('img');
  image.src = `/pictures/${file}`;
  image.alt = '';
  image.draggable = false;
  return image;
}

/**
 * @param {HTMLElement} element
 * @param {PlayerNode} node
 * @param {Shown} shown
 */
function place(element, node, { frame, scale }) {
  const own = node.absoluteBoundingBox;
  const corner = frame.absoluteBoundingBox;
  element.style.left = `${(own.x - corner.x) * scale}px`;
  element.style.top = `${(own.y - corner.y) * scale}px`;
  element.style.width = `${own.width * scale}px`;
  element.style.height = `${own.height * scale}px`;
  return element;
}

/**
 * @param {PlayerNode} node
 * @returns {PlayerNode[]}
 */
function descendants(node) {
  return node.children.flatMap((child) => [child, ...descendants(child)]);
}

/** @param {PlayerNode} frame */
function hotspots(frame) {
  return descendants(frame).filter((node) => node.interactions);
}
