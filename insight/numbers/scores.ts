// Published questionnaires and their scores: SUS, UMUX-Lite and the Net Promoter Score, with 95 % intervals.
import type { Average } from '#contract/numbers.ts';
import { meanOnScale } from './mean.ts';
import { Z } from './share.ts';

const HUNDRED = { low: 0, high: 100 };

/** Number of items of the System Usability Scale. */
export const SUS_ITEMS = 10;

/**
 * The System Usability Scale of one person (Brooke 1996).
 * @param answers to the ten items in their order, each 1 (strongly disagree) to 5 (strongly agree)
 * @returns 0 to 100
 */
export function susScore(answers: readonly number[]): number {
  const points = answers.map((answer, at) => (at % 2 === 0 ? answer - 1 : 5 - answer));
  return 2.5 * points.reduce((sum, each) => sum + each, 0);
}

/** The mean of people's scores, each 0 to 100, with its t-interval. */
export function scoreAverage(scores: readonly number[]): Average {
  return meanOnScale(scores, HUNDRED);
}

export interface SusRank {
  grade: string;
  /** Percentiles of the published scores among which the score lies, 0 to 100. */
  percentile: { low: number; high: number };
  /** The adjective whose published mean is nearest. */
  adjective: string;
}

type Grade = readonly [grade: string, from: number, percentiles: readonly [number, number]];

const LOWEST_GRADE: Grade = ['F', 0, [0, 14]];

/** Lowest score and percentiles of each grade (Sauro and Lewis 2016, the curved grading scale). */
const GRADES: readonly Grade[] = [
  ['A+', 84.1, [96, 100]],
  ['A', 80.8, [90, 95]],
  ['A−', 78.9, [85, 89]],
  ['B+', 77.2, [80, 84]],
  ['B', 74.1, [70, 79]],
  ['B−', 72.6, [65, 69]],
  ['C+', 71.1, [60, 64]],
  ['C', 65, [41, 59]],
  ['C−', 62.7, [35, 40]],
  ['D', 51.7, [15, 34]],
  LOWEST_GRADE,
];

/** Mean score of the products that people described so (Bangor, Kortum and Miller 2009). */
const ADJECTIVES: readonly [adjective: string, mean: number][] = [
  ['worst imaginable', 12.5],
  ['awful', 20.3],
  ['poor', 35.7],
  ['OK', 50.9],
  ['good', 71.4],
  ['excellent', 85.5],
  ['best imaginable', 90.9],
];

/** Ranks a mean of the System Usability Scale among published ones. @param score 0 to 100 */
export function susRank(score: number): SusRank {
  // The published ranges have one decimal.
  const rounded = Math.round(score * 10) / 10;
  const [grade, , [low, high]] = GRADES.find(([, from]) => rounded >= from) ?? LOWEST_GRADE;
  const distance = ([, mean]: (typeof ADJECTIVES)[number]) => Math.abs(score - mean);
  const [adjective] = ADJECTIVES.reduce((nearest, one) =>
    distance(one) < distance(nearest) ? one : nearest,
  );
  return { grade, percentile: { low, high }, adjective };
}

/**
 * UMUX-Lite of one person (Lewis, Utesch and Maher 2013).
 * @param answers to its two items, each 1 (strongly disagree) to 7 (strongly agree)
 * @returns 0 to 100
 */
export function umuxLiteScore([useful, easy]: readonly [number, number]): number {
  return ((useful - 1 + (easy - 1)) / 12) * 100;
}

/** The SUS that a UMUX-Lite predicts, 22.9 to 87.9 (Lewis, Utesch and Maher 2013). */
export function predictedSus(umuxLite: number): number {
  return 0.65 * umuxLite + 22.9;
}

export interface NetPromoter {
  n: number;
  promoters: number;
  passives: number;
  detractors: number;
  /** −100 to 100, or null without an answer. */
  score: number | null;
  low: number | null;
  high: number | null;
}

/** People whom the adjusted Wald interval adds: at each end of the scale, and in all (Rocks 2016). */
const ADDED = { end: 0.75, all: 3 };

/**
 * The Net Promoter Score: per cent of promoters (9, 10) less per cent of detractors (0 to 6), with the adjusted Wald
 * interval (Rocks 2016).
 * @param answers each 0 to 10
 */
export function netPromoter(answers: readonly number[]): NetPromoter {
  const n = answers.length;
  const promoters = answers.filter((answer) => answer >= 9).length;
  const detractors = answers.filter((answer) => answer <= 6).length;
  const counts = { n, promoters, passives: n - promoters - detractors, detractors };
  if (n === 0) return { ...counts, score: null, low: null, high: null };
  const up = (promoters + ADDED.end) / (n + ADDED.all);
  const down = (detractors + ADDED.end) / (n + ADDED.all);
  const centre = up - down;
  const reach = Z * Math.sqrt((up + down - centre ** 2) / (n + ADDED.all));
  const score = (100 * (promoters - detractors)) / n;
  return {
    ...counts,
    score,
    // When all say the same, the interval would leave out the score itself.
    low: Math.min(score, 100 * Math.max(-1, centre - reach)),
    high: Math.max(score, 100 * Math.min(1, centre + reach)),
  };
}
