// Runs inside the browser: the same clicks painted by our kernel and by two libraries, and summed up directly.
import { heatBins, paintHeat, peakOf, sumHeat } from '#insight/density.ts';

const SIZE = { width: 1440, height: 3000 };
const REACH = 25;

interface Point {
  x: number;
  y: number;
}

/** Paints on a canvas of its own. */
type Painter = () => CanvasRenderingContext2D;

declare const simpleheat: (canvas: HTMLCanvasElement) => {
  data(points: readonly [x: number, y: number, value: number][]): void;
  radius(dot: number, blur: number): void;
  draw(): void;
};

declare const h337: {
  create(options: { container: HTMLElement; radius: number }): {
    setData(data: { max: number; data: readonly (Point & { value: number })[] }): void;
  };
};

/** Lehmer's generator: the same clicks in every run. */
function randomNumbers(): () => number {
  let state = 42;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** Four clicks in five are on one of 40 buttons, the fifth is anywhere. */
function makePoints(count: number): Point[] {
  const next = randomNumbers();
  const anywhere = () => ({ x: next() * SIZE.width, y: next() * SIZE.height });
  const buttons = Array.from({ length: 40 }, anywhere);
  const beside = (middle: number, reach: number) =>
    middle + (next() + next() + next() - 1.5) * reach;
  return Array.from({ length: count }, () => {
    const button = buttons[Math.floor(next() * 50)];
    return button ? { x: beside(button.x, 60), y: beside(button.y, 20) } : anywhere();
  });
}

/** Each gets the points as it takes them. */
const painters: Record<string, (points: readonly Point[]) => Painter> = {
  ours: (points) => {
    const context = contextOf(newCanvas());
    return () => {
      const pixels = paintHeat({ bins: heatBins(points), ...SIZE, radius: REACH });
      context.putImageData(new ImageData(pixels, SIZE.width, SIZE.height), 0, 0);
      return context;
    };
  },
  simpleheat: (points) => {
    const canvas = newCanvas();
    const heat = simpleheat(canvas);
    heat.radius(15, REACH - 15);
    heat.data(points.map(({ x, y }) => [x, y, 1]));
    return () => {
      heat.draw();
      return contextOf(canvas);
    };
  },
  'heatmap.js': (points) => {
    const container = document.createElement('div');
    container.style.width = `${SIZE.width}px`;
    container.style.height = `${SIZE.height}px`;
    document.body.append(container);
    const heat = h337.create({ container, radius: REACH });
    const data = points.map(({ x, y }) => ({ x: Math.floor(x), y: Math.floor(y), value: 1 }));
    return () => {
      heat.setData({ max: 1, data });
      return contextOf(container.querySelector('canvas') ?? newCanvas());
    };
  },
};

function newCanvas(): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), SIZE);
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no 2D canvas.');
  return context;
}

let points: Point[] = [];
let ready = new Map<string, Painter>();

function prepare(count: number): string[] {
  document.body.replaceChildren();
  points = makePoints(count);
  ready = new Map(Object.entries(painters).map(([name, painter]) => [name, painter(points)]));
  return [...ready.keys()];
}

/** @returns milliseconds from clicks to pixels */
function paint(name: string): number {
  const startedAt = performance.now();
  const context = ready.get(name)?.();
  // Reading a pixel forces the browser to execute its deferred drawing commands now.
  context?.getImageData(0, 0, 1, 1);
  return performance.now() - startedAt;
}

/** @returns the largest difference from a direct sum at any pixel, as a part of the sum; clicks weigh 1 to 1/9 */
function differenceFromDirectSum(): number {
  const weighted = points.map((point, at) => ({
    ...point,
    weight: Math.fround(1 / (1 + (at % 9))),
  }));
  const { heat } = sumHeat({ bins: heatBins(weighted), ...SIZE, radius: REACH });
  const direct = new Float64Array(SIZE.width * SIZE.height);
  const bell = bellOf();
  for (const point of weighted) if (isInside(point)) addBell(direct, bell, point);
  let largest = 0;
  for (const [at, sum] of direct.entries()) {
    const difference = Math.abs((heat[at] ?? 0) - sum);
    if (difference > 0) largest = Math.max(largest, difference / sum);
  }
  return largest;
}

/** Clicks beside the picture are left out, not cut. */
function isInside({ x, y }: Point): boolean {
  return x >= 0 && x < SIZE.width && y >= 0 && y < SIZE.height;
}

/** One click's heat around it, as the kernel paints it alone. */
function bellOf(): Float32Array {
  const side = 2 * REACH + 1;
  const bins = heatBins([{ x: REACH, y: REACH }]);
  const { heat: bell } = sumHeat({ bins, width: side, height: side, radius: REACH });
  if (Math.max(...bell) !== peakOf(REACH)) throw new Error('One click is not as high as it says.');
  return bell;
}

function addBell(direct: Float64Array, bell: Float32Array, at: Point & { weight: number }): void {
  const side = 2 * REACH + 1;
  const [left, top] = [Math.floor(at.x) - REACH, Math.floor(at.y) - REACH];
  for (let row = Math.max(0, -top); row < Math.min(side, SIZE.height - top); row += 1) {
    for (let column = Math.max(0, -left); column < Math.min(side, SIZE.width - left); column += 1) {
      const to = (top + row) * SIZE.width + left + column;
      direct[to] = (direct[to] ?? 0) + at.weight * (bell[row * side + column] ?? 0);
    }
  }
}

Object.assign(globalThis, { heat: { prepare, paint, differenceFromDirectSum } });

export type HeatPage = {
  prepare: typeof prepare;
  paint: typeof paint;
  differenceFromDirectSum: typeof differenceFromDirectSum;
};
