// What every benchmark reports: our figure beside a peer's from the same run, because machines differ and ratios don't.

export type Row = {
  name: string;
  ours: number;
  peer: number;
  /** How many times better ours is than the peer's. */
  ratio: number;
  unit: 'ms' | 'MB/s';
  /** What was promised, in words. */
  aim: string;
};
