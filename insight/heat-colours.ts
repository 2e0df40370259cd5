// The heat picture's colours by heat, from a single click's edge to the hottest place (density uses it).

/** Stops: heat 0..1 → red, green, blue, opacity 0..1. Blue-violet to yellow; readable without red-green vision. */
const stops = [
  [0, 72, 61, 209, 0],
  [0.06, 72, 61, 209, 0.3],
  [0.22, 96, 60, 214, 0.62],
  [0.43, 214, 51, 132, 0.76],
  [0.68, 247, 104, 54, 0.84],
  [1, 255, 214, 61, 0.92],
] as const;

/** Fine enough that neighbouring steps differ by one level of a colour channel. */
const STEPS = 1024;

let table: Uint8ClampedArray | null = null;

/** RGBA rows of 1,024 steps, made once. */
export function heatColours(): Uint8ClampedArray {
  table ??= makeTable();
  return table;
}

function makeTable(): Uint8ClampedArray {
  const colours = new Uint8ClampedArray(STEPS * 4);
  for (let step = 0; step < STEPS; step += 1) colours.set(colourAt(step / (STEPS - 1)), step * 4);
  return colours;
}

function colourAt(heat: number): [number, number, number, number] {
  const above = stops.findIndex(([from]) => from >= heat);
  const high = stops[Math.max(above, 1)] ?? stops[1];
  const low = stops[Math.max(above, 1) - 1] ?? stops[0];
  const part = (heat - low[0]) / (high[0] - low[0]);
  const mix = (channel: 1 | 2 | 3 | 4) => low[channel] + (high[channel] - low[channel]) * part;
  return [mix(1), mix(2), mix(3), mix(4) * 255];
}
