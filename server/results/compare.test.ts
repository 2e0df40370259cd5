// results.compare against the same people counted in JavaScript, for each field of the filter, and over the steps of a study.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ComparedNumber,
  comparedField,
  type Measure,
  type ResultComparison,
} from '#contract/comparison.ts';
import { resultFilter } from '#contract/result-filter.ts';
import { resultChoices } from '#contract/results.ts';
import type { Test } from '#contract/tests.ts';
import { promoterDifference, ratioOfTimes, welchOnScale } from '#insight/numbers/difference.ts';
import { netPromoter } from '#insight/numbers/scores.ts';
import { differenceOf } from '#insight/numbers/share.ts';
import { createStudy, STUDY, type StudyAnswers, takeStudy } from '#testing/answered-study.ts';
import { successBody } from '#testing/client.ts';
import {
  filterPeople,
  isCounted,
  isSuccess,
  openWorld,
  outcomeOf,
  type Person,
  times,
  type World,
} from '#testing/reference-counts.ts';

let world: World;
let study: Test;

const sus = (odd: number, even: number) => Array.from({ length: 5 }, () => [odd, even]).flat();
/** Six people who would do it once more, and six who would not; two chose two options, one of them a third, two others the last. */
const answers: StudyAnswers[] = [7, 6, 6, 7, 5, 6, 3, 2, 4, 3, 1, 2].map((liked, at) => {
  const isHappy = at < 6;
  const usual = at % 6 === 5 ? ['daily', 'weekly'] : [isHappy ? 'daily' : 'weekly'];
  const chosen = [...usual, ...(at > 9 ? ['never'] : at > 8 ? ['other'] : [])];
  return {
    [STUDY.often]: { chosen, ...(chosen.includes('other') && { other: 'Hourly' }) },
    [STUDY.liked]: liked,
    [STUDY.again]: isHappy,
    [STUDY.amount]: 10 * liked,
    [STUDY.sus]: sus(isHappy ? 5 : 2, liked > 2 ? 1 : 4),
    [STUDY.umux]: [liked, 4],
    [STUDY.nps]: [isHappy ? 10 - (at % 2) * 3 : at - 4],
  };
});

beforeAll(async () => {
  world = await openWorld();
  const { app, owner } = world;
  study = await createStudy(owner, app.parts.samplePrototypeUrl ?? '');
  for (const [at, given] of answers.entries()) {
    await takeStudy(app.anyone, study, { name: `Person ${at}`, answers: given });
  }
});
afterAll(() => world.app.close());

const compare = async (query: Record<string, string>) =>
  world.ask<ResultComparison>('/comparison', new URLSearchParams(query).toString());
const compareStudy = async (query: Record<string, string>) =>
  successBody<ResultComparison>(
    await world.owner.get(
      `/api/tests/${study._id}/results/comparison?${new URLSearchParams(query)}`,
    ),
  );
const numberOf = ({ steps: [step] }: ResultComparison, measure: Measure) =>
  step?.numbers.find((number) => number.measure === measure);

/** A value of each field with another one, and a filter beside them. */
const pairs: [field: string, a: string, b: string, filter?: string][] = [
  ['revision', '1', '2'],
  ['revision', '2', '1', 'from=2026-03-02'],
  ['device', 'Firefox on Windows', 'Chrome on macOS'],
  ['answer', 'easy', 'hard'],
  ['answer', 'did_it', 'easy'],
  ['tag', 'price', 'list', 'revision=all'],
  ['screen', '2', '3'],
  ['text', 'ada', 'bob', 'revision=all'],
  ['days', '2026-03-01..2026-03-03', '2026-03-04..', 'revision=all'],
  ['days', '2026-03-02', '..2026-03-02'],
];

const EASE = { low: 1, high: 7 };

describe.each(pairs)('%s %s and %s', (field, a, ...[b, filter = '']) => {
  const groupOf = (value: string) => {
    const query = new URLSearchParams(filter);
    if (field === 'days') {
      const [from = '', to = from] = value.split('..');
      if (from) query.set('from', from);
      if (to) query.set('to', to);
    } else query.set(field, value);
    return filterPeople(world.all, query.toString());
  };
  const ask = () => compare({ field, a, b, ...Object.fromEntries(new URLSearchParams(filter)) });

  it('has the numbers of both groups with their differences', async () => {
    const comparison = await ask();
    const [one, other] = [groupOf(a), groupOf(b)];
    expect(comparison).toMatchObject({
      field,
      a: { value: a, people: one.kept.length },
      b: { value: b, people: other.kept.length },
    });
    const common = one.answering.filter((person) => other.answering.includes(person)).length;
    expect(comparison.steps).toMatchObject([{ a: 1, b: 1, inBoth: common }]);
    const differenceIf = <T>(difference: T) => (common > 0 ? null : difference);
    const shares: [Measure, (person: Person) => boolean][] = [
      ['success', isSuccess],
      ['gave_up', (person) => outcomeOf(person) === 'gave_up'],
      ['left', (person) => outcomeOf(person) === 'left'],
    ];
    for (const [measure, isIt] of shares) {
      const [first, second] = [one.kept, other.kept].map((people) => ({
        k: people.filter(isIt).length,
        n: people.filter(isCounted).length,
      }));
      if (!first || !second) throw new Error('two groups');
      if (measure !== 'success' && first.k + second.k === 0) continue;
      expect(numberOf(comparison, measure)).toMatchObject({
        ...{ unit: 'share', a: first, b: second },
        difference: differenceIf(differenceOf(first, second)),
      });
    }
    const ease = (people: Person[]) => people.flatMap(({ answers }) => answers?.ease ?? []);
    const eases = [ease(one.answering), ease(other.answering)] as const;
    const easeNumber = numberOf(comparison, 'ease');
    expect([easeNumber?.a.n, easeNumber?.b.n]).toEqual(eases.map(({ length }) => length));
    const isEnough = Math.min(...eases.map(({ length }) => length)) >= 5;
    expectNear(easeNumber, differenceIf(isEnough ? welchOnScale(eases, EASE) : null));
    const [first, second] = [times(one.kept), times(other.kept)];
    const isTimed = Math.min(first.length, second.length) >= 5;
    expectNear(
      numberOf(comparison, 'time_to_goal'),
      differenceIf(isTimed ? ratioOfTimes(first, second) : null),
    );
  });

  it('has the opposite differences the other way round', async () => {
    const [there, back] = [
      await ask(),
      await compare({ field, a: b, b: a, ...Object.fromEntries(new URLSearchParams(filter)) }),
    ];
    const [success, opposite] = [numberOf(there, 'success'), numberOf(back, 'success')];
    expect(success?.difference?.low ?? null).toEqual(
      opposite?.difference ? expect.closeTo(-opposite.difference.high, 10) : null,
    );
  });
});

/** Sums of the database add in another order. */
function expectNear(number: ComparedNumber | undefined, difference: ComparedNumber['difference']) {
  const near = difference && {
    value: expect.closeTo(difference.value, 8),
    low: expect.closeTo(difference.low, 8),
    high: expect.closeTo(difference.high, 8),
    isShown: difference.isShown,
  };
  expect(number?.difference).toEqual(near);
}

it('knows each field of the filter but the task, the ends of the days and their zone', () => {
  const others = ['step', 'zone', 'from', 'to'];
  const fields = Object.keys(resultFilter.shape).filter((field) => !others.includes(field));
  expect(comparedField.options).toEqual([...fields, 'days']);
});

it('has no shares of outcomes for people who were chosen by their outcome', async () => {
  const comparison = await compare({ field: 'outcome', a: 'direct', b: 'indirect,left' });
  const measures = comparison.steps[0]?.numbers.map(({ measure }) => measure);
  expect(measures).toEqual(expect.arrayContaining(['time_on_task', 'ease']));
  expect(measures).not.toEqual(expect.arrayContaining(['success']));
  expect(measures).not.toEqual(expect.arrayContaining(['left']));
  expect(comparison).toMatchObject({ steps: [{ inBoth: 0 }] });
});

it('counts people as in both whose outcome is in both groups', async () => {
  const inBoth = async (a: string, b: string) =>
    (await compare({ field: 'outcome', a, b })).steps[0]?.inBoth;
  const direct = filterPeople(world.all, 'outcome=direct').kept.length;
  expect(direct).toBeGreaterThan(0);
  expect(await inBoth('direct', 'direct,left')).toBe(direct);
  expect(await inBoth('direct,left', 'indirect,direct')).toBe(direct);
});

it('replaces the value that the filter itself has', async () => {
  const query = { field: 'device', a: 'Firefox on Windows', b: 'Chrome on macOS' };
  expect(await compare({ ...query, device: 'Safari on macOS' })).toEqual(await compare(query));
});

it('has no group smaller than five in a difference', async () => {
  const comparison = await compare({ field: 'text', a: 'nothing like it', b: 'a' });
  expect(comparison.a.people).toBe(0);
  expect(comparison.steps[0]?.numbers.map(({ difference }) => difference)).toEqual(
    comparison.steps[0]?.numbers.map(() => null),
  );
});

describe('a study', () => {
  const happy = { field: 'answer', a: '4:yes', b: '4:no' };
  const wordsOf = ({ steps: [step] }: ResultComparison) =>
    step?.numbers.map(({ option }) => option?.word);

  it('has a line for each task and question, by their own calculations', async () => {
    const { steps, a, b } = await compareStudy(happy);
    expect([a.people, b.people]).toEqual([6, 6]);
    expect(steps.map((step) => [step.a, step.b, step.inBoth])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((step) => [step, step, 0]),
    );
    const measures = steps.map(({ numbers }) => numbers.map(({ measure }) => measure));
    expect(measures).toEqual([
      ['success', 'time_to_goal'],
      ['option', 'option', 'option'],
      ['answer'],
      ['option'],
      ...[['answer'], ['sus'], ['umux_lite'], ['nps']],
    ]);
    const [, often, liked, again, amount, score, , nps] = steps;
    expect(often?.numbers.map(({ option, a, b }) => [option?.text, a.k, b.k])).toEqual([
      ['DAILY', 6, 1],
      ['WEEKLY', 1, 6],
      ['NEVER', 0, 2],
    ]);
    expect(steps.map(({ moreOptions }) => moreOptions)).toEqual([0, 1, 0, 0, 0, 0, 0, 0]);
    const [first, second] = [
      [7, 6, 6, 7, 5, 6],
      [3, 2, 4, 3, 1, 2],
    ];
    expectNear(liked?.numbers[0], welchOnScale([first, second], EASE));
    expect(again?.numbers[0]?.difference).toEqual(differenceOf({ k: 6, n: 6 }, { k: 0, n: 6 }));
    expect(amount?.numbers[0]).toMatchObject({
      scale: null,
      a: { n: 6, value: expect.closeTo(370 / 6) },
    });
    // The happy ones have SUS 100; the others 62.5 and 25.
    expect(score?.numbers[0]).toMatchObject({
      ...{
        unit: 'mean',
        scale: { low: 0, high: 100 },
        a: { n: 6, value: 100 },
        b: { n: 6, value: 43.75 },
      },
      difference: { value: 56.25, isShown: true },
    });
    const promoters = [
      [10, 7, 10, 7, 10, 7],
      [2, 3, 4, 5, 6, 7],
    ].map(netPromoter);
    const [one, other] = promoters;
    expect(nps?.numbers[0]?.difference).toEqual(one && other && promoterDifference(one, other));
  });

  it('has choices that pages accept, although scores of UMUX-Lite have endless places', async () => {
    const choices = await world.owner.get(`/api/tests/${study._id}/results/choices`);
    const { questions } = resultChoices.parse(choices.body);
    const given = questions.find(({ question }) => question.number === STUDY.umux)?.answers;
    expect(Object.fromEntries(given?.map(({ answer, people }) => [answer, people]) ?? [])).toEqual({
      ...{ '7:25..25': 1, '7:50..50': 1, '7:75..75': 2 },
    });
  });

  it('has all options of one question', async () => {
    const { steps } = await compareStudy({ ...happy, step: String(STUDY.often) });
    expect(steps.map(({ a, text }) => [a, text])).toEqual([[STUDY.often, 'How often?']]);
    expect(wordsOf(await compareStudy({ ...happy, step: String(STUDY.often) }))).toEqual([
      ...['daily', 'weekly', 'never', 'other'],
    ]);
  });

  it('has all numbers of one task', async () => {
    const { steps } = await compareStudy({ ...happy, step: String(STUDY.task) });
    expect(steps[0]?.numbers.map(({ measure }) => measure)).toEqual(
      expect.arrayContaining(['success', 'time_to_goal', 'time_on_task']),
    );
  });

  it('counts people who are in both groups, and then has no difference', async () => {
    const { steps } = await compareStudy({ field: 'answer', a: '2:daily', b: '2:weekly' });
    expect(steps.map(({ inBoth }) => inBoth)).toEqual(Array(8).fill(2));
    const numbers = steps.flatMap((step) => step.numbers);
    expect(numbers.every(({ difference }) => difference === null)).toBe(true);
    expect(steps[2]?.numbers[0]).toMatchObject({ a: { n: 7 }, b: { n: 7 } });
  });

  it('has no difference of one group and itself', async () => {
    const { steps } = await compareStudy({ field: 'revision', a: '1', b: '1' });
    expect(steps.map(({ inBoth }) => inBoth)).toEqual(Array(8).fill(12));
  });
});
