// Ends the sign-in (section 4).
import { useMutation } from '@tanstack/react-query';
import { accounts } from '#contract/accounts.api.ts';
import { forgetSignIn } from '#web/entities/account/forget-sign-in.ts';
import { call } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.store.ts';

export function useSignOut() {
  return useMutation({
    mutationFn: () => call(accounts.signOut),
    onSuccess: forgetSignIn,
    onError: () => toast.error('You could not be signed out. Please try again.'),
  });
}
