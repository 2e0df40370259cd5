// The action that saves a test as a study file.
import type { TestOverview } from '#contract/test-summary.ts';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';

const load = () => loadChunk(() => import('./study-file.ts'));

export function useSaveStudyFile(test: TestOverview) {
  return useCall(async () => (await load()).saveStudyFile(test), {
    failed: 'The test could not be saved as a file. Please try again.',
    onFailure: (sentence) => toast.error(sentence),
  });
}
