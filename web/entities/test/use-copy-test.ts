// Copies a test, and opens the form of the copy.
import { useNavigate } from 'react-router';
import { copies } from '#contract/copies.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { pages } from '#web/lib/pages.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';

/** @param done says what was done, in a toast */
export function useCopyTest(done = 'Test duplicated.') {
  const navigate = useNavigate();
  return useCall((id: string) => call(copies.create, { params: { id } }), {
    makesStale: [queryKeys.testList.key],
    onSuccess: async ({ _id }) => {
      toast.success(done);
      await navigate(pages.editTest.href(_id));
    },
    failed: 'The test could not be duplicated. Please try again.',
    onFailure: (sentence) => toast.error(sentence),
  });
}
