// Success of a test on its card, in the test's newest revision with recordings. Cards that appear or change together share
// one call.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TestId } from '#contract/ids.ts';
import { LIST_IDS_MAX } from '#contract/limits.ts';
import { resultSuccesses, type TestSuccess } from '#contract/result-successes.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { countText, shareText } from '#web/entities/results/number-words.ts';
import { call } from '#web/lib/api.ts';

/** The text is empty until the success is known, and if the test has none. */
export function CardSuccess({ testId }: { testId: TestId }) {
  const { data } = useQuery(successQuery(testId));
  if (!data) return null;
  const name = data.task === null ? '' : `${data.task}: `;
  const counts = countText(data);
  const share = shareText(data);
  return (
    <span className="flex h-6 flex-wrap justify-end overflow-hidden whitespace-pre">
      <span>{name + (share ?? counts)}</span>
      {share !== null && <span className="whitespace-normal">{`, ${counts}`}</span>}
      <span className={share === null ? '' : 'sr-only'}> succeeded</span>
    </span>
  );
}

/** Updates refetch it as they refetch the other results of the test. */
function successQuery(id: TestId) {
  return queryOptions({
    queryKey: [...queryKeys.results.key, id, 'success'],
    queryFn: () => readSuccess(id),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Cards of one page of the list are rendered within this time. */
const FOLD_MS = 50;
/** Minimum time between two calls, because the tests of a busy list change one after another. */
const SPACE_MS = 1000;

const readSuccess = createReader();

function createReader(): (id: TestId) => Promise<TestSuccess | null> {
  let ids: TestId[] = [];
  let answer: Promise<TestSuccess[]> | null = null;
  let freeAtMs = 0;
  const send = async (batch: readonly TestId[]) => {
    const nowMs = performance.now();
    const waitMs = Math.max(FOLD_MS, freeAtMs - nowMs);
    freeAtMs = nowMs + waitMs + SPACE_MS;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (batch === ids) answer = null;
    return await call(resultSuccesses.successes, { query: { tests: batch.join() } });
  };
  return async (id) => {
    if (answer === null || ids.length === LIST_IDS_MAX) {
      ids = [];
      answer = send(ids);
    }
    ids.push(id);
    return (await answer).find(({ testId }) => testId === id) ?? null;
  };
}
