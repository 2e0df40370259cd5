// Table tests of placing: scrolled pages, inner scrollers, pinned layers, overlays, missing and conflicting data.
import { describe, expect, it } from 'vitest';
import { type Click, place, type ScreenGeometry } from './place.ts';

/** A 400 × 2000 page at (1000, 500) on the canvas with a carousel, a pinned bar and a plain card. */
const page: ScreenGeometry = {
  nodeId: '1:2',
  width: 400,
  height: 2000,
  origin: { x: 0, y: 0 },
  boxes: {
    '1:2': { x: 1000, y: 500, width: 400, height: 2000 },
    '1:10': { x: 1000, y: 500, width: 400, height: 60, scroll: 'FIXED' },
    '1:11': { x: 1010, y: 510, width: 40, height: 40, scroll: 'FIXED' },
    '1:12': { x: 1000, y: 2440, width: 400, height: 60, scroll: 'FIXED' },
    '1:20': { x: 1020, y: 1700, width: 100, height: 80 },
    '1:30': { x: 1000, y: 800, width: 400, height: 150, overflow: 'HORIZONTAL_SCROLLING' },
    '1:31': { x: 1000, y: 800, width: 120, height: 150 },
    '1:35': { x: 1640, y: 800, width: 120, height: 150 },
    '1:40': { x: 1100, y: 1000, width: 100, height: 100 },
  },
};

function click(fields: Partial<Click>): Click {
  return {
    seq: 0,
    atMs: 0,
    screenId: '1:2',
    handled: true,
    misclick: false,
    behindOverlay: false,
    targetId: null,
    targetPosition: null,
    scrollerId: null,
    scrollerPosition: null,
    scrollerOffset: null,
    ...fields,
  };
}
const onPage = (x: number, y: number, offsetY: number) => ({
  scrollerId: '1:2',
  scrollerPosition: { x, y },
  scrollerOffset: { x: 0, y: offsetY },
});
const inCarousel = (x: number, y: number, offsetX: number) => ({
  scrollerId: '1:30',
  scrollerPosition: { x, y },
  scrollerOffset: { x: offsetX, y: 0 },
});
const onTarget = (targetId: string, x: number, y: number) => ({
  targetId,
  targetPosition: { x, y },
});

describe('place', () => {
  const placed: [string, Partial<Click>, { x: number; y: number; inner?: boolean }][] = [
    ['a plain click', { ...onTarget('1:40', 5, 6), ...onPage(105, 506, 0) }, { x: 105, y: 506 }],
    [
      'a scrolled page adds its offset',
      { ...onTarget('1:20', 10, 20), ...onPage(30, 420, 800) },
      { x: 30, y: 1220 },
    ],
    ['the scroller alone', onPage(30, 420, 800), { x: 30, y: 1220 }],
    ['the target alone', onTarget('1:20', 10, 20), { x: 30, y: 1220 }],
    [
      'an unknown target (a swapped variant) falls back to the scroller',
      { ...onTarget('9:9', 1, 1), ...onPage(30, 420, 800) },
      { x: 30, y: 1220 },
    ],
    [
      'an unknown scroller falls back to the target',
      { ...onTarget('1:20', 10, 20), ...onPage(30, 420, 800), scrollerId: '9:9' },
      { x: 30, y: 1220 },
    ],
    [
      'a scroller without position falls back to the target',
      { ...onTarget('1:20', 10, 20), scrollerId: '1:2', scrollerOffset: { x: 0, y: 800 } },
      { x: 30, y: 1220 },
    ],
    [
      'the background of a scrolled page',
      { ...onTarget('1:2', 30, 420), ...onPage(30, 420, 800) },
      { x: 30, y: 1220 },
    ],
    [
      'a pinned layer of a scrolled page stays where it is',
      { ...onTarget('1:11', 3, 4), ...onPage(13, 14, 800) },
      { x: 13, y: 14 },
    ],
    [
      'a bar pinned to the bottom of the window is at the bottom of the picture',
      { ...onTarget('1:12', 5, 6), ...onPage(5, 706, 300) },
      { x: 5, y: 1946 },
    ],
    [
      'a pinned layer with the scroller alone',
      { targetId: '1:11', ...onPage(13, 14, 800) },
      { x: 13, y: 14 },
    ],
    [
      'a layer that did not scroll though its box does not say so',
      { ...onTarget('1:40', 5, 6), ...onPage(105, 506, 700) },
      { x: 105, y: 506 },
    ],
    [
      'a rotated target: the scroller is right',
      { ...onTarget('1:40', 80, 10), ...onPage(150, 550, 0) },
      { x: 150, y: 550 },
    ],
    [
      'an inner frame that is not scrolled',
      { ...onTarget('1:31', 60, 70), ...inCarousel(60, 70, 0) },
      { x: 60, y: 370 },
    ],
    [
      'an inner frame scrolled a little: the card is in the picture',
      { ...onTarget('1:31', 100, 70), ...inCarousel(40, 70, 60) },
      { x: 100, y: 370 },
    ],
    [
      'an inner frame scrolled far: the card is not in the picture',
      { ...onTarget('1:35', 10, 70), ...inCarousel(150, 70, 500) },
      { x: 150, y: 370, inner: true },
    ],
    ['the far edge is the last pixel', onPage(400, 500, 1500), { x: 399, y: 1999 }],
  ];
  it.each(placed)('%s', (_, fields, expected) => {
    const { inner = false, ...at } = expected;
    expect(place(click(fields), page)).toEqual({ placed: true, ...at, innerScrolled: inner });
  });

  const unplaced: [string, Partial<Click>, string][] = [
    ['nothing known', onTarget('9:9', 1, 1), 'node_unknown'],
    [
      'the two ways disagree',
      { ...onTarget('1:40', 5, 6), ...onPage(30, 420, 800) },
      'evidence_disagrees',
    ],
    [
      'a scrolling target without its offset',
      { ...onTarget('1:30', 5, 6), scrollerId: '1:30' },
      'scroll_unknown',
    ],
    [
      'a scroller without its offset',
      { scrollerId: '1:2', scrollerPosition: { x: 1, y: 1 } },
      'scroll_unknown',
    ],
    ['beyond the picture', onPage(30, 420, 1800), 'outside_screen'],
    ['a target beyond the picture', onTarget('1:35', 1, 1), 'outside_screen'],
  ];
  it.each(unplaced)('not placed: %s', (_, fields, reason) => {
    expect(place(click(fields), page)).toEqual({ placed: false, reason });
  });

  it('needs no boxes when the screen itself scrolls', () => {
    const bare = { ...page, boxes: {} };
    const fields = { ...onTarget('1:20', 10, 20), ...onPage(30, 420, 800) };
    expect(place(click(fields), bare)).toMatchObject({ placed: true, x: 30, y: 1220 });
    expect(place(click(inCarousel(60, 70, 0)), bare)).toMatchObject({ reason: 'node_unknown' });
  });

  it('takes the origin of a browser-captured image off, and only of such an image', () => {
    const captured = { ...page, width: 310, height: 1980, boxes: {}, origin: { x: 90, y: 20 } };
    expect(place(click(onPage(130, 120, 0)), captured)).toMatchObject({ x: 40, y: 100 });
    expect(place(click(onPage(130, 120, 0)), page)).toMatchObject({ x: 130, y: 120 });
    expect(place(click(onPage(395, 1990, 0)), captured)).toMatchObject({ x: 305 });
  });

  it.each([0.5, 2, 3])('scales to an image of %s× the design', (scale) => {
    const image = { ...page, width: 400 * scale, height: 2000 * scale };
    expect(place(click(onPage(30, 420, 800)), image)).toMatchObject({
      x: 30 * scale,
      y: 1220 * scale,
    });
  });

  it('does not depend on where the screen lies on the canvas', () => {
    for (const [dx, dy] of [
      [-5000, 12],
      [0.5, -0.25],
    ] as const) {
      const boxes = Object.fromEntries(
        Object.entries(page.boxes).map(([id, box]) => [
          id,
          { ...box, x: box.x + dx, y: box.y + dy },
        ]),
      );
      for (const [, fields, { x, y }] of placed) {
        const at = place(click(fields), { ...page, boxes });
        expect(at).toMatchObject({ placed: true });
        if (at.placed) expect(Math.hypot(at.x - x, at.y - y)).toBeLessThan(1e-6);
      }
    }
  });

  it('knows no node by a name that all objects have', () => {
    const at = { targetPosition: { x: 1, y: 1 } };
    for (const targetId of ['constructor', '__proto__', 'toString']) {
      expect(place(click({ targetId, ...at }), page)).toEqual({
        placed: false,
        reason: 'node_unknown',
      });
    }
  });
});
