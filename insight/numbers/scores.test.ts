// Scores of published questionnaires, against their papers and by hand.
import { describe, expect, it } from 'vitest';
import {
  netPromoter,
  predictedSus,
  SUS_ITEMS,
  scoreAverage,
  susRank,
  susScore,
  umuxLiteScore,
} from './scores.ts';

describe('the System Usability Scale', () => {
  const sheets: [string, number[], number][] = [
    ['the best', [5, 1, 5, 1, 5, 1, 5, 1, 5, 1], 100],
    ['the worst', [1, 5, 1, 5, 1, 5, 1, 5, 1, 5], 0],
    ['the middle', Array<number>(SUS_ITEMS).fill(3), 50],
    ['all agreed to, which is the middle too', Array<number>(SUS_ITEMS).fill(5), 50],
    ['one step from the middle', [4, 3, 3, 3, 3, 3, 3, 3, 3, 3], 52.5],
  ];
  it.each(sheets)('scores %s', (_name, answers, score) => {
    expect(susScore(answers)).toBe(score);
  });

  /** Sheets that were published with their score: the answers in their order, and the score. */
  const published: [source: string, answers: string, score: number][] = [
    // J. Brooke (1996), SUS: a 'quick and dirty' usability scale, the example of a scored sheet.
    ['Brooke 1996', '5421232452', 55],
    // https://github.com/silleknarf/SUS, README.md, the example of its use.
    ['silleknarf/SUS', '4152514231', 85],
    // https://github.com/opencitations/heritrace, user_testing/results/aggregated_analysis/sus/sus_individual_scores.json.
    ['HERITRACE, sheet 1e', '4332333441', 60],
    ['HERITRACE, sheet 2e', '4222515141', 82.5],
    ['HERITRACE, sheet 3e', '4231422332', 65],
    ['HERITRACE, sheet 4e', '4231423232', 70],
    ['HERITRACE, sheet 5e', '4234425223', 62.5],
    ['HERITRACE, sheet 6e', '3151515151', 95],
    ['HERITRACE, sheet 7e', '4151513251', 90],
    ['HERITRACE, sheet 8e', '3151515141', 92.5],
    ['HERITRACE, sheet 9e', '5241415151', 92.5],
    ['HERITRACE, sheet 1t', '5142512141', 85],
    ['HERITRACE, sheet 2t', '4141513142', 85],
    ['HERITRACE, sheet 3t', '5152414241', 87.5],
    ['HERITRACE, sheet 4t', '4242411243', 67.5],
    ['HERITRACE, sheet 5t', '5254413252', 77.5],
    ['HERITRACE, sheet 6t', '5143514143', 82.5],
    ['HERITRACE, sheet 7t', '3251413152', 82.5],
    ['HERITRACE, sheet 8t', '4151515131', 92.5],
  ];
  it.each(published)('scores %s as published', (_source, answers, score) => {
    expect(susScore([...answers].map(Number))).toBe(score);
  });

  it('has the mean with its t-interval, within the scale', () => {
    // Mean 80, s² = 250, t(4) = 2.776: 80 ± 2.776 √(250/5).
    const average = scoreAverage([60, 70, 80, 90, 100]);
    expect([average.n, average.value]).toEqual([5, 80]);
    expect(average.low).toBeCloseTo(60.37, 2);
    expect(average.high).toBeCloseTo(99.63, 2);
    expect(scoreAverage([97.5, 100]).high).toBe(100);
  });

  const ranks: [number, string, number, string][] = [
    [100, 'A+', 96, 'best imaginable'],
    [84.1, 'A+', 96, 'excellent'],
    [84, 'A', 90, 'excellent'],
    [80.8, 'A', 90, 'excellent'],
    [80.7, 'A−', 85, 'excellent'],
    [78.9, 'A−', 85, 'excellent'],
    [77.2, 'B+', 80, 'good'],
    [74.1, 'B', 70, 'good'],
    [72.6, 'B−', 65, 'good'],
    [71.1, 'C+', 60, 'good'],
    [68, 'C', 41, 'good'],
    [64.95, 'C', 41, 'good'],
    [62.7, 'C−', 35, 'good'],
    [51.7, 'D', 15, 'OK'],
    [51.6, 'F', 0, 'OK'],
    [0, 'F', 0, 'worst imaginable'],
  ];
  it.each(ranks)('ranks %d among the published scores', (score, ...rank) => {
    const { grade, percentile, adjective } = susRank(score);
    expect([grade, percentile.low, adjective]).toEqual(rank);
  });
});

it('UMUX-Lite is scored, and predicts the SUS', () => {
  expect([umuxLiteScore([7, 7]), umuxLiteScore([1, 1])]).toEqual([100, 0]);
  expect(umuxLiteScore([6, 5])).toBeCloseTo(75, 10);
  expect(predictedSus(75)).toBeCloseTo(71.65, 10);
});

describe('the Net Promoter Score', () => {
  it('has the adjusted Wald interval', () => {
    // By hand: up 6.75/13, down 3.75/13; 0.2308 ± 1.96 √((0.8077 − 0.0533)/13).
    const { score, low, high, ...counts } = netPromoter([10, 10, 9, 9, 9, 10, 8, 6, 0, 3]);
    expect(counts).toEqual({ n: 10, promoters: 6, passives: 1, detractors: 3 });
    expect(score).toBe(30);
    expect(low).toBeCloseTo(-24.14, 1);
    expect(high).toBeCloseTo(70.29, 1);
  });

  it('stays on its scale, and says nothing of no one', () => {
    expect(netPromoter([10, 10])).toMatchObject({ score: 100, high: 100 });
    expect(netPromoter([0])).toMatchObject({ score: -100, low: -100 });
    expect(netPromoter([])).toMatchObject({ n: 0, score: null, low: null, high: null });
  });
});
