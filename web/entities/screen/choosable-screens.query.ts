// Screens to choose a goal from: those of a test, or of a link before there is one.
import { queryOptions } from '@tanstack/react-query';
import { screens } from '#contract/screens.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';

/** Screens of a test's newest revision. */
export function testScreensQuery(testId: string) {
  return queryOptions({
    queryKey: [...queryKeys.test.key, testId, 'screens'],
    queryFn: ({ signal }) => call(screens.ofTest, { params: { id: testId }, signal }),
    refetchInterval: ({ state }) => untilComplete(state),
  });
}

/** @param file that the link leads to: another link of it has the same screens */
export function prototypeScreensQuery({ figmaUrl, file }: { figmaUrl: string; file: string }) {
  return queryOptions({
    queryKey: [...queryKeys.prototypeScreens.key, file],
    queryFn: ({ signal }) => call(screens.ofPrototype, { body: { figmaUrl }, signal }),
    refetchInterval: ({ state }) => untilComplete(state),
    // Asking again may cost calls of the design tool.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

interface Asked {
  data?: { state: string } | undefined;
  dataUpdateCount: number;
}

/** Images come within seconds; what has not come after two minutes will not. */
function untilComplete({ data, dataUpdateCount: times }: Asked): number | false {
  return data?.state === 'fetching' && times < 8 ? 500 * 2 ** times : false;
}
