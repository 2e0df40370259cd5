// The success of several tests at a glance: of each test its task with the lowest success, as the overview counts it.
import { sql } from 'kysely';
import type { CallCost } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Proportion } from '#contract/numbers.ts';
import { SUCCESS_OUTCOMES } from '#contract/outcomes.ts';
import { resultSuccesses, type TestSuccess } from '#contract/result-successes.api.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { stepName } from '#insight/step-name.ts';
import {
  isDecided,
  people,
  type ResultsOf,
  resultsOf,
} from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { type TestTask, tasksOf } from '#server/revisions/first-task.read.ts';
import type { VersionedTest } from './result-answers.ts';

/**
 * Maximum number of recordings times tasks of a test. A larger test is left out before anything is counted or charged, so
 * that a page of sixty such tests takes at most a fourth of a person's rate.
 */
const RUNS_MAX = 20_000;

type Charge = (cost: CallCost, recordings: number) => Promise<void>;

/**
 * Returns the success of each test, in any order. Tests without a success and those that exceed a limit are left out.
 */
export async function successesOf(
  { db, resultAnswers }: Pick<Parts, 'db' | 'resultAnswers'>,
  tests: readonly Authorized<TestRef>[],
  charge: Charge,
): Promise<TestSuccess[]> {
  const found: TestSuccess[] = [];
  const chargeOnce = untilRefused(charge);
  // One after another, because a server has few connections.
  for (const each of await resultAnswers.answersOfEach(tests)) {
    if (each.recordings > 0) found.push(...(await successOf(db, each, chargeOnce)));
  }
  return found;
}

/** Returns the success of a test, or an empty list. */
async function successOf(
  db: Parts['db'],
  { test, answers }: VersionedTest,
  charge: Charge,
): Promise<TestSuccess[]> {
  let tasks: TestTask[] = [];
  try {
    return await answers(
      { call: 'successes', input: {} },
      {
        charge: async (recordings) => {
          tasks = await tasksOf(db, test.testId);
          if (recordings * tasks.length > RUNS_MAX) tasks = [];
          const { points, perThousand } = resultSuccesses.successes.cost;
          const cost = { points: points * tasks.length, perThousand: perThousand * tasks.length };
          if (tasks.length > 0) await charge(cost, recordings);
        },
        compute: () => lowestSuccess(db, test, tasks),
      },
    );
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return [];
    throw error;
  }
}

/** Charges until the rate is used up. Every later charge fails with the same error, without a statement. */
function untilRefused(charge: Charge): Charge {
  let refusal: unknown;
  return async (...costs) => {
    if (refusal) throw refusal;
    try {
      await charge(...costs);
    } catch (error) {
      refusal = error;
      throw error;
    }
  };
}

/** A small group comes after all others, because one person out of two is no sign of a hard task. */
async function lowestSuccess(
  db: Parts['db'],
  test: Authorized<TestRef>,
  tasks: readonly TestTask[],
): Promise<TestSuccess[]> {
  const found: TestSuccess[] = [];
  const named = tasks.map(({ variant }) => (variant === null ? {} : { variant }));
  for (const [at, { number: step }] of tasks.entries()) {
    const success = await countSuccess(db, await resultsOf(db, test, { step }));
    const task = tasks.length > 1 ? stepName(named, at) : null;
    if (success.n > 0) found.push({ testId: test.testId, step, task, ...success });
  }
  const isSmall = ({ share }: Proportion) => Number(share === null);
  return found
    .toSorted((one, other) => isSmall(one) - isSmall(other) || one.k / one.n - other.k / other.n)
    .slice(0, 1);
}

/** Counts the people of `readSummary` who reached the goal, without its other sums. */
async function countSuccess(db: Parts['db'], of: ResultsOf): Promise<Proportion> {
  if (of.withGoal.length === 0) return proportionOf(0, 0);
  const { rows } = await sql<{ k: number; n: number }>`SELECT count(*)::int AS n,
      count(*) FILTER (WHERE outcome = ANY(${SUCCESS_OUTCOMES}::text[]))::int AS k
    FROM (${people(of)}) AS people WHERE ${isDecided(of)}`.execute(db);
  const [{ k, n } = { k: 0, n: 0 }] = rows;
  return proportionOf(k, n);
}
