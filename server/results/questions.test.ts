// Results of questions and sets against numbers computed by hand; answers as a filter of every call.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Moments } from '#contract/moments.ts';
import type { RecordingDetail } from '#contract/recordings.ts';
import type { AnswerTexts, QuestionResult } from '#contract/result-questions.ts';
import type { ResultChoices, ResultOverview } from '#contract/results.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { createStudy, STUDY, type StudyAnswers, takeStudy } from '#testing/answered-study.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;
const sessions: StartedSession[] = [];

const sus = (odd: number, even: number) => [odd, even, odd, even, odd, even, odd, even, odd, even];
const people: StudyAnswers[] = [
  // SUS 100, 75, 50, 0 and an incomplete one; UMUX-Lite 100, 50, 0.
  {
    2: { chosen: ['daily'] },
    3: 7,
    4: true,
    5: 10,
    6: sus(5, 1),
    7: [7, 7],
    8: [10],
    9: 'The map.',
  },
  {
    2: { chosen: ['daily', 'other'], other: 'Hourly' },
    3: 6,
    4: true,
    5: 20,
    6: sus(4, 2),
    7: [4, 4],
    8: [9],
  },
  {
    2: { chosen: ['weekly'] },
    3: 6,
    4: true,
    5: 30.5,
    6: sus(3, 3),
    7: [1, 1],
    8: [9],
    9: 'Nothing',
  },
  { 2: { chosen: ['weekly', 'daily'] }, 3: 2, 4: false, 6: sus(1, 5), 8: [7] },
  { 2: { chosen: ['none'] }, 3: 4, 4: true, 6: [...sus(5, 1).slice(0, 9), null], 8: [3] },
  // Was not shown the scale and what follows.
  { 2: undefined, 3: null, 4: null, 5: null, 6: null, 7: null, 8: null, 9: null },
];

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  test = await createStudy(owner, app.parts.samplePrototypeUrl ?? '');
  for (const answers of people) {
    sessions.push(await takeStudy(app.anyone, test, { name: 'Ada', answers }));
  }
});
afterAll(() => app.close());

const ask = async <T>(call: string, query = '') =>
  successBody<T>(await owner.get(`/api/tests/${test._id}/results/${call}?${query}`));
const questionOf = (step: number, query = '') => ask<QuestionResult>(`questions/${step}`, query);
const rounded = (value: number | null | undefined) =>
  value === null || value === undefined ? null : Number(value.toFixed(2));

describe('the results of a question', () => {
  it('count people by option, of those who answered', async () => {
    const { visitors, answered, options, texts } = await questionOf(STUDY.often);
    expect([visitors, answered, texts]).toEqual([6, 5, 1]);
    expect(options?.map(({ word, text, people: of }) => [word, text, of])).toEqual([
      ['daily', 'DAILY', 3],
      ['weekly', 'WEEKLY', 2],
      ['never', 'NEVER', 0],
      ['other', 'Other', 1],
      ['none', 'None of these', 1],
    ]);
    // Wilson's interval of 3 of 5.
    const { share, low, high } = options?.[0]?.share ?? {};
    expect([share, low, high].map(rounded)).toEqual([0.6, 0.23, 0.88]);
  });

  it('have the mean of a scale, and count people who skipped it apart from those who never saw it', async () => {
    const { visitors, answered, values, average } = await questionOf(STUDY.liked);
    expect([visitors, answered]).toEqual([5, 5]);
    expect(values?.map(({ people: of }) => of)).toEqual([0, 1, 0, 1, 0, 2, 1]);
    // 7, 6, 6, 2, 4: mean 5, s = 2, t(4) = 2.776: 5 ± 2.48.
    expect([average?.value, average?.low, average?.high].map(rounded)).toEqual([5, 2.52, 7]);
    expect(
      (await questionOf(STUDY.again)).options?.map(({ word, people: of }) => [word, of]),
    ).toEqual([
      ['yes', 4],
      ['no', 1],
    ]);
  });

  it('have the mean of numbers, with each of a few', async () => {
    const { visitors, answered, values, average } = await questionOf(STUDY.amount);
    expect([visitors, answered]).toEqual([5, 3]);
    expect(values).toEqual([10, 20, 30.5].map((value) => ({ from: value, to: value, people: 1 })));
    expect(rounded(average?.value)).toBe(20.17);
  });

  it('score sets as published; an incomplete sheet has no score', async () => {
    const { answered, average, rank, items } = await questionOf(STUDY.sus);
    expect([answered, average?.n, average?.value]).toEqual([5, 4, 56.25]);
    expect(rank).toEqual({ grade: 'D', percentile: { low: 15, high: 34 }, adjective: 'OK' });
    expect(items?.map((counts) => counts.reduce((sum, of) => sum + of))).toEqual([
      ...Array(9).fill(5),
      4,
    ]);
    expect(items?.[0]).toEqual([1, 0, 1, 1, 2]);
    const umux = await questionOf(STUDY.umux);
    expect([umux.average?.value, umux.predictedSus]).toEqual([50, 55.4]);
    const nps = await questionOf(STUDY.nps);
    expect(nps.netPromoter).toMatchObject({
      ...{ n: 5, promoters: 3, passives: 1, detractors: 1, score: 40 },
    });
  });

  it('count texts, and know a step that is no question', async () => {
    expect(await questionOf(STUDY.words)).toMatchObject({ visitors: 5, answered: 2, texts: 2 });
    const { status, body } = await owner.get(`/api/tests/${test._id}/results/questions/1`);
    expect([status, Object.keys(body.fields)]).toEqual([400, ['step']]);
  });

  it('list texts in people’s own words, the newest first, and find some', async () => {
    const texts = async (query = '') =>
      (await ask<AnswerTexts>(`questions/${STUDY.words}/texts`, query)).items.map(
        ({ number, text, atMs }) => [...[number, text, atMs]],
      );
    expect(await texts()).toEqual([
      [3, 'Nothing', 9500],
      [1, 'The map.', 9500],
    ]);
    expect(await texts('search=MAP')).toEqual([[1, 'The map.', 9500]]);
    expect(await texts('cursor=3')).toEqual([[1, 'The map.', 9500]]);
    const others = await ask<AnswerTexts>(`questions/${STUDY.often}/texts`);
    expect(others).toMatchObject({ total: 1, items: [{ number: 2, text: 'Hourly', atMs: 2500 }] });
  });

  it('are refused by the calls of tasks', async () => {
    const { status, body } = await owner.get(`/api/tests/${test._id}/results?step=${STUDY.often}`);
    expect([status, body.fields]).toEqual([400, { step: 'This step is no task.' }]);
  });

  it('are of the people whom the filter leaves', async () => {
    expect(await questionOf(STUDY.liked, 'answer=2:daily')).toMatchObject({
      visitors: 3,
      answered: 3,
    });
  });
});

it('a recording has its answers with their moments', async () => {
  const session = sessions[1];
  const names = ['Acme', 'Shop', session?.userTimestamp ?? ''].map(encodeURIComponent).join('/');
  const { questions } = successBody<RecordingDetail>(
    await owner.get(`/api/tests/${test.uniqueId}/${test._id}/${names}`),
  );
  expect(
    questions.map(({ question, answeredAtMs, answer }) => [
      ...[question.number, answeredAtMs, answer],
    ]),
  ).toEqual([
    [2, 2500, { chosen: ['daily', 'other'], other: 'Hourly' }],
    [3, 3500, 6],
    [4, 4500, true],
    [5, 5500, 20],
    [6, 6500, sus(4, 2)],
    [7, 7500, [4, 4]],
    [8, 8500, [9]],
    [9, null, null],
  ]);
});

describe('answers as a filter', () => {
  it.each([
    ['2:daily', 3],
    ['2:daily,2:none', 4],
    ['2:daily,3:6..7', 2],
    ['2:skipped', 1],
    ['2:answered', 5],
    ['3:6..7', 3],
    ['4:no', 1],
    ['6:70..100', 2],
    ['8:9..10,4:yes,2:weekly', 1],
    ['5:-5..20.5', 2],
    ['99:yes', 0],
  ])('%s', async (answer, count) => {
    const { people: found, total } = await ask<ResultChoices>('choices', `answer=${answer}`);
    expect([found, total]).toEqual([count, 6]);
  });

  it('offers the answers that were given, with their people', async () => {
    const { questions } = await ask<ResultChoices>('choices');
    expect(questions.map(({ question }) => question.number)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    const of = questions.find(({ question }) => question.number === STUDY.often)?.answers;
    expect(new Set(of?.map(({ answer, people: count }) => `${answer} ${count}`))).toEqual(
      new Set(['2:daily 3', '2:weekly 2', '2:other 1', '2:none 1']),
    );
  });

  it('finds texts in people’s own words', async () => {
    const found = async (text: string) =>
      (await ask<ResultChoices>('choices', `text=${text}`)).people;
    expect([await found('hourly'), await found('MAP'), await found('daily')]).toEqual([1, 1, 0]);
  });

  it('opens its people at the second in which they answered', async () => {
    const moments = await ask<Moments>('moments', 'of=answered&step=2&answer=2:daily');
    expect(moments.items.map(({ number, atMs }) => [number, atMs])).toEqual([
      [1, 2500],
      [2, 2500],
      [4, 2500],
    ]);
    expect(moments).toMatchObject({
      title: expect.stringMatching(/^3 people answered ‘.*DAILY.*’$/),
      subtitle: expect.stringContaining('How often?'),
    });
    const skipped = await ask<Moments>('moments', 'of=answered&step=2&answer=2:skipped');
    expect(skipped.items.map(({ number, atMs }) => [number, atMs])).toEqual([[6, 2000]]);
  });
});

it('the overview has a line for each question', async () => {
  const { tasks, questions } = await ask<ResultOverview>('overview');
  expect(tasks).toHaveLength(1);
  expect(questions.map(({ question, answered }) => [question.number, answered])).toEqual([
    ...[
      [2, 5],
      [3, 5],
      [4, 5],
      [5, 3],
      [6, 5],
      [7, 3],
      [8, 5],
      [9, 2],
    ],
  ]);
});

it('an excluded person has no answers in the results', async () => {
  const [first] = sessions;
  const exclusion = { reason: 'A colleague.', basedOn: null };
  successBody(await owner.put(`/api/recordings/${first?._id}/exclusion`, exclusion));
  expect(await questionOf(STUDY.liked)).toMatchObject({ visitors: 4, answered: 4 });
});

describe('questions that the overview reads together', () => {
  let study: Test;
  let [ada, bea]: [string, string] = ['', ''];
  let year = 1100;
  // Each asks about another day before all sessions: the states that the statements set change no version of the results.
  const overview = async (query = '') => {
    year += 1;
    const path = `/api/tests/${study._id}/results/overview?from=${year}-01-01&${query}`;
    return successBody<ResultOverview>(await owner.get(path)).questions;
  };
  const peopleOf = async (query = '') =>
    (await overview(query)).map(({ question, visitors }) => [question.number, visitors]);

  beforeAll(async () => {
    study = await createStudy(owner, app.parts.samplePrototypeUrl ?? '');
    const take = async (name: string) =>
      (await takeStudy(app.anyone, study, { name, answers: { 3: 5, 4: true } }))._id;
    [ada, bea] = [await take('Ada'), await take('Bea')];
  });

  it('have each its own place in the order of a person', async () => {
    const orders = { [ada]: [STUDY.liked, STUDY.again], [bea]: [STUDY.again, STUDY.liked] };
    for (const [id, order] of Object.entries(orders)) {
      await sql`UPDATE sessions SET step_order = ${order}::int[] WHERE id = ${id}`.execute(
        app.parts.db,
      );
    }
    const first = await overview('turn=1');
    const withPeople = first.filter(({ visitors }) => visitors > 0);
    expect(withPeople.map(({ question, visitors }) => [question.number, visitors])).toEqual([
      [STUDY.liked, 1],
      [STUDY.again, 1],
    ]);
  });

  it('say whose numbers are those of the reading before', async () => {
    await sql`UPDATE readings SET version = version - 1 WHERE session_id = ${ada}`.execute(
      app.parts.db,
    );
    expect((await overview()).map(({ beingRead }) => beingRead)).toContain(1);
    await sql`UPDATE readings SET version = version + 1 WHERE session_id = ${ada}`.execute(
      app.parts.db,
    );
  });

  it('count an answer without a visit if no message could tell of one', async () => {
    const before = await peopleOf();
    expect(before).toContainEqual([STUDY.liked, 2]);
    await sql`DELETE FROM panel_visits WHERE step = ${STUDY.liked} AND session_id IN (${ada}, ${bea})`.execute(
      app.parts.db,
    );
    await sql`UPDATE sessions SET own_messages = 0 WHERE id = ${bea}`.execute(app.parts.db);
    expect(await peopleOf()).toContainEqual([STUDY.liked, 1]);
  });
});

it('are of a question that is no longer in the test too, after those of its newest revision', async () => {
  const { name, task, figmaUrl } = test;
  const steps = test.steps?.filter(({ number }) => number !== STUDY.liked && number !== STUDY.sus);
  successBody(await owner.put(`/api/tests/${test._id}`, { name, task, figmaUrl, steps }));
  const lines = async (query: string) =>
    (await ask<ResultOverview>('overview', query)).questions.map(({ question, answered }) => [
      question.number,
      answered,
    ]);
  const all = await lines('revision=1');
  expect(all.map(([step]) => step)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  const present = all.filter(([step]) => step !== STUDY.liked && step !== STUDY.sus);
  expect((await lines('')).map(([step]) => step)).toEqual(present.map(([step]) => step));
  const deleted = all.filter((line) => !present.includes(line));
  expect(await lines('revision=all')).toEqual([...present, ...deleted]);
  const answers = async (query: string) =>
    (await ask<ResultChoices>('choices', query)).questions.map(({ question, answers }) => ({
      step: question.number,
      answers,
    }));
  const chosen = await answers('revision=all');
  expect(chosen.map(({ step }) => step)).toEqual([...present, ...deleted].map(([step]) => step));
  const liked = chosen.find(({ step }) => step === STUDY.liked);
  expect(liked?.answers.length).toBeGreaterThan(0);
  expect((await answers('revision=1')).find(({ step }) => step === STUDY.liked)).toEqual(liked);
});
