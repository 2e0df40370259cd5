// Answers the calls of results: what all sessions of a test say.

import type { TestId } from '#contract/ids.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import { authorizeTest, type SignIn } from '#server/access/authorized.ts';
import { type ResultsOf, resultsOf } from '#server/domain/results/people.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import type { Parts } from '#server/parts.ts';
import { choicesOf } from './choices.service.ts';
import { comparisonOf } from './compare.service.ts';
import { heatOf } from './heat.service.ts';
import { momentsAnswer } from './moments.service.ts';
import { pathsOf } from './paths.service.ts';
import { screensOf } from './screens.service.ts';
import { summaryOf } from './summary.service.ts';

export function resultHandlers(parts: Parts): HandlersOf<'results'> {
  /** @throws AppError not_found */
  const ofCall = async (
    { params, caller }: { params: { id: TestId }; caller: SignIn },
    filter: ResultFilter,
  ): Promise<ResultsOf> =>
    await resultsOf(parts.db, await authorizeTest(parts.db, caller, { testId: params.id }), filter);
  return {
    summary: async (call) => await summaryOf(parts, await ofCall(call, call.query)),
    choices: async (call) => await choicesOf(parts, await ofCall(call, call.query)),
    compare: async (call) => {
      const { query } = call;
      return await comparisonOf(parts, query, (filter) => ofCall(call, filter));
    },
    screens: async (call) => await screensOf(parts, await ofCall(call, call.query)),
    heat: async (call) =>
      await heatOf(parts, await ofCall(call, call.query), {
        ...{ number: call.params.number, layer: call.query.layer, weight: call.query.weight },
      }),
    paths: async (call) => await pathsOf(parts, await ofCall(call, call.query)),
    moments: async (call) => await momentsAnswer(parts, await ofCall(call, call.query), call.query),
  };
}
