// Ends the sign-in: everything kept for it goes, and the landing page follows (section 4).
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { accounts } from '#contract/accounts.api.ts';
import { call } from '#web/lib/api.ts';
import { screens } from '#web/lib/screens.ts';
import { signInQuery } from '#web/lib/sign-in.query.ts';
import { companyName, testDraft } from '#web/lib/storage-keys.ts';
import { toast } from '#web/ui/toast.store.ts';

export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(accounts.signOut),
    onSuccess: async () => {
      companyName.clear();
      testDraft.clear();
      // First away, then empty: screens behind the guard would ask for a sign-in on their way out.
      await navigate(screens.landing.href());
      queryClient.removeQueries({
        predicate: (query) => query.queryKey[0] !== signInQuery.queryKey[0],
      });
      queryClient.setQueryData(signInQuery.queryKey, null);
    },
    onError: () => toast.error('You could not be signed out. Please try again.'),
  });
}
