// The sample shop's plants as SVG, drawn in a box of 200 × 240 with the pot's foot at the bottom.

/** Green tones of the shop: light, middle, dark, darkest. */
const GREENS = ['#8db36a', '#5f9157', '#2f6b4a', '#1d4d38'] as const;
const [LIGHT, MIDDLE, DARK, DARKEST] = GREENS;

export type PlantKind = keyof typeof plants;

/** One plant in a pot of the given colour. */
export function plant(kind: PlantKind, potColour: string): string {
  return `<svg viewBox="0 0 200 240" aria-hidden="true">${plants[kind]()}${pot(potColour)}${fronts[kind]?.() ?? ''}</svg>`;
}

const plants = {
  castIron: () =>
    fan(
      [
        [-46, 118, DARKEST],
        [44, 122, DARKEST],
        [-28, 140, DARK],
        [27, 144, DARK],
        [-11, 152, MIDDLE],
        [10, 150, DARK],
        [-62, 88, DARK],
        [60, 86, MIDDLE],
      ],
      30,
    ),
  snake: () =>
    [
      [-20, 112, DARK],
      [19, 118, DARK],
      [-9, 138, MIDDLE],
      [10, 146, DARKEST],
      [0, 122, MIDDLE],
      [-29, 82, DARKEST],
      [28, 80, MIDDLE],
    ]
      .map(([angle, length, fill]) => blade(Number(angle), Number(length), String(fill)))
      .join(''),
  zz: () => [-42, -22, -4, 16, 36].map((angle, at) => feather(angle, 118 - (at % 2) * 14)).join(''),
  fern: () =>
    [-88, -64, -40, -18, 4, 26, 48, 70, 92].map((bend, at) => frond(bend, at % 2)).join(''),
  monstera: () =>
    [
      [60, 62, -38, 46, DARK],
      [142, 58, 34, 48, MIDDLE],
      [100, 48, -4, 48, DARK],
      [46, 112, -66, 38, MIDDLE],
      [154, 110, 64, 40, DARKEST],
    ]
      .map(([x, y, turn, size, fill]) => splitLeaf(Number(x), Number(y), [turn, size, fill]))
      .join(''),
  pothos: () => [-30, -8, 16, 38].map((angle) => leafOnStem(angle, 62)).join(''),
  cactus: () => `
    <path d="M84 172 V78 a16 16 0 0 1 32 0 V172 Z" fill="${MIDDLE}"/>
    <path d="M100 62 a16 16 0 0 1 16 16 V172 H100 Z" fill="${DARK}"/>
    <path d="M88 134 H68 a14 14 0 0 1 -14 -14 V104 a8 8 0 0 1 16 0 v12 h18 Z" fill="${MIDDLE}"/>
    <path d="M112 118 h20 a14 14 0 0 0 14 -14 V86 a8 8 0 0 0 -16 0 v14 h-18 Z" fill="${DARK}"/>
    <g stroke="#eef1d8" stroke-width="2" stroke-linecap="round">
      ${[84, 100, 116, 132, 148].map((y) => `<path d="M92 ${y} v5 M104 ${y + 8} v5"/>`).join('')}
    </g>
    <path d="M100 50 l6 9 10 1 -8 7 2 10 -10 -5 -10 5 2 -10 -8 -7 10 -1 Z" fill="#e58a6b"/>`,
  rubber: () =>
    `<path d="M100 172 C98 130 102 90 100 40" stroke="#6b4a35" stroke-width="5" fill="none"/>${[
      [100, 150, -64, 62, 34],
      [100, 140, 62, 64, 34],
      [100, 112, -52, 66, 36],
      [100, 100, 54, 64, 36],
      [100, 76, -34, 60, 32],
      [100, 68, 38, 58, 32],
      [100, 50, 2, 44, 24],
    ]
      .map(([x = 0, y = 0, turn = 0, length = 0, width = 0], at) =>
        leaf({ x, y, turn, length, width, fill: at % 2 ? '#3d5a46' : '#5b3a40' }),
      )
      .join('')}`,
  lily: () =>
    fan(
      [
        [-58, 84, DARK],
        [56, 86, DARK],
        [-34, 104, MIDDLE],
        [34, 102, MIDDLE],
        [-12, 96, DARK],
        [14, 98, DARKEST],
      ],
      22,
    ) +
    [
      [-20, 146],
      [6, 158],
      [26, 136],
    ]
      .map(([angle = 0, length = 0]) => spathe(angle, length))
      .join(''),
  olive: () =>
    `<path d="M100 174 C96 140 104 120 100 84" stroke="#8a6a4f" stroke-width="6" fill="none"/><circle cx="100" cy="72" r="30" fill="#7c9872"/>${crown()}`,
  calathea: () =>
    [
      [-56, 92],
      [54, 94],
      [-30, 112],
      [30, 110],
      [-6, 122],
      [10, 104],
    ]
      .map(([turn = 0, length = 0], at) => stripedLeaf(turn, length, at % 2 ? DARK : DARKEST))
      .join(''),
  palm: () =>
    [-78, -56, -34, -12, 10, 32, 54, 76].map((bend, at) => palmLeaf(bend, at % 2)).join(''),
} as const;

/** Parts that hang in front of the pot. */
const fronts: Partial<Record<PlantKind, () => string>> = {
  pothos: () => trail(66, 1) + trail(132, -1) + leafOnStem(-56, 44) + leafOnStem(60, 46),
};

function blade(angle: number, length: number, fill: string): string {
  const shape = `M-9 0 C-13 ${-length * 0.5} -8 ${-length * 0.8} 0 ${-length} C8 ${-length * 0.8} 13 ${-length * 0.5} 9 0 Z`;
  const bands = [0.25, 0.4, 0.55, 0.7].map(
    (at) =>
      `<path d="M-9 ${-length * at} q9 -6 18 0" stroke="${LIGHT}" stroke-width="2.5" fill="none" opacity=".55"/>`,
  );
  return `<g transform="translate(${100 + angle * 0.9} 172) rotate(${angle})"><path d="${shape}" fill="${fill}" stroke="#cfd58c" stroke-width="2.5"/>${bands.join('')}</g>`;
}

function feather(angle: number, length: number): string {
  const pairs = [0.28, 0.42, 0.56, 0.7, 0.84].map((at, index) => {
    const y = -length * at;
    const size = 28 - index * 2;
    const fill = index % 2 ? MIDDLE : DARK;
    return (
      leaf({ x: 0, y, turn: -54, length: size, width: 15, fill }) +
      leaf({ x: 0, y, turn: 54, length: size, width: 15, fill: DARKEST })
    );
  });
  const tip = leaf({ x: 0, y: -length * 0.9, turn: 0, length: 26, width: 14, fill: LIGHT });
  return `<g transform="translate(${100 + angle * 0.35} 172) rotate(${angle})">${stem(`0 0`, `0 ${-length}`, MIDDLE)}${pairs.join('')}${tip}</g>`;
}

function frond(bend: number, tone: number): string {
  const fill = tone ? MIDDLE : DARK;
  const height = 118 - Math.abs(bend) * 0.62;
  const points = Array.from({ length: 12 }, (_, at) => {
    const part = (at + 1) / 12;
    return { x: bend * part * part, y: -height * (part * 1.5 - part * part * 0.5), part };
  });
  const leaflets = points.map(({ x, y, part }) => {
    const size = 5 + 20 * Math.sin(Math.PI * Math.min(0.94, part * 0.86 + 0.1));
    const lean = (bend / 92) * 60 * part;
    return (
      leaf({ x, y, turn: lean - 68, length: size, width: 8, fill }) +
      leaf({ x, y, turn: lean + 68, length: size, width: 8, fill: tone ? LIGHT : MIDDLE })
    );
  });
  return `<g transform="translate(100 172)">${leaflets.join('')}</g>`;
}

function splitLeaf(x: number, y: number, [turn, size, fill]: unknown[]): string {
  const id = `split-${x}-${y}`;
  const slits = [-0.5, -0.15, 0.2]
    .map(
      (at) =>
        `<path d="M-60 ${at * 40 - 6} L-16 ${at * 40 + 4} L-60 ${at * 40 + 4} Z M60 ${at * 40 - 6} L16 ${at * 40 + 4} L60 ${at * 40 + 4} Z" fill="#000"/>`,
    )
    .join('');
  const scale = Number(size) / 46;
  return `${stem(`100 174`, `${x} ${y + 10}`, MIDDLE)}
    <mask id="${id}"><rect x="-70" y="-70" width="140" height="140" fill="#fff"/>${slits}</mask>
    <g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})" mask="url(#${id})">${heart(String(fill))}</g>`;
}

function leafOnStem(angle: number, length: number): string {
  const rad = (angle * Math.PI) / 180;
  const x = 100 + Math.sin(rad) * length;
  const y = 166 - Math.cos(rad) * length * 0.9;
  return `${stem(`100 172`, `${x} ${y}`, MIDDLE)}<g transform="translate(${x} ${y}) rotate(${angle * 1.2}) scale(.62)">${heart(angle % 4 ? LIGHT : MIDDLE)}</g>`;
}

function trail(x: number, side: 1 | -1): string {
  const vine = [0, 1, 2, 3].map((at) => ({
    x: x + side * (at % 2 ? 8 : -8) - side * 14,
    y: 168 + at * 18,
  }));
  const line = vine.map((point) => `L${point.x} ${point.y}`).join(' ');
  const leaves = vine.map(
    (point, at) =>
      `<g transform="translate(${point.x} ${point.y}) rotate(${170 + side * (at % 2 ? 34 : -28)}) scale(${0.44 - at * 0.04})">${heart(at % 2 ? LIGHT : MIDDLE)}</g>`,
  );
  return `<path d="M${x} 160 ${line}" stroke="${MIDDLE}" stroke-width="2.5" fill="none"/>${leaves.join('')}`;
}

function spathe(angle: number, length: number): string {
  return `<g transform="translate(100 172) rotate(${angle})">${stem(`0 0`, `0 ${-length + 14}`, LIGHT)}
    <path d="M0 ${-length + 34} C-20 ${-length + 14} -16 ${-length - 8} 0 ${-length - 22} C16 ${-length - 8} 16 ${-length + 14} 0 ${-length + 34} Z" fill="#fffaf0" stroke="#e6dcc4"/>
    <rect x="-3" y="${-length - 2}" width="6" height="26" rx="3" fill="#e8c766"/></g>`;
}

function crown(): string {
  const leaves = Array.from({ length: 44 }, (_, at) => {
    const ring = Math.sqrt((at + 1) / 44);
    const turn = at * 137.5;
    const rad = (turn * Math.PI) / 180;
    const fill = ['#9db08a', '#7c9872', '#5f8263', '#b4c2a0'][at % 4] ?? LIGHT;
    return leaf({
      x: 100 + Math.sin(rad) * ring * 46,
      y: 74 - Math.cos(rad) * ring * 44,
      turn: turn + 30,
      length: 30,
      width: 11,
      fill,
    });
  });
  return leaves.join('');
}

function stripedLeaf(turn: number, length: number, fill: string): string {
  const width = 44;
  const stripes = [0.34, 0.46, 0.58, 0.7, 0.82].map((at) => {
    const y = -length * at;
    const reach = 15 * Math.sin(Math.PI * (at - 0.1));
    return `<path d="M0 ${y} L${-reach} ${y - 9} M0 ${y} L${reach} ${y - 9}" stroke="#b9cf96" stroke-width="3" stroke-linecap="round"/>`;
  });
  return `<g transform="translate(100 172) rotate(${turn})">${leaf({ x: 0, y: -length * 0.16, turn: 0, length: length * 0.86, width, fill })}${stripes.join('')}</g>`;
}

function palmLeaf(bend: number, tone: number): string {
  const height = 132 - Math.abs(bend) * 0.7;
  const blades = [-48, -30, -14, 0, 14, 30, 48].map((spread) =>
    leaf({
      x: 0,
      y: 0,
      turn: spread,
      length: 46 - Math.abs(spread) * 0.26,
      width: 9,
      fill: tone ? MIDDLE : DARK,
    }),
  );
  const x = 100 + bend * 0.62;
  const y = 178 - height * 0.72;
  return `${stem(`100 174`, `${x} ${y}`, LIGHT)}<g transform="translate(${x} ${y}) rotate(${bend})">${blades.join('')}</g>`;
}

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
function leaf({ x, y, turn, length, width, fill }: Leaf): string {
  const w = width / 1.5;
  const right = `C${w} ${-length * 0.3} ${w * 0.9} ${-length * 0.72} 0 ${-length}`;
  const left = `C${-w * 0.9} ${-length * 0.72} ${-w} ${-length * 0.3} 0 0`;
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M0 0 ${right} ${left} Z" fill="${fill}"/><path d="M0 0 ${right} Z" fill="#10281d" opacity=".16"/></g>`;
}

/** Leaves that share one foot in the pot. */
function fan(leaves: readonly (readonly [number, number, string])[], width: number): string {
  return leaves
    .map(([turn, length, fill]) =>
      leaf({ x: 100 + turn * 0.22, y: 174, turn, length, width, fill }),
    )
    .join('');
}

/** A heart-shaped leaf around the origin, about 90 units across, its tip up. */
function heart(fill: string): string {
  const right = 'C14 42 46 40 46 8 C46 -20 18 -40 0 -56';
  return `<path d="M0 26 ${right} C-18 -40 -46 -20 -46 8 C-46 40 -14 42 0 26 Z" fill="${fill}"/><path d="M0 26 ${right} Z" fill="#10281d" opacity=".16"/><path d="M0 26 V-44" stroke="#dfe8c2" stroke-width="2" opacity=".5"/>`;
}

/** A thin stem between two points (`'x y'`). */
function stem(from: string, to: string, colour: string): string {
  return `<path d="M${from} L${to}" stroke="${colour}" stroke-width="3.5" stroke-linecap="round" fill="none"/>`;
}

/** The pot, with its right side in shade. */
function pot(colour: string): string {
  return `<ellipse cx="100" cy="234" rx="58" ry="5" fill="#10281d" opacity=".1"/>
    <path d="M56 172 H144 L136 226 a8 8 0 0 1 -8 7 H72 a8 8 0 0 1 -8 -7 Z" fill="${colour}"/>
    <path d="M112 172 H144 L136 226 a8 8 0 0 1 -8 7 H112 Z" fill="#10281d" opacity=".1"/>
    <rect x="50" y="160" width="100" height="18" rx="6" fill="${colour}"/>
    <rect x="50" y="172" width="100" height="6" rx="3" fill="#10281d" opacity=".12"/>`;
}
