// The link in the mail about a new address ends here (`?email=changed`): says so once.
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from '#web/ui/toast.store.ts';

export function useEmailChanged(): void {
  const [params, setParams] = useSearchParams();
  const isChanged = params.get('email') === 'changed';
  useEffect(() => {
    if (!isChanged) return;
    toast.success('Your new e-mail address is in use now.');
    setParams({}, { replace: true });
  }, [isChanged, setParams]);
}
