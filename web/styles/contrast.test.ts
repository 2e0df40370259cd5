// Contrast of the design tokens, read from tokens.css and outcomes.css: WCAG 2.2, 1.4.3 (text 4.5:1) and 1.4.11
// (controls and marks 3:1), in both themes.
import { expect, test } from 'vitest';
import outcomes from './outcomes.css?raw';
import plain from './tokens.css?raw';

const tokens = plain + outcomes;

const themes = { light: 0, dark: 1 } as const;
type Theme = keyof typeof themes;

function colour(name: string, theme: Theme): string {
  const value = new RegExp(`--color-${name}: ([^;]+);`).exec(tokens)?.[1];
  const hexes = value?.match(/#[0-9a-f]{6}/g);
  const hex = hexes?.[hexes.length > 1 ? themes[theme] : 0];
  if (hex === undefined) throw new Error(`no colour ${name}`);
  return hex;
}

/** Relative luminance, WCAG 2.2 definition. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['canvas', 'surface', 'raised', 'sunken', 'hover'];
const textPairs: [string, string][] = [
  ...['text', 'muted', 'accent'].flatMap((c) => grounds.map((g): [string, string] => [c, g])),
  ...['danger', 'success', 'warning'].flatMap((c): [string, string][] => [
    [c, 'surface'],
    [c, 'canvas'],
    [c, 'raised'],
    [c, `${c}-soft`],
  ]),
  ['text', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['text', 'danger-soft'],
  ['text', 'success-soft'],
  ['text', 'warning-soft'],
  ['on-ink', 'ink'],
  ['on-ink', 'ink-hover'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger-solid'],
  ['on-danger', 'danger-hover'],
];
const outcomeNames = ['direct', 'indirect', 'thought-done', 'gave-up', 'left', 'stopped'];
textPairs.push(
  ...outcomeNames.map((name): [string, string] => [`on-outcome-${name}`, `outcome-${name}`]),
);
const fillPairs = outcomeNames.flatMap((name) =>
  ['canvas', 'surface', 'raised'].map((ground): [string, string] => [`outcome-${name}`, ground]),
);
const markPairs = grounds.slice(0, 4).map((ground): [string, string] => ['line-strong', ground]);

for (const theme of ['light', 'dark'] as const) {
  test.each(textPairs)(`${theme}: text %s on %s`, (text, ground) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(fillPairs)(`${theme}: %s on %s`, (fill, ground) => {
    expect(contrast(colour(fill, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
  });
  test.each(markPairs)(`${theme}: control border %s on %s`, (line, ground) => {
    expect(contrast(colour(line, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
  });
}
