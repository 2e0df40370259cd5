// Tints of places: more people are stronger, dead places are stronger than working ones and striped.
import { expect, it } from 'vitest';
import { mostInPlace, paintTints, TINTS, type TintedPlace } from './tints.ts';

const size = { width: 200, height: 100, scale: 0.5 };
/** A small place in a large one, and a third one beside them; in pixels of the image. */
const card: TintedPlace = {
  box: { x: 0, y: 0, width: 200, height: 200 },
  count: 17,
  reacts: false,
  isLayer: true,
};
const chip: TintedPlace = {
  box: { x: 40, y: 40, width: 60, height: 40 },
  count: 25,
  reacts: true,
  isLayer: true,
};
const other: TintedPlace = { ...card, box: { ...card.box, x: 220 }, count: 4 };

function paint(places: readonly TintedPlace[]) {
  const rgba = new Uint8ClampedArray(size.width * size.height * 4);
  paintTints(rgba, { places, ...size });
  const at = (x: number, y: number) => [...rgba.subarray((y * 200 + x) * 4, (y * 200 + x) * 4 + 4)];
  /** Strongest opacity of the pixels from one column to another, 0 to 255. */
  const opacity = (from: number, to: number, y = 60) =>
    Math.max(...Array.from({ length: to - from }, (_, column) => at(from + column, y)[3] ?? 0));
  return { at, opacity };
}

it('makes the dead place of most people the strongest, though more people pressed what works', () => {
  const { at, opacity } = paint([chip, other, card]);
  expect(opacity(10, 90)).toBeGreaterThan(opacity(120, 190));
  expect(opacity(10, 90)).toBeGreaterThan(1.2 * opacity(25, 45, 30));
  expect(at(10, 60).slice(0, 3)).toEqual(TINTS.dead.colour);
});

it('paints a small place over the one around it, at the scale of the layer, and nothing beside them', () => {
  const { at } = paint([chip, card]);
  expect(at(35, 30).slice(0, 3)).toEqual(TINTS.reacts.colour);
  expect(at(49, 30).slice(0, 3)).toEqual([255, 255, 255]);
  expect(at(50, 30).slice(0, 3)).toEqual(TINTS.dead.colour);
  expect(at(150, 50)).toEqual([0, 0, 0, 0]);
});

it('stripes the dead places alone, and cuts what reaches beyond the picture', () => {
  const row = (place: TintedPlace) => {
    const { at } = paint([{ ...place, box: { x: -50, y: -50, width: 900, height: 900 } }]);
    return new Set(Array.from({ length: 100 }, (_, x) => at(x, 50)[3]));
  };
  expect(row(card).size).toBe(2);
  expect(row(chip).size).toBe(1);
});

it('has no strongest place without places', () => {
  expect(mostInPlace([])).toBe(0);
  expect(mostInPlace([chip, card])).toBe(25);
});

it('paints a spot without a layer as a soft dot around its middle', () => {
  const { at } = paint([{ ...chip, box: { x: 88, y: 88, width: 24, height: 24 }, isLayer: false }]);
  const [middle = 0, beside = 0, edge = 0, corner = 0] = [
    at(50, 50),
    at(56, 50),
    at(63, 50),
    at(58, 58),
  ].map(([, , , opacity]) => opacity);
  expect(middle).toBeGreaterThan(beside);
  expect(beside).toBeGreaterThan(corner);
  // 25 px of the image are 13 of the layer.
  expect(edge).toBe(0);
});
