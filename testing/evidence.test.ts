// Evidence is seen: marks of clicks on any ground, and heat without colour vision or on paper.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { markedClicks } from '#insight/crowds.ts';
import { heatBins, paintHeat } from '#insight/density.ts';
import { HEAT_COLOURS, heatColour, heatOpacity } from '#insight/heat-colours.ts';
import { type MarkedClick, markRadiusOf, paintMarks } from '#insight/marks.ts';
import { TINTS } from '#insight/tints.ts';
import {
  contrastOf,
  labOf,
  luminanceOf,
  mixed,
  type Rgb,
  underColourBlindness,
  visions,
} from './colour.ts';

const steps = Array.from({ length: 257 }, (_, at) => at / 256);
const over = (ground: number) => (heat: number) =>
  luminanceOf(mixed([ground, ground, ground], heatColour(heat), heatOpacity(heat)));
const rises = (values: readonly number[]) =>
  values.every((value, at) => at === 0 || value > (values[at - 1] ?? 0));

describe('the heat ramp', () => {
  it('has the colours of the design tokens', () => {
    const css = readFileSync(new URL('../web/styles/tokens.css', import.meta.url), 'utf8');
    const hex = HEAT_COLOURS.map((colour) => `#${Buffer.from(colour).toString('hex')}`);
    expect([...css.matchAll(/--color-heat-\d: (#\w{6})/g)].map(([, value]) => value)).toEqual(hex);
    expect(HEAT_COLOURS.map((_, at) => heatColour(at / 4))).toEqual(HEAT_COLOURS);
  });

  it('rises in luminance with every step, on a dark ground also by its opacity', () => {
    expect(rises(steps.map((heat) => luminanceOf(heatColour(heat))))).toBe(true);
    expect(rises(steps.map(over(0)))).toBe(true);
  });

  it('falls to its edge and rises from there on a light ground', () => {
    const inside = steps.filter((heat) => heat >= 0.25).map(over(255));
    expect(rises(inside)).toBe(true);
    expect(over(255)(0.12)).toBeLessThan(over(255)(0.03));
  });

  it.each(Object.keys(visions) as (keyof typeof visions)[])(
    'has steps that differ with %s',
    (vision) => {
      const seen = HEAT_COLOURS.map((colour) => labOf(underColourBlindness(vision, colour)));
      expect(rises(seen.map(([lightness]) => lightness))).toBe(true);
      for (const [at, [lightness, a, b]] of seen.entries()) {
        const before = seen[at - 1];
        // 2.3 is just noticeable; marks beside each other on a picture need far more.
        if (before) {
          expect(Math.hypot(lightness - before[0], a - before[1], b - before[2])).toBeGreaterThan(
            15,
          );
        }
      }
    },
  );
});

describe('the tints of places', () => {
  it.each(Object.keys(visions) as (keyof typeof visions)[])(
    'tell dead places from working ones with %s',
    (vision) => {
      const [dead, reacts] = [TINTS.dead, TINTS.reacts].map(({ colour, opacity }) =>
        labOf(underColourBlindness(vision, mixed([255, 255, 255], colour, opacity.least))),
      );
      const apart = [0, 1, 2].map((at) => (dead?.[at] ?? 0) - (reacts?.[at] ?? 0));
      expect(Math.hypot(...apart)).toBeGreaterThan(10);
    },
  );
});

const SIDE = 120;
const MIDDLE = { x: 60, y: 60 };
const REACH = 25;
const hit = { ...MIDDLE, missed: false };
const missed = { ...MIDDLE, missed: true };
type At = { x: number; y: number };
type Ground = (at: At) => Rgb;

const grounds: Record<string, Ground> = {
  white: () => [255, 255, 255],
  black: () => [0, 0, 0],
  'mid-grey': () => [128, 128, 128],
  'the yellow of its core': () => [255, 216, 77],
  'the red of a miss': () => [166, 18, 26],
  // Stripes and blocks of all colours, as photographs and text have them.
  'a busy picture': ({ x, y }) => [(x * 37 + y * 11) % 256, (x * 5 + y * 53) % 256, (x * y) % 256],
  'stripes of black and white': ({ x }) => (x % 6 < 3 ? [255, 255, 255] : [0, 0, 0]),
};

/** Renders a heatmap's heat and marks over a ground, with the kernel that paints the real ones. */
function picture(clicks: readonly MarkedClick[], ground: Ground) {
  const size = { width: SIDE, height: SIDE };
  const layer = paintHeat({ bins: heatBins(clicks), ...size, radius: REACH });
  const radius = markRadiusOf({ width: 1280 });
  paintMarks(layer, { clicks: markedClicks(clicks, REACH), ...size, radius });
  const pixel = ({ x, y }: At): Rgb => {
    const at = (y * SIDE + x) * 4;
    const [red = 0, green = 0, blue = 0, opacity = 0] = layer.subarray(at, at + 4);
    return mixed(ground({ x, y }), [red, green, blue], opacity / 255);
  };
  return { pixel, radius };
}

const directions = Array.from({ length: 16 }, (_, at) => (at * Math.PI) / 8);
const towards = (angle: number, far: number): At => ({
  x: Math.round(MIDDLE.x + Math.cos(angle) * far),
  y: Math.round(MIDDLE.y + Math.sin(angle) * far),
});

/** The best contrast of a mark's rim or ring with a place around it. */
function contrastWith(around: Rgb, { pixel, radius }: ReturnType<typeof picture>, angle: number) {
  const inside = Array.from({ length: radius }, (_, far) => pixel(towards(angle, far)));
  return Math.max(...inside.map((colour) => contrastOf(colour, around)));
}

describe.each(Object.entries(grounds))('on %s', (_, ground) => {
  it.each([
    ['a click', hit],
    ['a missed click', missed],
  ])('%s stands out 3:1 in every direction, from its heat and from the picture', (_kind, click) => {
    const heatPicture = picture([click], ground);
    for (const angle of directions) {
      for (const far of [heatPicture.radius + 2, heatPicture.radius + 5, REACH + 4]) {
        const around = heatPicture.pixel(towards(angle, far));
        expect(contrastWith(around, heatPicture, angle)).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it('a click and a missed one differ in lightness, not in colour alone', () => {
    const [one, other] = [picture([hit], ground), picture([missed], ground)];
    const core = towards(0, 3);
    expect(contrastOf(one.pixel(core), other.pixel(core))).toBeGreaterThan(3);
  });

  it('a crowd is a light core in a dark edge', () => {
    const heatPicture = picture(
      Array.from({ length: 8 }, () => hit),
      ground,
    );
    for (const angle of directions) {
      const outwards = Array.from({ length: REACH }, (_, far) =>
        heatPicture.pixel(towards(angle, far)),
      );
      const core = contrastOf(heatPicture.pixel(MIDDLE), [0, 0, 0]);
      const darkest = Math.min(...outwards.map((colour) => contrastOf(colour, [0, 0, 0])));
      expect(core / darkest).toBeGreaterThan(3);
    }
  });
});
