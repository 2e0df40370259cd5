// Colours as eyes see them: luminance and contrast (WCAG 2.2), CIE Lab, colour blindness.

/** 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A colour over another, in the encoded values that browsers and canvases mix. */
export function mixed(below: Rgb, above: Rgb, opacity: number): Rgb {
  const mix = (channel: 0 | 1 | 2) => below[channel] + (above[channel] - below[channel]) * opacity;
  return [mix(0), mix(1), mix(2)];
}

function linear(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function linearOf([red, green, blue]: Rgb): [number, number, number] {
  return [linear(red), linear(green), linear(blue)];
}

/** WCAG's relative luminance, 0 to 1. */
export function luminanceOf(colour: Rgb): number {
  const [red, green, blue] = linearOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG's contrast, 1 to 21. */
export function contrastOf(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminanceOf(a), luminanceOf(b)].toSorted((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/**
 * Perceived colours of pure red, green and blue light. Machado, Oliveira, Fernandes: A physiologically-based
 * model for simulation of color vision deficiency, 2009, severity 1.0.
 */
export const visions = {
  'full colour vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

/** @returns linear red, green and blue, 0 to 1. */
export function underColourBlindness(
  vision: keyof typeof visions,
  colour: Rgb,
): [number, number, number] {
  const light = linearOf(colour);
  const [red, green, blue] = visions[vision].map((row) => {
    const sum = row.reduce<number>((all, part, at) => all + part * (light[at] ?? 0), 0);
    return Math.min(1, Math.max(0, sum));
  });
  return [red ?? 0, green ?? 0, blue ?? 0];
}

/** CIE 1976 L*, a*, b* of linear sRGB in D65. */
export function labOf([red, green, blue]: readonly [number, number, number]): [
  lightness: number,
  a: number,
  b: number,
] {
  const x = root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
  const y = root(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const z = root((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function root(value: number): number {
  return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116;
}
