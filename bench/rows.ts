// The rows that every benchmark reports: our figure beside a peer's from the same run, because machines differ and
// ratios don't.

export type Row = {
  name: string;
  ours: number;
  /** The peer's figure, or null if there is no peer. */
  peer: number | null;
  /** Ratio of our figure to the peer's: above 1, ours is better. */
  ratio: number | null;
  unit: string;
  /** The promise, in words, or '–' if there is none. */
  aim: string;
};

type Compared = Omit<Row, 'ratio' | 'peer'> & { peer: number };

/** A row whose figures are better the smaller they are. */
export function lessIsBetter(row: Compared): Row {
  return { ...row, ratio: row.peer / row.ours };
}

/** A row whose figures are better the greater they are. */
export function moreIsBetter(row: Compared): Row {
  return { ...row, ratio: row.ours / row.peer };
}

/** A row without a peer: it has only its aim. */
export function alone(row: Omit<Row, 'ratio' | 'peer'>): Row {
  return { ...row, peer: null, ratio: null };
}

/** The middle one, or the mean of the two in the middle: one pause of the machine does not show. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}

/** The figure that a share (0 to 1) of all does not exceed; not a number when there are none. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
