// What all intervals of results share: 95 % on both sides, and the quantile of the normal distribution.

/** Between which two values the true one lies, in 95 of 100 such samples. */
export interface Interval {
  low: number;
  high: number;
}

/** 97.5 % quantile of the standard normal distribution. */
export const Z = 1.959963984540054;
