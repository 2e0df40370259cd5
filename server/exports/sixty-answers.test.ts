// Numbers of questions against a truth of its own: sixty people go through a study by a script, and results and exports
// say of them what follows from the script. Nothing of the product computes the truth.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Exported } from '#contract/exports.ts';
import type { ExportId } from '#contract/ids.ts';
import type { Moments } from '#contract/moments.ts';
import type { Average } from '#contract/numbers.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import type { AnswerTexts, QuestionResult } from '#contract/result-questions.ts';
import type { ResultChoices, ResultOverview } from '#contract/results.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { StepAnswer } from '#contract/step-answers.ts';
import type { Test } from '#contract/tests.ts';
import { sendAnswer, sendMessages } from '#testing/answered-study.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { answered, begin, change, end, type Message, press } from '#testing/messages.ts';
import { startSession } from '#testing/participant.ts';
import { randomNumbers } from '#testing/random-numbers.ts';
import { readCsv, readZip } from '#testing/read-zip.ts';
import { prepareExport } from './prepare-export.ts';

/** Numbers of the steps. Step 5 is shown to those who chose *daily* or *other* in step 1. */
const OFTEN = 1;
const FIND = 2;
const LIKED = 3;
const SUS = 4;
const WHY = 5;
const PAY = 6;
const NPS = 7;
const QUESTIONS = [OFTEN, LIKED, SUS, WHY, NPS];
const OPTIONS = { daily: 'Every day', weekly: '=Weekly', never: 'Never', other: 'Other' };

interface Choice {
  chosen: string[];
  other?: string;
}

interface Person {
  number: number;
  isExcluded: boolean;
  /** Questions that were shown, with everything that was sent, in this order; null takes an answer back. */
  sent: Map<number, (StepAnswer | null)[]>;
  /** Questions of which the moment of the answer was lost. */
  lost: Set<number>;
  /** The task in which they closed the tab. */
  leftIn: number | null;
}

const pick = randomNumbers(1996);

const randomAnswers: Record<number, () => StepAnswer> = {
  [OFTEN]: () => {
    if (pick(8) === 0) return { chosen: ['none'] };
    const chosen = Object.keys(OPTIONS).filter(() => pick(3) === 0);
    if (chosen.length === 0) return { chosen: ['weekly'] };
    return {
      chosen,
      ...(chosen.includes('other') && pick(4) > 0 ? { other: `Own ${pick(9)}` } : {}),
    };
  },
  [LIKED]: () => 1 + pick(7),
  [SUS]: () => Array.from({ length: 10 }, () => (pick(60) === 0 ? null : 1 + pick(5))),
  [WHY]: () => ['The map.', '‮abc', '=1+1', 'Zu teuer 🦩', 'Two\nlines'][pick(5)] ?? '',
  [NPS]: () => [pick(11)],
};

function randomSent(step: number): (StepAnswer | null)[] {
  const answer = () => randomAnswers[step]?.() ?? null;
  const kind = pick(10);
  if (kind === 0) return [];
  if (kind === 1) return [answer(), null];
  return kind < 4 ? [answer(), answer()] : [answer()];
}

function randomPerson(number: number): Person {
  const sent = new Map<number, (StepAnswer | null)[]>();
  const lost = new Set<number>();
  const leftIn = [FIND, PAY, null, null, null][pick(5)] ?? null;
  for (const step of QUESTIONS) {
    const chosen = (sent.get(OFTEN)?.at(-1) as Choice | undefined | null)?.chosen ?? [];
    if (leftIn !== null && step > leftIn) continue;
    if (step === WHY && !chosen.includes('daily') && !chosen.includes('other')) continue;
    sent.set(step, randomSent(step));
    if (pick(12) === 0) lost.add(step);
  }
  return { number, isExcluded: number % 25 === 7, sent, lost, leftIn };
}

const everyone = Array.from({ length: 60 }, (_, at) => randomPerson(at + 1));
const people = everyone.filter(({ isExcluded }) => !isExcluded);

function messagesOf({ number, sent, lost, leftIn }: Person): Message[] {
  return [1, 2, 3, 4, 5, 6, 7].flatMap((step) => {
    const at = step * 1000;
    if (leftIn !== null && step > leftIn) return [];
    if (step === FIND || step === PAY) {
      const start = [begin(at, step), press(at + 200, '1:2')];
      return step === leftIn ? start : [...start, change(at + 400, '700:1'), end(at + 900, step)];
    }
    const answers = sent.get(step);
    if (!answers) return [];
    const moments = answers.length > 0 && !lost.has(step) ? [answered(at + 500, step)] : [];
    return [...beginOf(number, step, moments), ...moments, end(at + 900, step)];
  });
}

/** The messages that a question was shown are lost for every fourth person, where another says that it was answered. */
function beginOf(person: number, step: number, moments: readonly Message[]): Message[] {
  return moments.length > 0 && person % 4 === 0 ? [] : [begin(step * 1000, step)];
}

/** Another client also answers questions that its person was not shown. */
const OUT_OF_TURN = 'Out of turn';
const outOfTurn = new Map<number, StepAnswer>([
  [WHY, OUT_OF_TURN],
  [NPS, [10]],
]);

// The truth.

const answerOf = ({ sent }: Person, step: number) => sent.get(step)?.at(-1) ?? null;
const wasShown = (step: number) => people.filter(({ sent }) => sent.has(step));
const whoAnswered = (step: number) => people.filter((person) => answerOf(person, step) !== null);
const chosenBy = (person: Person) => (answerOf(person, OFTEN) as Choice | null)?.chosen ?? [];
const chose = (word: string) => (person: Person) => chosenBy(person).includes(word);

/** Scores as Brooke 1996 says; null for a sheet with an item left out. */
function susOf(person: Person): number | null {
  const items = answerOf(person, SUS) as (number | null)[] | null;
  if (!items || items.includes(null)) return null;
  const [a, b, c, d, e, f, g, h, i, j] = items as number[] as [
    ...[number, number, number, number, number],
    ...[number, number, number, number, number],
  ];
  return (a + c + e + g + i - 5 + (25 - (b + d + f + h + j))) * 2.5;
}

/** Wilson's interval as the roots of (p − share)² = z² p (1 − p) / n. */
function wilsonOf(k: number, n: number): number[] {
  const zz = 1.959964 ** 2;
  const [a, b, c] = [1 + zz / n, -(2 * k + zz) / n, (k / n) ** 2];
  const root = Math.sqrt(b * b - 4 * a * c);
  return [k / n, (-b - root) / (2 * a), (-b + root) / (2 * a)];
}

/** The 97.5 % quantiles of Student's t for 20 to 59 degrees of freedom, from the printed table. */
const T_FROM = 20;
const T = [
  ...[2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045],
  ...[2.042, 2.04, 2.037, 2.035, 2.032, 2.03, 2.028, 2.026, 2.024, 2.023],
  ...[2.021, 2.02, 2.018, 2.017, 2.015, 2.014, 2.013, 2.012, 2.011, 2.01],
  ...[2.009, 2.008, 2.007, 2.006, 2.005, 2.004, 2.003, 2.002, 2.002, 2.001],
];

function meanOf(values: readonly number[]): number[] {
  const n = values.length;
  const mean = values.reduce((sum, one) => sum + one, 0) / n;
  const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (n - 1);
  const reach = (T[n - 1 - T_FROM] ?? Number.NaN) * Math.sqrt(variance / n);
  return [n, mean, mean - reach, mean + reach];
}

const numbersOf = (step: number) =>
  people.flatMap((person) => [answerOf(person, step)].flat() as (number | null)[]);
const countOf = (values: readonly unknown[], value: unknown) =>
  values.filter((one) => one === value).length;

// The product.

let app: TestApp;
let owner: TestClient;
let test: Test;
/** Sessions by number. */
const sessions = new Map<number, StartedSession>();

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  const figmaUrl = app.parts.samplePrototypeUrl ?? '';
  const goal = { kind: 'screens', screens: ['700:1'], routes: [] };
  const options = Object.entries(OPTIONS).map(([id, text]) => ({ id, text }));
  const question = (text: string, form: object, more: object = {}) => ({
    ...{ kind: 'question', question: text, isRequired: false, form, ...more },
  });
  const choice = { type: 'several', options: options.slice(0, 3), shuffled: true };
  const task = (text: string) => ({ kind: 'task', task: text, figmaUrl, goal });
  const steps = [
    question('How often?', { ...choice, other: true, none: true }),
    task('Find'),
    question('How was it?', { type: 'scale', points: 7, low: 'Bad', high: 'Good' }),
    { kind: 'set', set: 'sus', isRequired: false },
    question('Why?', { type: 'long_text' }, { shownWhen: { at: 1, is: ['daily', 'other'] } }),
    task('Pay'),
    { kind: 'set', set: 'nps', isRequired: false },
  ];
  const form = { name: 'Shop', task: 'Find', figmaUrl, steps };
  test = successBody<Test>(await owner.post('/api/tests', form));
  for (const person of everyone) {
    const session = await startSession(app.anyone, test, { name: `Person ${person.number}` });
    sessions.set(person.number, session);
    for (const [step, answers] of person.sent) {
      for (const answer of answers) await sendAnswer(app.anyone, session, { step, answer });
    }
    for (const [step, answer] of outOfTurn) {
      if (!person.sent.has(step)) await sendAnswer(app.anyone, session, { step, answer });
    }
    await sendMessages(app.anyone, test, { session, messages: messagesOf(person) });
    if (!person.isExcluded) continue;
    const exclusion = { reason: 'A colleague.', basedOn: null };
    successBody(await owner.put(`/api/recordings/${session._id}/exclusion`, exclusion));
  }
});
afterAll(() => app.close());

const ask = async <T>(call: string, query = '') =>
  successBody<T>(await owner.get(`/api/tests/${test._id}/results/${call}?${query}`));
const questionOf = (step: number, query = '') => ask<QuestionResult>(`questions/${step}`, query);

function expectClose(found: readonly (number | null | undefined)[], truth: readonly number[]) {
  expect(found.length).toBe(truth.length);
  for (const [at, value] of truth.entries()) expect(found[at]).toBeCloseTo(value, 2);
}

function expectMean(average: Average | null, values: readonly number[]) {
  expectClose([average?.n, average?.value, average?.low, average?.high], meanOf(values));
}

it('the script has everything that people do', () => {
  const plans = people.flatMap(({ sent }) => [...sent.values()]);
  expect(plans.filter((sent) => sent.length === 0).length).toBeGreaterThan(5);
  expect(plans.filter((sent) => sent.length === 2 && sent[1] === null).length).toBeGreaterThan(5);
  expect(plans.filter((sent) => sent.length === 2 && sent[1] !== null).length).toBeGreaterThan(5);
  expect(
    countOf(
      people.map(({ leftIn }) => leftIn),
      FIND,
    ),
  ).toBeGreaterThan(5);
  expect(
    people.filter(({ leftIn, sent }) => leftIn !== FIND && !sent.has(WHY)).length,
  ).toBeGreaterThan(5);
  for (const step of outOfTurn.keys()) {
    expect(people.filter(({ sent }) => !sent.has(step)).length).toBeGreaterThan(5);
  }
  expect(people.length).toBeLessThan(60);
});

it.each(QUESTIONS)('step %i has its people, alone and in the overview', async (step) => {
  const truth = [wasShown(step).length, whoAnswered(step).length];
  const { visitors, answered: count } = await questionOf(step);
  expect([visitors, count]).toEqual(truth);
  const { questions } = await ask<ResultOverview>('overview');
  const line = questions.find(({ question }) => question.number === step);
  expect([line?.visitors, line?.answered]).toEqual(truth);
});

it('options have their people, and shares with intervals', async () => {
  const { options } = await questionOf(OFTEN);
  const n = whoAnswered(OFTEN).length;
  expect(options?.map(({ word }) => word)).toEqual([...Object.keys(OPTIONS), 'none']);
  for (const { word, people: count, share } of options ?? []) {
    const k = people.filter(chose(word)).length;
    expect([word, count, share.k, share.n]).toEqual([word, k, k, n]);
    expectClose([share.share, share.low, share.high], wilsonOf(k, n));
  }
});

it('the scale has its counts and its mean', async () => {
  const { values, average } = await questionOf(LIKED);
  const numbers = numbersOf(LIKED).filter((one) => one !== null);
  expect(values?.map(({ from, people: count }) => [from, count])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((point) => [point, countOf(numbers, point)]),
  );
  expectMean(average, numbers);
});

it('SUS has its mean of complete sheets, and counts by item', async () => {
  const { average, items } = await questionOf(SUS);
  const scores = people.flatMap((person) => susOf(person) ?? []);
  expect(scores.length).toBeLessThan(whoAnswered(SUS).length);
  expectMean(average, scores);
  const sheets = people.flatMap((person) => {
    const sheet = answerOf(person, SUS);
    return sheet === null ? [] : [sheet as (number | null)[]];
  });
  for (const at of Array(10).keys()) {
    const given = sheets.map((sheet) => sheet[at]);
    expect(items?.[at]).toEqual([1, 2, 3, 4, 5].map((point) => countOf(given, point)));
  }
});

it('NPS has its score with the adjusted Wald interval', async () => {
  const { netPromoter } = await questionOf(NPS);
  const numbers = numbersOf(NPS).filter((one) => one !== null);
  const n = numbers.length;
  const up = numbers.filter((one) => one > 8).length;
  const down = numbers.filter((one) => one < 7).length;
  // Rocks 2016: three more people, 3/4 of them at each end.
  const [p, q] = [(up + 0.75) / (n + 3), (down + 0.75) / (n + 3)];
  const reach = 1.959964 * Math.sqrt((p + q - (p - q) ** 2) / (n + 3));
  expect(netPromoter).toMatchObject({
    n,
    promoters: up,
    detractors: down,
    passives: n - up - down,
  });
  expectClose(
    [netPromoter?.score, netPromoter?.low, netPromoter?.high],
    [(100 * (up - down)) / n, 100 * (p - q - reach), 100 * (p - q + reach)],
  );
});

const within = (from: number, to: number) => (one: unknown) =>
  typeof one === 'number' && one >= from && one <= to;
const isLiked = (person: Person) => within(5, 7)(answerOf(person, LIKED));
const filters: [string, (person: Person) => boolean][] = [
  ['1:daily', chose('daily')],
  ['1:daily,1:none', (person) => chose('daily')(person) || chose('none')(person)],
  ['1:daily,3:5..7', (person) => chose('daily')(person) && isLiked(person)],
  ['4:50..100', (person) => within(50, 100)(susOf(person))],
  [
    '4:40..100,7:0..6',
    (person) => within(40, 100)(susOf(person)) && within(0, 6)([answerOf(person, NPS)].flat()[0]),
  ],
  ['5:skipped', (person) => person.sent.has(WHY) && answerOf(person, WHY) === null],
  ['5:answered', (person) => answerOf(person, WHY) !== null],
  [
    '1:other,5:skipped',
    (person) => chose('other')(person) && person.sent.has(WHY) && answerOf(person, WHY) === null,
  ],
];

it.each(filters)('the filter answer=%s leaves its people', async (answer, fits) => {
  const truth = people.filter(fits);
  expect(truth.length).toBeGreaterThan(0);
  const { people: found, total } = await ask<ResultChoices>('choices', `answer=${answer}`);
  expect([found, total]).toEqual([truth.length, people.length]);
  const { visitors, answered: count } = await questionOf(LIKED, `answer=${answer}`);
  expect([visitors, count]).toEqual([
    truth.filter(({ sent }) => sent.has(LIKED)).length,
    truth.filter((person) => answerOf(person, LIKED) !== null).length,
  ]);
});

it('the choices have the people of the questions’ results', async () => {
  const { questions } = await ask<ResultChoices>('choices');
  const choices = new Map(
    questions.flatMap((of) => of.answers).map(({ answer, people: count }) => [answer, count]),
  );
  for (const word of [...Object.keys(OPTIONS), 'none']) {
    expect([word, choices.get(`${OFTEN}:${word}`)]).toEqual([
      word,
      people.filter(chose(word)).length,
    ]);
  }
  const tens = whoAnswered(NPS).filter((person) => [answerOf(person, NPS)].flat()[0] === 10).length;
  expect(choices.get(`${NPS}:10..10`)).toBe(tens);
});

it('an answer to a question that was not shown is found by no words and on no page', async () => {
  const words = `text=${encodeURIComponent(OUT_OF_TURN)}`;
  expect((await ask<ResultChoices>('choices', words)).people).toBe(0);
  const person = people.find(({ sent }) => !sent.has(WHY));
  const { userTimestamp } = sessions.get(person?.number ?? 0) ?? { userTimestamp: '' };
  const names = ['Acme', 'Shop', userTimestamp].map(encodeURIComponent).join('/');
  const page = successBody<RecordingDetail>(
    await owner.get(`/api/tests/${test.uniqueId}/${test._id}/${names}`),
  );
  expect(page.questions.map(({ question }) => question.number)).toEqual([
    ...(person?.sent.keys() ?? []),
  ]);
});

it('texts are those that were written last', async () => {
  const texts = async (step: number) => {
    const { total, items } = await ask<AnswerTexts>(`questions/${step}/texts`);
    expect(total).toBe(items.length);
    return items.map(({ number, text }) => [number, text]);
  };
  const written = (step: number, read: (answer: StepAnswer | null) => unknown) =>
    people.toReversed().flatMap((person) => {
      const text = read(answerOf(person, step));
      return typeof text === 'string' ? [[person.number, text]] : [];
    });
  expect(await texts(WHY)).toEqual(written(WHY, (answer) => answer));
  expect(await texts(OFTEN)).toEqual(written(OFTEN, (answer) => (answer as Choice | null)?.other));
});

describe('behind a bar are its people, at the moment of their answer', () => {
  it.each([
    [OFTEN, '1:weekly', chose('weekly')],
    [OFTEN, '1:skipped', (person: Person) => answerOf(person, OFTEN) === null],
    [LIKED, '3:6..6', (person: Person) => answerOf(person, LIKED) === 6],
    [WHY, '', (person: Person) => answerOf(person, WHY) !== null],
  ])('step %i, answer %s', async (...[step, answer, fits]) => {
    const query = `of=answered&step=${step}&limit=50${answer && `&answer=${answer}`}`;
    const { items } = await ask<Moments>('moments', query);
    const truth = wasShown(step).filter(fits);
    expect(truth.length).toBeGreaterThan(0);
    expect(items.map(({ number, atMs }) => [number, atMs])).toEqual(
      truth.map(({ number, sent, lost }) => {
        const hasMoment = !lost.has(step) && (sent.get(step) ?? []).length > 0;
        return [number, step * 1000 + (hasMoment ? 500 : 0)];
      }),
    );
  });
});

/** Rows of answers.csv for a question of a person: session, question, answer, own words and number. */
function exportedRows(person: Person, step: number): string[][] {
  const { number: session } = person;
  const answer = answerOf(person, step);
  const column = `question_${step}`;
  if (step === SUS || step === NPS) {
    const length = step === SUS ? 10 : 1;
    const items = (answer ?? Array(length).fill(null)) as (number | null)[];
    return items.map((item, at) => {
      const text = `${item ?? ''}`;
      return [`${session}`, `${column}_${at + 1}`, text, '', text];
    });
  }
  if (step === OFTEN) {
    const { chosen, other } = (answer as Choice | null) ?? { chosen: [] };
    const texts: Record<string, string> = { ...OPTIONS, none: 'None of these' };
    const text = chosen
      .map((word) => texts[word])
      .join('; ')
      .replace(/(^|;)(?= ?=)/, "$1'");
    return [[`${session}`, column, text, other ?? '', '']];
  }
  const text = `${answer ?? ''}`;
  const safe = text.startsWith('=') ? `'${text}` : text;
  return [[`${session}`, column, safe, '', step === LIKED ? text : '']];
}

it('answers.csv has a row for each question that was shown, of excluded people too', async () => {
  const takes = { names: false, videos: false, heatmaps: false, messages: false };
  const { id } = successBody<Exported>(await owner.post(`/api/tests/${test._id}/exports`, takes));
  await prepareExport(app.parts, { exportId: id as ExportId });
  const archive = await owner.fetch(`/api/exports/${id}/archive`);
  const files = await readZip(Buffer.from(await archive.arrayBuffer()));
  const ofSessions = readCsv(files.get('sessions.csv'));
  expect(ofSessions.map((row) => row[`question_${WHY}`] !== '')).toEqual(
    everyone.map((person) => answerOf(person, WHY) !== null),
  );
  const rows = readCsv(files.get('answers.csv'));
  expect(
    rows.map(({ session, question, answer, own_words, number }) => [
      ...[session, question, answer, own_words, number],
    ]),
  ).toEqual(
    everyone.flatMap((person) =>
      [...person.sent.keys()].flatMap((step) => exportedRows(person, step)),
    ),
  );
});
