// Queries of screens to choose a goal from, of a test or of a link before there is one; and the naming of a screen.
import { queryOptions } from '@tanstack/react-query';
import type { TestId } from '#contract/ids.ts';
import { screens } from '#contract/screens.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { useCall } from '#web/lib/use-call.ts';

/** Screens of a task in a test's newest revision. */
export function testScreensQuery(testId: string, step: number) {
  return queryOptions({
    queryKey: [...queryKeys.test.key, testId, 'screens', step],
    queryFn: ({ signal }) =>
      call(screens.ofTest, { params: { id: testId }, query: { step }, signal }),
    refetchInterval: ({ state }) => untilComplete(state),
  });
}

/** @param prototype file and start of the link: another link with both has the same answer */
export function prototypeScreensQuery(figmaUrl: string, prototype: string) {
  return queryOptions({
    queryKey: [...queryKeys.prototypeScreens.key, prototype],
    queryFn: ({ signal }) => call(screens.ofPrototype, { body: { figmaUrl }, signal }),
    refetchInterval: ({ state }) => untilComplete(state),
    // Asking again may cost calls of the design tool.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

interface QueryState {
  data?: { state: string } | undefined;
  dataUpdateCount: number;
}

/** Images come within seconds; what has not come after two minutes will not. */
function untilComplete({ data, dataUpdateCount: times }: QueryState): number | false {
  return data?.state === 'fetching' && times < 8 ? 500 * 2 ** times : false;
}

/** The change of a screen's name in a test. The name null gives it back the prototype's own. */
export function useRenameScreen(testId: TestId, number: number) {
  return useCall(
    (name: string | null) =>
      call(screens.rename, { params: { id: testId, number: String(number) }, body: { name } }),
    { makesStale: [[...queryKeys.results.key, testId]] },
  );
}
