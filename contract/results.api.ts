// Calls of results over all sessions of a test. Each accepts the same filter.
import { z } from 'zod/mini';
import { comparisonQuery, resultComparison } from './comparison.ts';
import { endpoint } from './endpoint.ts';
import { testId } from './ids.ts';
import { moments, momentsQuery } from './moments.ts';
import { resultFilter, screenNumber } from './result-filter.ts';
import { pathResults } from './result-paths.ts';
import { answerTexts, answerTextsQuery, questionResult } from './result-questions.ts';
import { heatQuery, screenHeat, screenResults } from './result-screens.ts';
import { resultChoices, resultOverview, resultSummary } from './results.ts';
import { stepInAddress } from './step-number.ts';

const ofTest = z.object({ id: testId });

export const results = {
  summary: endpoint({
    method: 'GET',
    path: '/api/tests/:id/results',
    summary:
      'The numbers of a test over all sessions of the filter: funnel, outcomes, success, times, ease and findings.',
    permission: 'viewer',
    viewedBy: ['results'],
    cost: { points: 12, perThousand: 10, perThousandPlaces: 6 },
    params: ofTest,
    query: resultFilter,
    answer: resultSummary,
    errors: ['not_found'],
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/tests/:id/results/overview',
    summary:
      'A line for each task: people who came as far, success, time to goal and ease; and the answers to each question.',
    permission: 'viewer',
    viewedBy: ['results'],
    /** For each task, question and set. */
    cost: { points: 3, perThousand: 4 },
    params: ofTest,
    query: z.omit(resultFilter, { step: true }),
    answer: resultOverview,
    errors: ['not_found'],
  }),
  question: endpoint({
    method: 'GET',
    path: '/api/tests/:id/results/questions/:step',
    summary:
      'Answers to a question or a set: people by answer, means and scores with their intervals.',
    permission: 'viewer',
    viewedBy: ['results'],
    cost: { points: 3, perThousand: 4 },
    params: z.extend(ofTest, { step: stepInAddress }),
    query: z.omit(resultFilter, { step: true }),
    answer: questionResult,
    errors: ['not_found'],
  }),
  texts: endpoint({
    method: 'GET',
    path: '/api/tests/:id/results/questions/:step/texts',
    summary: 'Answers to a question in people’s own words, the newest first; pages of 50.',
    permission: 'viewer',
    viewedBy: ['results'],
    cost: { points: 2, perThousand: 3 },
    params: z.extend(ofTest, { step: stepInAddress }),
    query: answerTextsQuery,
    answer: answerTexts,
    errors: ['not_found'],
  }),
  choices: endpoint({
    method: 'GET',
    path: '/api/tests/:id/results/choices',
    summary: 'Values that a filter can have, with the people behind each in the revision.',
    permission: 'viewer',
    viewedBy: ['results'],
    cost: { points: 3, perThousand: 4 },
    params: ofTest,
    query: resultFilter,
    answer: resultChoices,
    errors: ['not_found'],
  }),
  compare: endpoint({
    method: 'GET',
    path: '/api/tests/:id/results/comparison',
    summary:
      'Two values of a field of the filter side by side, two revisions by default: each number with its difference and interval.',
    permission: 'viewer',
    viewedBy: ['results'],
    /** For each task, question and set. */
    cost: { points: 4, perThousand: 9 },
    params: ofTest,
    query: comparisonQuery,
    answer: resultComparison,
    errors: ['not_found'],
  }),
  screens: endpoint({
    method: 'GET',
    path: '/api/tests/:id/results/screens',
    summary: 'Screens with their visitors, misclicks, returns and ends, the worst first.',
    permission: 'viewer',
    viewedBy: ['results'],
    cost: { points: 3, perThousand: 5 },
    params: ofTest,
    query: resultFilter,
    answer: screenResults,
    errors: ['not_found'],
  }),
  heat: endpoint({
    method: 'GET',
    path: '/api/tests/:id/results/screens/:number/heat',
    summary: 'Clicks of one screen as weighted bins, its hot spots, and clicks without a place.',
    permission: 'viewer',
    viewedBy: ['results'],
    cost: { points: 5, perThousand: 18 },
    params: z.extend(ofTest, { number: screenNumber }),
    query: heatQuery,
    answer: screenHeat,
    errors: ['not_found'],
  }),
  paths: endpoint({
    method: 'GET',
    path: '/api/tests/:id/results/paths',
    summary:
      'Ways from screen to screen: columns with people, links and ends, and the commonest paths.',
    permission: 'viewer',
    viewedBy: ['results'],
    cost: { points: 4, perThousand: 4 },
    params: ofTest,
    query: resultFilter,
    answer: pathResults,
    errors: ['not_found'],
  }),
  moments: endpoint({
    method: 'GET',
    path: '/api/tests/:id/results/moments',
    summary: 'The people behind a number, each with the moment in their recording; pages of 50.',
    permission: 'viewer',
    viewedBy: ['results'],
    cost: { points: 2, perThousand: 1 },
    params: ofTest,
    query: momentsQuery,
    answer: moments,
    errors: ['not_found'],
  }),
};
