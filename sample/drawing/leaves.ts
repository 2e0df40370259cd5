// Parts of the drawn plants: leaves in two tones, stems, pots.

interface Leaf {
  x: number;
  y: number;
  /** Degrees from upright, clockwise. */
  turn: number;
  length: number;
  width: number;
  fill: string;
}

/** An almond leaf growing from its foot, its right half in shade. */
export function leaf({ x, y, turn, length, width, fill }: Leaf): string {
  const w = width / 1.5;
  const right = `C${w} ${-length * 0.3} ${w * 0.9} ${-length * 0.72} 0 ${-length}`;
  const left = `C${-w * 0.9} ${-length * 0.72} ${-w} ${-length * 0.3} 0 0`;
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M0 0 ${right} ${left} Z" fill="${fill}"/><path d="M0 0 ${right} Z" fill="#10281d" opacity=".16"/></g>`;
}

/** Leaves that share one foot in the pot. */
export function fan(leaves: readonly (readonly [number, number, string])[], width: number): string {
  return leaves
    .map(([turn, length, fill]) =>
      leaf({ x: 100 + turn * 0.22, y: 174, turn, length, width, fill }),
    )
    .join('');
}

/** A heart-shaped leaf around the origin, about 90 units across, its tip up. */
export function heart(fill: string): string {
  const right = 'C14 42 46 40 46 8 C46 -20 18 -40 0 -56';
  return `<path d="M0 26 ${right} C-18 -40 -46 -20 -46 8 C-46 40 -14 42 0 26 Z" fill="${fill}"/><path d="M0 26 ${right} Z" fill="#10281d" opacity=".16"/><path d="M0 26 V-44" stroke="#dfe8c2" stroke-width="2" opacity=".5"/>`;
}

/** A thin stem between two points (`'x y'`). */
export function stem(from: string, to: string, colour: string): string {
  return `<path d="M${from} L${to}" stroke="${colour}" stroke-width="3.5" stroke-linecap="round" fill="none"/>`;
}

/** The pot, with its right side in shade. */
export function pot(colour: string): string {
  return `<ellipse cx="100" cy="234" rx="58" ry="5" fill="#10281d" opacity=".1"/>
    <path d="M56 172 H144 L136 226 a8 8 0 0 1 -8 7 H72 a8 8 0 0 1 -8 -7 Z" fill="${colour}"/>
    <path d="M112 172 H144 L136 226 a8 8 0 0 1 -8 7 H112 Z" fill="#10281d" opacity=".1"/>
    <rect x="50" y="160" width="100" height="18" rx="6" fill="${colour}"/>
    <rect x="50" y="172" width="100" height="6" rx="3" fill="#10281d" opacity=".12"/>`;
}
