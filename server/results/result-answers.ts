// Caches computed answers of results, so that a server computes equal requests about an unchanged test once. The key of
// an answer contains its input and the version of the test's results, so no answer is ever out of date.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { AppError } from '#contract/errors.ts';
import type { TestId } from '#contract/ids.ts';
import { addressPeriod } from '#server/media/signed-image.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';

/**
 * Size of the cache. Answers are stored as JSON, a third of their memory: thousands of ordinary answers (5 kB),
 * or the heat of some screens (2 MB).
 */
const CACHE_MAX_BYTES = 16 * 1024 ** 2;
/** Maximum size of one answer: a quarter of the cache. */
const ANSWER_MAX_BYTES = CACHE_MAX_BYTES / 4;

export interface ResultQuestion {
  /** Name of the call. */
  call: string;
  test: Authorized<TestRef>;
  /** Parsed parameters and query. */
  input: object;
}

interface Computation<Answer> {
  /**
   * Counts the computation against its caller's rate.
   * @param recordings of the test
   * @throws AppError too_many_requests
   */
  charge(recordings: number): Promise<void>;
  compute(): Promise<Answer>;
}

/** Answers questions about one version of a test's results, as `ResultAnswers.answer` does. */
type TestAnswers = <Answer extends object>(
  question: Omit<ResultQuestion, 'test'>,
  computation: Computation<Answer>,
) => Promise<Answer>;

/** A test with the version of its results. */
export interface VersionedTest {
  test: Authorized<TestRef>;
  recordings: number;
  answers: TestAnswers;
}

export class ResultAnswers {
  readonly #db: Database;
  readonly #cache = new LRUCache<string, object>({
    maxSize: CACHE_MAX_BYTES,
    maxEntrySize: ANSWER_MAX_BYTES,
    sizeCalculation: (answer) => JSON.stringify(answer).length,
  });
  readonly #running = new Map<string, Promise<object>>();

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Returns the answer from the cache, or computes it. Callers share the object and must not change it.
   * @throws AppError not_found if the test is deleted; errors of `charge` and `compute`
   */
  async answer<Answer extends object>(
    { test, ...question }: ResultQuestion,
    computation: Computation<Answer>,
  ): Promise<Answer> {
    const answers = await this.answersOf(test);
    return await answers(question, computation);
  }

  /**
   * Reads the version of a test's results once, for an answer that is made of several.
   * @throws AppError not_found if the test is deleted
   */
  async answersOf(test: ResultQuestion['test']): Promise<TestAnswers> {
    const [versioned] = await this.answersOfEach([test]);
    if (!versioned) throw new AppError('not_found');
    return versioned.answers;
  }

  /** Reads the versions of the results of several tests in one statement. Deleted tests are left out. */
  async answersOfEach(tests: readonly ResultQuestion['test'][]): Promise<VersionedTest[]> {
    const states = await readResultStates(
      this.#db,
      tests.map(({ testId }) => testId),
    );
    return tests.flatMap((test) => {
      const state = states.get(test.testId);
      if (!state) return [];
      return { test, recordings: state.recordings, answers: this.#answersOf(test, state) };
    });
  }

  #answersOf(test: ResultQuestion['test'], state: ResultState): TestAnswers {
    return async <Answer extends object>(
      question: Omit<ResultQuestion, 'test'>,
      { charge, compute }: Computation<Answer>,
    ) => {
      const key = keyOf({ ...question, test }, state.version);
      const known = this.#cache.get(key) ?? this.#running.get(key);
      if (known) return (await known) as Answer;
      await charge(state.recordings);
      // Another call may have started the computation meanwhile.
      const running = this.#running.get(key) ?? this.#compute(key, compute);
      return (await running) as Answer;
    };
  }

  #compute(key: string, compute: () => Promise<object>): Promise<object> {
    const running = (async () => {
      const answer = await compute();
      this.#cache.set(key, answer);
      return answer;
    })();
    this.#running.set(key, running);
    const forget = () => this.#running.delete(key);
    running.then(forget, forget);
    return running;
  }
}

/** Returns the key of an answer. It contains a period of time, because the signed image addresses in an answer expire. */
function keyOf({ call, test, input }: ResultQuestion, version: string): string {
  const fields = Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([call, test.testId, fields, version, addressPeriod()]);
  return createHash('sha256').update(text).digest('base64url');
}

// The version of a test's results, which triggers of 0001-baseline.sql change with everything that results are made of.

interface ResultState {
  /** Version of the test's results. No version is used twice. */
  version: string;
  /** Recordings of the test: what computing its results costs grows with them. */
  recordings: number;
}

/** Returns the states by test; deleted tests are left out. */
async function readResultStates(
  db: Database,
  testIds: readonly TestId[],
): Promise<Map<TestId, ResultState>> {
  const { rows } = await sql<ResultState & { id: TestId }>`SELECT id, recording_count AS recordings,
      (SELECT coalesce(string_agg(version::text, ' ' ORDER BY id), '') FROM result_versions
        WHERE result_versions.test_id = tests.id) AS version
    FROM tests WHERE id = ANY(${testIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
