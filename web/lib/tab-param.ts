// The open tab, stored in the address (`?tab=recordings`), so that a reload or a link opens it.
import { useSearchParams } from 'react-router';

/** @param ids of the tabs; the first one is open when the address names none. */
export function useTabParam<Id extends string>(
  ids: readonly [Id, ...Id[]],
): [Id, (id: Id) => void] {
  const [params, setParams] = useSearchParams();
  const requestedTab = params.get('tab');
  const open = ids.find((id) => id === requestedTab) ?? ids[0];
  const choose = (id: Id) => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === ids[0]) next.delete('tab');
        else next.set('tab', id);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [open, choose];
}
