// Naming a screen of a test, wherever it is asked for; null: its own name again.
import { useMutation } from '@tanstack/react-query';
import type { TestId } from '#contract/ids.ts';
import { screens } from '#contract/screens.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';

export function useRenameScreen(testId: TestId, number: number) {
  return useMutation({
    mutationFn: (name: string | null) =>
      call(screens.rename, { params: { id: testId, number: String(number) }, body: { name } }),
    meta: { makesStale: [...queryKeys.results.key, testId] },
  });
}
