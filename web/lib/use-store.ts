// Reads a Store (capture/store.ts) in a component, which renders again when the value read differs.
import { useSyncExternalStore } from 'react';
import type { Observable } from '#capture/store.ts';

/** @param pick a part of the state; answers the same object while nothing in it changes. */
export function useStore<State>(store: Observable<State>): State;
export function useStore<State, Part>(store: Observable<State>, pick: (state: State) => Part): Part;
export function useStore<State, Part>(
  { subscribe, getSnapshot }: Observable<State>,
  pick?: (state: State) => Part,
): State | Part {
  return useSyncExternalStore(subscribe, () => (pick ? pick(getSnapshot()) : getSnapshot()));
}
