// One part of a watched object's state: what shows it renders again only when that part differs.
import { useSyncExternalStore } from 'react';
import type { Observable } from '#capture/store.ts';

/** @param part picks a value that stays the same object while nothing changes. */
export function usePart<State, Part>(
  { subscribe, getSnapshot }: Observable<State>,
  part: (state: State) => Part,
): Part {
  return useSyncExternalStore(subscribe, () => part(getSnapshot()));
}
