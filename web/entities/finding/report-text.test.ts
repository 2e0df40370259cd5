// The report as Markdown: all of it, with what people typed as they typed it.
import { expect, it } from 'vitest';
import type { Report } from '#contract/findings.ts';
import { findingId, userId } from '#contract/ids.ts';
import type { QuestionPicture } from '#contract/result-questions.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { reportText } from './report-text.ts';

const id = '3f2b8a10-5c4d-4e6f-8a7b-9c0d1e2f3a4b';
const cover = {
  revision: 2,
  at: '2026-11-01T10:00:00.000Z',
  people: 21,
  goalScreens: ['Order placed'],
  success: proportionOf(14, 21),
  outcomes: [{ outcome: 'direct' as const, people: 14 }],
  timeToGoal: {
    n: 14,
    kind: 'geometric_mean' as const,
    value: 37_000,
    low: 30_000,
    high: 44_000,
    q1: null,
    q3: null,
  },
  ease: { n: 0, kind: 'mean' as const, value: null, low: null, high: null, q1: null, q3: null },
  tasks: [],
  questions: [],
  funnel: { opened: 25, started: 22, screenedOut: 2 },
  definitions: { success: 'Reached the goal.', timeToGoal: 'From first to last.', ease: 'Mean.' },
  clips: [],
};
const measures = { outcomes: cover.outcomes, timeToGoal: null, ease: cover.ease, start: null };
const draft = (text: string) => ({ text, isDraft: true, draft: text, isOutdated: false });

const report: Report = {
  cover,
  story: {
    ...{ version: 0, title: '' },
    verdict: { targetPercent: 40, state: 'reached', morePeople: null, step: null },
    ...{ summary: draft('Most made it.\nNot all.'), nextSteps: draft('1. Make it a link.') },
  },
  testName: 'Checkout *new*',
  company: 'Acme',
  revisions: [
    {
      number: 2,
      task: 'Order a plant.\nPay.',
      steps: [],
      prototypeUrl: null,
      people: 21,
      excluded: 1,
      createdAt: '2026-11-01T10:00:00.000Z',
      from: null,
      to: null,
      devices: [{ device: 'Firefox on Linux', people: 21 }],
    },
  ],
  findings: [
    {
      id: findingId.parse(id),
      author: { id: userId.parse(id), name: 'Grace' },
      createdAt: '2026-11-01T10:00:00.000Z',
      edited: null,
      version: 1,
      isByRule: true,
      sentence: 'Snake_plant looks like a link',
      text: 'They press it.',
      severity: 3,
      recommendation: 'Make it a link.',
      picture: null,
      evidence: [
        {
          id,
          kind: 'number',
          clips: [],
          number: {
            number: 'nothing_reacts',
            filter: 'revision=2',
            moments: null,
            subtitle: '',
            title: '14 people pressed Snake plant',
            definition: 'People who pressed it.',
            value: { is: 'share', ...proportionOf(14, 21) },
            at: '2026-11-01T10:00:00.000Z',
          },
        },
        { id, kind: 'clip', clip: 'withdrawn', press: null },
        { id, kind: 'note', note: 'deleted' },
      ],
    },
  ],
};

it('says all that stands on the page', () => {
  const text = reportText(report, {
    addressOf: ({ kind }) => (kind === 'number' ? 'https://example.org/x' : null),
  });
  const [date = ''] = /(?<=Acme · )[^·]*2026/.exec(text) ?? [];
  expect(text.replaceAll(date, 'date').split('\n\n')).toEqual([
    '# Checkout \\*new\\*',
    'Usability test · Acme · date · Grace',
    '**Target of 40 % reached.** Of all people like these, most likely 45 to 83 % succeed (95 % interval). All of that is at or above 40 %.',
    'Most made it.  \nNot all.',
    '**14 of 21** people reached Order placed: 67 %, 95 % interval 45–83 %. Time to goal: geometric mean 37 s, 95 % interval 30–44 s.',
    '## Next steps',
    '1. Make it a link.',
    '## 1. Snake\\_plant looks like a link',
    'Severity 3 of 4: major',
    'They press it.',
    '- **14 of the 21 people who saw the screen** pressed Snake plant: 67 %, 95 % interval 45–83 %: <https://example.org/x>\n- This participant withdrew.\n- This note was deleted.',
    '**Recommendation.** Make it a link.',
    '## What was asked, and who took part',
    '25 people opened the link: 22 began, 2 were screened out, 1 went no further.',
    'Revision 2: 21 people; 1 recording not counted',
    'Firefox on Linux (21)',
    '> Order a plant.\n> Pay.',
    '## What the words mean',
    expect.stringMatching(/^1\. Reached the goal: .*\n2\. Time to goal: .*\n3\. Dead clicks: /),
    expect.stringMatching(/^95 % interval: /),
  ]);
});

it('has a line for each of several tasks', () => {
  const tasks = [
    {
      ...{ ...measures, step: 1, task: 'Order.\nPay.', arrivals: 21 },
      ...{ success: proportionOf(14, 21), timeToGoal: cover.timeToGoal },
    },
    { ...measures, step: 4, task: 'Look', arrivals: 1, success: null },
  ];
  const text = reportText({ ...report, cover: { ...cover, tasks } }, { addressOf: () => null });
  expect(text).toMatch(/\n\n\*\*21 people\*\* took the test with 2 tasks\.\n/);
  expect(text).toMatch(
    /\n- Task 1, Order\. Pay\.: 14 of 21, 67 %, [^\n]*\. Time to goal: geometric mean 37 s, [^\n]*\n- Task 2, Look: 1 person\n/,
  );
});

it('has a line for each question, and says how good a score is', () => {
  const sus = {
    ...{ question: { number: 7, kind: 'set', set: 'sus' }, visitors: 50, answered: 50, texts: 0 },
    ...{ options: null, values: null, predictedSus: null, netPromoter: null },
    average: { n: 50, kind: 'mean', value: 66.2, low: 60.4, high: 71.3, q1: null, q3: null },
    rank: { grade: 'C', percentile: { low: 41, high: 59 }, adjective: 'OK' },
  } as QuestionPicture;
  const text = reportText(
    { ...report, cover: { ...cover, questions: [sus] } },
    { addressOf: () => null },
  );
  expect(text).toContain(
    '\n\n- System Usability Scale (SUS): 66 of 100, grade C (50 people answered, 95 % interval 60–71)\n\n',
  );
});

it('names the variants of a task by letters', () => {
  const tasks = ([1, 2] as const).map((variant) => ({
    step: variant,
    task: 'Order',
    variant,
    arrivals: 21,
    success: null,
    ...measures,
  }));
  const text = reportText({ ...report, cover: { ...cover, tasks } }, { addressOf: () => null });
  expect(text).toMatch(/took the test with 2 versions of one task\.\n/);
  expect(text).toMatch(/\n- Task 1 A, Order: 21 people\n- Task 1 B, Order: 21 people\n/);
});

it('quotes every task of each revision, and names questions and sets in their order', () => {
  const link = { prototypeUrl: 'https://example.org/' };
  const steps = [
    { step: 9, kind: 'question' as const, text: 'How *often*?', prototypeUrl: null },
    { step: 1, kind: 'task' as const, text: 'Order a plant.\nPay.', ...link },
    { step: 3, kind: 'task' as const, text: 'Look', variant: 1, ...link },
    { step: 4, kind: 'task' as const, text: 'Look', variant: 2, ...link },
    { step: 7, kind: 'set' as const, text: 'System Usability Scale', prototypeUrl: null },
  ];
  const [revision] = report.revisions;
  const revisions = revision ? [{ ...revision, steps }] : [];
  const text = reportText({ ...report, revisions }, { addressOf: () => null });
  const [, method = ''] = text.split('## What was asked, and who took part\n\n');
  expect(method.split('\n\n## ')[0]?.split('\n\n')).toEqual([
    '25 people opened the link: 22 began, 2 were screened out, 1 went no further.',
    'Revision 2: 21 people; 1 recording not counted',
    'Firefox on Linux (21)',
    'Question 1: How \\*often\\*?',
    'Task 1:',
    '> Order a plant.\n> Pay.',
    'Task 2 A:',
    '> Look',
    'Task 2 B:',
    '> Look',
    'Question 2: System Usability Scale',
  ]);
});
