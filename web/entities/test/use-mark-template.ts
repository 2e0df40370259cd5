// Makes a test a template of its workspace, or a template an ordinary test.
import { tests } from '#contract/tests.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { testQuery } from './test.query.ts';

export function useMarkTemplate(id: string) {
  return useCall(
    (isTemplate: boolean) => call(tests.saveSettings, { params: { id }, body: { isTemplate } }),
    {
      makesStale: [testQuery(id).queryKey, queryKeys.testList.key, queryKeys.templates.key],
      onSuccess: (_, isTemplate) =>
        toast.success(
          isTemplate
            ? 'This test is a template now: find it under Templates when you create a test.'
            : 'This test is no longer a template.',
        ),
      failed: 'That could not be changed. Please try again.',
      onFailure: (sentence) => toast.error(sentence),
    },
  );
}
