// Answers the calls of results over all sessions of a test.

import type { FastifyRequest } from 'fastify';
import type { CallCost } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { TestId } from '#contract/ids.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import { results } from '#contract/results.api.ts';
import { type ResultsOf, resultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import {
  type Authorized,
  authorizeTest,
  authorizeTests,
  type SignIn,
  type TestRef,
} from '#server/platform/access/authorized.ts';
import { chargeComputation } from '#server/platform/http/computation-cost.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import { tasksOf } from '#server/revisions/first-task.read.ts';
import { choicesOf } from './choices.service.ts';
import { comparedSteps, comparisonOf } from './compare.service.ts';
import { heatOf } from './heat.service.ts';
import { momentsAnswer } from './moments.service.ts';
import { overviewOf } from './overview.service.ts';
import { pathsOf } from './paths.service.ts';
import { questionOf, textsOf } from './questions.read.ts';
import { screensOf } from './screens.service.ts';
import { successesOf } from './successes.service.ts';
import { summaryOf } from './summary.service.ts';

interface Call<Query extends ResultFilter> {
  params: { id: TestId };
  query: Query;
  caller: SignIn;
  request: FastifyRequest;
}

/** Moments of clicks, also in a lasso: all clicks of a screen are looked at. */
const CLICKED_COST: CallCost = { points: 4, perThousand: 28 };

function costOf(name: keyof typeof results, query: ResultFilter & { of?: string }): CallCost {
  return name === 'moments' && query.of === 'clicked' ? CLICKED_COST : results[name].cost;
}

/** Cost of a call that computes the results of several tasks. */
function forEach(tasks: number, { points, perThousand = 0 }: CallCost): CallCost {
  const times = Math.max(tasks, 1);
  return { points: points * times, perThousand: perThousand * times };
}

type Find = (filter: ResultFilter) => Promise<ResultsOf>;

interface Computation<Answer> {
  compute: (find: Find, test: Authorized<TestRef>) => Promise<Answer>;
  /** Cost of a call that depends on more of the test than its recordings. */
  costOfTest?: (test: Authorized<TestRef>, find: Find) => Promise<CallCost>;
}

/** Calls of results that also know the people who were shown a question, a set or a text. */
const ofAnyStep: readonly (keyof typeof results)[] = ['choices', 'moments'];
const NO_TASK = 'This step is no task.';

export function resultHandlers(parts: Parts): HandlersOf<'results'> {
  /** The answer as this server computed it before, unless the test's results have changed since. */
  const answer = async <Answer extends object>(
    name: keyof typeof results,
    call: Call<ResultFilter>,
    { compute, costOfTest }: Computation<Answer>,
  ): Promise<Answer> => {
    const { params, query, caller } = call;
    const test = await authorizeTest(parts.db, caller, { testId: params.id });
    const find: Find = (filter) => resultsOf(parts.db, test, filter);
    return await parts.resultAnswers.answer(
      { call: name, test, input: { ...query, ...params } },
      {
        charge: async (recordings) => {
          const cost = (await costOfTest?.(test, find)) ?? costOf(name, query);
          await chargeComputation(parts, call, { cost, recordings });
        },
        compute: () => compute(find, test),
      },
    );
  };
  /** Answer by the one filter of the call. */
  const answerOf = async <Query extends ResultFilter, Answer extends object>(
    name: keyof typeof results,
    call: Call<Query>,
    compute: (of: ResultsOf) => Promise<Answer>,
  ): Promise<Answer> =>
    answer(name, call, {
      compute: async (find) => {
        const of = await find(call.query);
        if (of.panel !== null && !ofAnyStep.includes(name)) {
          throw new AppError('bad_input', { fields: { step: NO_TASK } });
        }
        return await compute(of);
      },
    });
  return {
    summary: (call) =>
      answerOf('summary', call, (of) =>
        summaryOf(parts, of, async (places) => {
          const points = (results.summary.cost.perThousandPlaces * places) / 1000;
          // Some places cost less than the points of the call itself.
          if (points >= 1) await chargeComputation(parts, call, { cost: { points } });
        }),
      ),
    overview: (call) =>
      answer('overview', call, {
        compute: (find, { testId }) => overviewOf(parts, { testId, filter: call.query }, find),
        costOfTest: async ({ testId }) => {
          const tasks = await tasksOf(parts.db, testId, call.query.revision);
          return forEach(tasks.length, results.overview.cost);
        },
      }),
    question: (call) => {
      const { step } = call.params;
      return answer('question', call, {
        compute: async (find) => questionOf(parts, await find({ ...call.query, step })),
      });
    },
    texts: async (call) => {
      const { step } = call.params;
      const { search, textTag, untagged, cursor, limit, ...filter } = call.query;
      const texts = await answer('texts', call, {
        compute: async (find) =>
          textsOf(parts, await find({ ...filter, step }), {
            ...{ search, textTag, untagged, cursor, limit },
          }),
      });
      return call.caller.view?.withTexts === false
        ? { ...texts, items: [], nextCursor: null }
        : texts;
    },
    choices: (call) => answerOf('choices', call, (of) => choicesOf(parts, of)),
    compare: (call) => {
      const { query } = call;
      return answer('compare', call, {
        compute: (find, { testId }) => comparisonOf(parts, { testId, query }, find),
        costOfTest: async ({ testId }, find) => {
          const steps = await comparedSteps(parts, { testId, query }, find);
          return forEach(steps.length, results.compare.cost);
        },
      });
    },
    screens: (call) => answerOf('screens', call, (of) => screensOf(parts, of)),
    heat: (call) => {
      const { number } = call.params;
      const { layer, weight } = call.query;
      return answerOf('heat', call, (of) => heatOf(parts, of, { number, layer, weight }));
    },
    paths: (call) => answerOf('paths', call, (of) => pathsOf(parts, of)),
    successes: async (call) => {
      const tests = await authorizeTests(parts.db, call.caller, call.query.tests);
      return await successesOf(parts, tests, (cost, recordings) =>
        chargeComputation(parts, call, { cost, recordings }),
      );
    },
    moments: (call) => answerOf('moments', call, (of) => momentsAnswer(parts, of, call.query)),
  };
}
