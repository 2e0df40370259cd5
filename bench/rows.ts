// What every benchmark reports: our figure beside a peer's from the same run, because machines differ and ratios don't.

export type Row = {
  name: string;
  ours: number;
  peer: number;
  /** How many times better ours is than the peer's. */
  ratio: number;
  unit: 'ms' | 'ms of CPU' | 'MB/s' | 'requests/s' | 'kB';
  /** What was promised, in words; '–' where nothing was. */
  aim: string;
};

/** A row whose figures are better the smaller they are. */
export function lessIsBetter(row: Omit<Row, 'ratio'>): Row {
  return { ...row, ratio: row.peer / row.ours };
}

/** A row whose figures are better the greater they are. */
export function moreIsBetter(row: Omit<Row, 'ratio'>): Row {
  return { ...row, ratio: row.ours / row.peer };
}

/** The middle one, or the mean of the two in the middle: one pause of the machine does not show. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}
