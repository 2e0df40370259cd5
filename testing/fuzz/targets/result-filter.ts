// The filter of results as anything in an address: pages leave out what does not parse, calls refuse it, and what is left
// means the same on its way back. Its values never become a part of a statement's text.
import { isDeepStrictEqual } from 'node:util';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { comparedField, filterByValue } from '#contract/comparison.ts';
import { AppError } from '#contract/errors.ts';
import type { TestId } from '#contract/ids.ts';
import { type ResultFilter, resultFilter } from '#contract/result-filter.ts';
import { people } from '#server/filters/people-filter.read.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { parseInput } from '#server/platform/http/parse-input.ts';
import { filterQuery, readFilter, withFilter } from '#web/entities/results/filter.ts';
import { type FilterAddress, filterAddress } from '../filter-address.ts';
import { fuzzTarget, sizeOf } from '../fuzz-target.ts';

/** Only compiles. */
const database = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const testId = '01890000-0000-7000-8000-000000000000' as TestId;

function statementOf(filter: ResultFilter) {
  const of = { testId, step: 1, panel: null, revision: null, task: null, withGoal: [], filter };
  return people(of).compile(database);
}

/** The same fields with other values: a statement's text is the same. */
const others: Required<ResultFilter> = {
  step: 2,
  revision: 1,
  outcome: ['left'],
  screen: [1],
  route: '1',
  device: 'a',
  variant: [1],
  turn: [2],
  parameter: ['a:b'],
  answer: ['none'],
  tag: ['a'],
  from: '2026-01-01',
  to: '2026-01-01',
  zone: 'UTC',
  text: 'a',
};

function expectPlainStatement(filter: ResultFilter): void {
  const { sql, parameters } = statementOf(filter);
  const numbers = new Set((sql.match(/\$\d+/g) ?? []).map((one) => Number(one.slice(1))));
  if (numbers.size !== parameters.length) throw new Error('a placeholder without its value');
  const like = Object.entries(filter).map(([field, given]) => [
    field,
    // Answers and parameters of the filter have a condition each, and an empty text has none.
    field === 'answer' || field === 'parameter' || given === ''
      ? given
      : others[field as keyof ResultFilter],
  ]);
  const same = { ...Object.fromEntries(like), ...outcomesLike(filter) } as ResultFilter;
  if (statementOf(same).sql !== sql) throw new Error(`a value in the statement: ${sql}`);
}

/** Returns the part of the outcome filter that changes the statement: whether it includes excluded people. */
function outcomesLike({ outcome }: ResultFilter): Partial<ResultFilter> {
  return outcome?.includes('excluded') ? { outcome: ['excluded'] } : {};
}

function expectSame(one: unknown, other: unknown, what: string): void {
  if (isDeepStrictEqual(one, other)) return;
  throw new Error(`${what}: ${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
}

function expectReadOnPages(params: URLSearchParams): void {
  const { filter, leftOut } = readFilter(params);
  for (const { field, text } of leftOut) {
    if (!params.get(field)?.includes(text)) throw new Error(`${text} was never there`);
  }
  const query = filterQuery(filter);
  expectSame(parseInput(resultFilter, query), filter, 'a call reads what a page read');
  const next = withFilter(params, filter);
  expectSame(readFilter(next), { filter, leftOut: [] }, 'an address means what it meant');
  expectSame(next.getAll('t'), params.getAll('t'), 'other parameters stay');
  expectPlainStatement(filter);
}

function expectReadByCalls(params: URLSearchParams): void {
  try {
    expectPlainStatement(parseInput(resultFilter, Object.fromEntries(params)) as ResultFilter);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'bad_input')) throw error;
  }
}

/** Each value selects one side of a comparison, if its field can be compared. */
function expectCompared(params: URLSearchParams): void {
  for (const [name, value] of params) {
    const field = comparedField.safeParse(name);
    const filter = field.success ? filterByValue(field.data, value) : null;
    if (filter) expectPlainStatement(filter);
  }
}

export const target = fuzzTarget<FilterAddress>({
  name: 'result-filter',
  arbitrary: filterAddress,
  run(given) {
    const params = new URLSearchParams(given);
    expectReadOnPages(params);
    expectReadByCalls(params);
    expectCompared(params);
  },
  allowedSteps: (given) => 100_000 + 400 * sizeOf(given),
});
