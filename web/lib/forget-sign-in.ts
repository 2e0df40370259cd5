// After a sign-in has ended: everything kept for it goes, and the landing page follows (section 4).
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { screens } from './screens.ts';
import { signInQuery } from './sign-in.query.ts';
import { companyName, testDraft } from './storage-keys.ts';

export function useForgetSignIn(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    companyName.clear();
    testDraft.clear();
    // First away, then empty: screens behind the guard would ask for a sign-in on their way out.
    await navigate(screens.landing.href());
    queryClient.removeQueries({
      predicate: (query) => query.queryKey[0] !== signInQuery.queryKey[0],
    });
    queryClient.setQueryData(signInQuery.queryKey, null);
  };
}
