// The link in the mail about a new address ends here (`?email=changed`, or `expired`): says so once.
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from '#web/ui/toast.store.ts';

export function useEmailChanged(): void {
  const [params, setParams] = useSearchParams();
  const outcome = params.get('email');
  useEffect(() => {
    if (outcome === null) return;
    if (outcome === 'changed') toast.success('Your new e-mail address is in use now.');
    if (outcome === 'expired')
      toast.error('This link is no longer valid. Ask for a new one below.');
    setParams({}, { replace: true });
  }, [outcome, setParams]);
}
