// The colours of evidence: the heat's ramp and the two colours around a mark, the same in browser, worker and Node.

/**
 * Red, green, blue from the coldest to the hottest place. Lightness rises by 14 to 18 of 100 with each, so that a
 * black-and-white print and colour-blind eyes read the same order. `--color-heat-1` to `-5` in web/styles/tokens.css.
 */
export const HEAT_COLOURS = [
  [61, 23, 135],
  [165, 26, 128],
  [244, 65, 47],
  [255, 138, 31],
  [255, 216, 77],
] as const;

/**
 * Rises quickly, so that a place has an edge, and never hides the picture below altogether. The coldest heat shows
 * nothing: the corners of a dot's bell reach beyond its radius.
 */
const OPACITIES = [0, 0.06, 0.7, 0.86, 0.9, 0.92, 0.94] as const;
const OPACITY_STOPS = [0, 0.03, 0.12, 0.25, 0.5, 0.75, 1] as const;

/** @param heat 0 to 1. */
export function heatColour(heat: number): [red: number, green: number, blue: number] {
  const mixed = (channel: 0 | 1 | 2) =>
    between(
      HEAT_COLOURS.map((colour) => colour[channel]),
      HEAT_COLOURS.map((_, at) => at / (HEAT_COLOURS.length - 1)),
      heat,
    );
  return [mixed(0), mixed(1), mixed(2)];
}

/** @returns 0 to 1. */
export function heatOpacity(heat: number): number {
  return between(OPACITIES, OPACITY_STOPS, heat);
}

/** Straight lines from stop to stop; `stops` rise from 0 to 1. */
function between(values: readonly number[], stops: readonly number[], at: number): number {
  const high = Math.max(
    1,
    stops.findIndex((stop) => stop >= at),
  );
  const [from = 0, to = 1] = [stops[high - 1], stops[high]];
  const [low = 0, top = 0] = [values[high - 1], values[high]];
  return low + ((top - low) * (at - from)) / (to - from);
}
