// The share of result intervals that contain the true value: the intervals promise 95 of 100.

import { promoterDifference, ratioOfTimes, welchOnScale } from '#insight/numbers/difference.ts';
import { meanOnScale } from '#insight/numbers/mean.ts';
import { netPromoter, SUS_ITEMS, scoreAverage, susScore } from '#insight/numbers/scores.ts';
import { newcombe, wilson } from '#insight/numbers/share.ts';
import { averageTime } from '#insight/numbers/times.ts';
import { randomNumbers } from '#testing/random-numbers.ts';
import { alone, type Row } from './rows.ts';

const SIZES = [5, 10, 20, 50];

/** Number of samples that measures a coverage to 0.2 of a hundred. */
const SAMPLES = 50_000;

interface Held {
  low: number | null;
  high: number | null;
}

/** 0 to 1. */
type Chance = () => number;

export async function run(): Promise<Row[]> {
  const medians = [25, 200].map((n) => row(`time, lognormal, n = ${n}, median`, times(n)));
  const rows = SIZES.flatMap((n) => [
    row(`share (Wilson), n = ${n}, mean over true shares`, meanOf(shares(n))),
    row(`share (Wilson), n = ${n}, worst true share of 5 to 95 %`, Math.min(...shares(n))),
    row(`difference (Newcombe 10), n = ${n} each, mean over true shares`, meanOf(differences(n))),
    row(`difference (Newcombe 10), n = ${n} each, worst of them`, Math.min(...differences(n))),
    row(`time, lognormal, n = ${n}, ${n < 25 ? 'geometric mean' : 'median'}`, times(n)),
    row(`ease, 1 to 7, n = ${n}`, ease(n)),
    row(`SUS, n = ${n}`, sus(n)),
    row(`net promoter score, n = ${n}`, promoters(n)),
    row(`difference of ease (Welch), n = ${n} each`, easeDifference(n, n)),
    row(`ratio of times (Welch), n = ${n} each`, timeRatio(n, n)),
    row(`difference of net promoter scores, n = ${n} each`, promoterDifferences(n)),
  ]);
  const uneven = [
    row('difference of ease (Welch), n = 5 and 50', easeDifference(5, 50)),
    row('ratio of times (Welch), n = 5 and 50', timeRatio(5, 50)),
  ];
  return [...rows, ...medians, ...uneven];
}

function row(name: string, ours: number): Row {
  return alone({ name, ours: ours * 100, unit: 'of 100', aim: 'near 95' });
}

/** Exact, by each possible count: 5, 10 … 95 %. */
function shares(n: number): number[] {
  return trueShares.map((share) => {
    let held = 0;
    for (let k = 0; k <= n; k += 1)
      if (holds(wilson(k, n), share)) held += probability(k, n, share);
    return held;
  });
}

/** Exact, by each pair of counts. */
function differences(n: number): number[] {
  const intervals = new Map<number, Held | null>();
  for (let one = 0; one <= n; one += 1) {
    for (let two = 0; two <= n; two += 1) {
      intervals.set(one * 100 + two, newcombe({ k: one, n }, { k: two, n }));
    }
  }
  return trueShares.flatMap((first) =>
    trueShares.map((second) => {
      let held = 0;
      for (let one = 0; one <= n; one += 1) {
        for (let two = 0; two <= n; two += 1) {
          if (!holds(intervals.get(one * 100 + two) ?? null, first - second)) continue;
          held += probability(one, n, first) * probability(two, n, second);
        }
      }
      return held;
    }),
  );
}

const trueShares = Array.from({ length: 19 }, (_, at) => (at + 1) / 20);

/** Returns the probability of k successes in n trials, by the recurrence from 0. */
function probability(k: number, n: number, share: number): number {
  let term = (1 - share) ** n;
  for (let count = 0; count < k; count += 1) {
    term *= ((n - count) / (count + 1)) * (share / (1 - share));
  }
  return term;
}

/** Logarithms with the deviation of usability tests, about 0.5 to 0.7; the middle is 44 s for mean and median alike. */
function times(n: number): number {
  return simulated((chance) => holds(averageTime(someTimes(n, { chance })), 44_000));
}

/** Times of which the second group's vary half as much more, and are a third longer. */
function timeRatio(first: number, second: number): number {
  return simulated((chance) => {
    const longer = someTimes(second, { chance, deviation: 0.9 }).map((ms) => (4 * ms) / 3);
    return holds(ratioOfTimes(someTimes(first, { chance }), longer), 3 / 4);
  });
}

function someTimes(n: number, { chance, deviation = 0.6 }: { chance: Chance; deviation?: number }) {
  return Array.from({ length: n }, () => 44_000 * Math.exp(deviation * normal(chance)));
}

/** Most people find it easy: answers from 1 to 7 with these shares. */
const EASE = [0.02, 0.04, 0.06, 0.12, 0.24, 0.34, 0.18];

/** Another group, of which some find it hard. */
const HARDER = [0.1, 0.12, 0.14, 0.18, 0.2, 0.16, 0.1];
const SCALE = { low: 1, high: 7 };

function ease(n: number): number {
  return simulated((chance) =>
    holds(meanOnScale(answersOf(EASE, n, chance), SCALE), meanAnswer(EASE)),
  );
}

function easeDifference(first: number, second: number): number {
  return simulated((chance) => {
    const groups = [answersOf(EASE, first, chance), answersOf(HARDER, second, chance)] as const;
    return holds(welchOnScale(groups, SCALE), meanAnswer(EASE) - meanAnswer(HARDER));
  });
}

function meanAnswer(shares: readonly number[]): number {
  return shares.reduce((sum, share, at) => sum + share * (at + 1), 0);
}

function answersOf(shares: readonly number[], n: number, chance: Chance): number[] {
  return Array.from({ length: n }, () => oneOf(shares, chance()) + 1);
}

/** Answers to an item of the SUS, in the direction of its praise, from 1 to 5. */
const PRAISE = [0.05, 0.1, 0.2, 0.4, 0.25];

function sus(n: number): number {
  const item = PRAISE.reduce((sum, share, at) => sum + share * at, 0);
  const score = (chance: Chance) =>
    susScore(
      Array.from({ length: SUS_ITEMS }, (_, at) => {
        const praise = oneOf(PRAISE, chance()) + 1;
        return at % 2 === 0 ? praise : 6 - praise;
      }),
    );
  return simulated((chance) =>
    holds(scoreAverage(Array.from({ length: n }, () => score(chance))), 25 * item),
  );
}

/** Shares of the answers 0 to 10. */
const RECOMMENDED = [0.03, 0.01, 0.02, 0.03, 0.03, 0.08, 0.08, 0.15, 0.2, 0.17, 0.2];

const RARELY = [0.08, 0.04, 0.05, 0.06, 0.07, 0.14, 0.12, 0.16, 0.14, 0.08, 0.06];

function promoters(n: number): number {
  return simulated((chance) => holds(promotersOf(RECOMMENDED, n, chance), scoreOf(RECOMMENDED)));
}

function promoterDifferences(n: number): number {
  return simulated((chance) => {
    const [one, other] = [promotersOf(RECOMMENDED, n, chance), promotersOf(RARELY, n, chance)];
    return holds(promoterDifference(one, other), scoreOf(RECOMMENDED) - scoreOf(RARELY));
  });
}

function scoreOf(shares: readonly number[]): number {
  const share = (from: number, to: number) =>
    shares.slice(from, to + 1).reduce((sum, each) => sum + each, 0);
  return 100 * (share(9, 10) - share(0, 6));
}

function promotersOf(shares: readonly number[], n: number, chance: Chance) {
  return netPromoter(Array.from({ length: n }, () => oneOf(shares, chance())));
}

function simulated(isHeld: (chance: Chance) => boolean): number {
  const random = randomNumbers(20_261_122);
  const chance = () => (random(2 ** 32) + 0.5) / 2 ** 32;
  let held = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) if (isHeld(chance)) held += 1;
  return held / SAMPLES;
}

/** Standard normal (Box and Muller 1958). */
function normal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(chance())) * Math.cos(2 * Math.PI * chance());
}

function oneOf(shares: readonly number[], drawn: number): number {
  let below = 0;
  return shares.findIndex((share) => {
    below += share;
    return drawn < below;
  });
}

/** Rounding must not put a true value outside of an end that it equals. */
function holds(interval: Held | null, value: number): boolean {
  const { low = null, high = null } = interval ?? {};
  return low !== null && high !== null && low <= value + 1e-12 && value <= high + 1e-12;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
