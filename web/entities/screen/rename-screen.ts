// Naming a screen of a test, wherever it is asked for; null: its own name again.
import type { TestId } from '#contract/ids.ts';
import { screens } from '#contract/screens.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { useCall } from '#web/lib/use-call.ts';

export function useRenameScreen(testId: TestId, number: number) {
  return useCall(
    (name: string | null) =>
      call(screens.rename, { params: { id: testId, number: String(number) }, body: { name } }),
    { makesStale: [[...queryKeys.results.key, testId]] },
  );
}
