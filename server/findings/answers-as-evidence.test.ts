// The answers to a question as evidence of a report: what its page shows, as it is now, for members and for visitors.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Finding, Report, ReportEvidence } from '#contract/findings.ts';
import type { ReportNumber } from '#contract/report-numbers.ts';
import type { QuestionResult } from '#contract/result-questions.ts';
import type { Test } from '#contract/tests.ts';
import { createStudy, STUDY, type StudyAnswers, takeStudy } from '#testing/answered-study.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { openAsVisitor, share } from '#testing/visitor.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;
let path: string;

const take = (answers: StudyAnswers) => takeStudy(app.anyone, test, { name: 'Ada', answers });

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  test = await createStudy(owner, app.parts.samplePrototypeUrl ?? '');
  path = `/api/tests/${test._id}`;
  await take({ 2: { chosen: ['daily'] }, 3: 7, 4: true, 8: [10], 9: 'The map.' });
  await take({ 2: { chosen: ['daily', 'weekly'] }, 3: 6, 4: true });
  await take({ 2: { chosen: ['weekly'] }, 3: 6, 4: false });
  await take({ 3: 2 });
});
afterAll(() => app.close());

const number = (filter: string, moments: string | null = null) => ({
  kind: 'number',
  number: { number: moments === null ? 'question' : 'people', filter, moments },
});
const add = async (...evidence: object[]) =>
  successBody<Finding>(await owner.post(`${path}/findings`, { sentence: 'Found', evidence }));
const report = async () => successBody<Report>(await owner.get(`${path}/report`));
const numberOf = (evidence: Finding['evidence'][number] | ReportEvidence | undefined) => {
  if (evidence?.kind !== 'number') throw new Error('no number');
  return evidence.number;
};
const numbersOf = ({ findings }: Report, id: string): ReportNumber[] => {
  const { evidence = [] } = findings.find((finding) => finding.id === id) ?? {};
  return evidence.map(numberOf);
};
const onPage = async (step: number, query = '') => {
  const { people, total, revision, outside, beingRead, items, ...picture } =
    successBody<QuestionResult>(await owner.get(`${path}/results/questions/${step}?${query}`));
  return { is: 'question', result: picture };
};

it('a question is what its page shows, and follows the answers', async () => {
  const added = await add(
    number(`step=${STUDY.often}`),
    number(`step=${STUDY.liked}&answer=${STUDY.often}:daily`),
    number(`step=${STUDY.nps}`),
  );
  const before = numberOf(added.evidence[0]);
  expect(before).toMatchObject({
    filter: `step=${STUDY.often}&revision=1`,
    title: 'How often?',
    subtitle: '3 people answered · 1 left it out',
    definition: expect.stringMatching(/of all who answered.*Wilson.*t-interval.*Rocks/),
    value: await onPage(STUDY.often),
  });
  expect(before.value).toMatchObject({ result: { answered: 3, visitors: 4 } });
  expect(numberOf(added.evidence[1]).value).toMatchObject({ result: { answered: 2 } });
  const { token } = await share(owner, test._id, { thing: { kind: 'report' } });
  const visitor = await openAsVisitor(app.origin, token);

  await take({ 2: { chosen: ['daily'] }, 3: 5 });
  const present = numbersOf(await report(), added.id);
  expect(present.map(({ value }) => value)).toEqual([
    await onPage(STUDY.often),
    await onPage(STUDY.liked, `answer=${STUDY.often}:daily`),
    await onPage(STUDY.nps),
  ]);
  expect(present.map(({ subtitle }) => subtitle)).toEqual([
    '4 people answered · 1 left it out',
    '3 people answered',
    '1 person answered · 4 left it out',
  ]);
  const seen = await visitor.get(`/tests/${test._id}/report`);
  const visible = numbersOf((await seen.json()) as Report, added.id);
  expect(visible.map(({ value, title }) => ({ value, title }))).toEqual(
    present.map(({ value, title }) => ({ value, title })),
  );
});

it('people of a bar are a share of those who answered, and named by question and answer', async () => {
  const ofBar = (answer: string, step: number = STUDY.often) =>
    number('', `of=answered&step=${step}&answer=${answer}`);
  const { evidence } = await add(
    ofBar(`${STUDY.often}:daily`),
    ofBar(`${STUDY.liked}:6..6`, STUDY.liked),
    ofBar(`${STUDY.often}:skipped`),
    ofBar(`${STUDY.often}:answered`),
    ofBar(`${STUDY.again}:yes,${STUDY.often}:weekly`),
  );
  const texts = evidence.map((each) => {
    const { title, subtitle, value } = numberOf(each);
    return [title, subtitle, value?.is === 'share' && `${value.k} of ${value.n}`];
  });
  expect(texts).toEqual([
    ['3 people answered ‘DAILY’', 'How often?', '3 of 4'],
    ['2 people answered ‘6’', 'How was it?', '2 of 5'],
    ['1 person left it out', 'How often?', '1 of 5'],
    ['4 people answered', 'How often?', '4 of 5'],
    ['1 person answered ‘WEEKLY’', 'How often?', '1 of 2'],
  ]);
});

it.each(['', 'step=1', 'step=99', `step=${STUDY.often}&revision=7`])(
  'a filter without a question is refused: %s',
  async (filter) => {
    const body = { sentence: 'S', evidence: [number(filter)] };
    expect(await owner.post(`${path}/findings`, body)).toMatchObject({ status: 400 });
  },
);

it('the cover has all questions in their order, each as its page shows it, and says who came', async () => {
  const { cover } = await report();
  expect(cover.questions.map(({ question }) => question.number)).toEqual(
    test.steps?.flatMap(({ kind, number: step }) =>
      kind === 'task' || kind === 'text' ? [] : step,
    ),
  );
  for (const result of cover.questions) {
    expect({ is: 'question', result }).toEqual(await onPage(result.question.number));
  }
  const { people } = cover;
  expect(cover.funnel).toEqual({ opened: people, started: people, screenedOut: 0 });
});
