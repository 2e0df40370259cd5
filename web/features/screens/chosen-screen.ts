// The screen whose heat is open below the grid, kept in the address.
import { useSearchParams } from 'react-router';
import { screenNumber } from '#contract/result-filter.ts';

/** Not `screen`, which filters. */
export const HEAT_PARAM = 'heat';

/** Null: none, or what the address says is no number. */
export function useChosenScreen(): number | null {
  const [params] = useSearchParams();
  return screenNumber.safeParse(params.get(HEAT_PARAM) ?? '').data ?? null;
}
