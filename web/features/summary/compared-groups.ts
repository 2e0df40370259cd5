// The two groups of a comparison, in the address of the page: `compare=2-1` for revisions, else the field in `compare`
// and its values in `compareA` and `compareB`.
import { useSearchParams } from 'react-router';
import { type ComparedField, comparedField, filterByValue } from '#contract/comparison.ts';
import { zoneName } from '#web/lib/format-time.ts';

export interface ComparedGroups {
  field: ComparedField;
  a: string;
  b: string;
}

const revisions = /^(\d{1,7})-(\d{1,7})$/;
const NAMES = ['compare', 'compareA', 'compareB'] as const;

/** Returns the groups of an address, or null if it has none. A value that the field does not have is empty. */
export function readGroups(params: URLSearchParams): ComparedGroups | null {
  const [compare, a, b] = NAMES.map((name) => params.get(name) ?? '');
  const [, first, second] = revisions.exec(compare ?? '') ?? [];
  if (first && second) return withoutUnknown({ field: 'revision', a: first, b: second });
  const field = comparedField.safeParse(compare);
  return field.success ? withoutUnknown({ field: field.data, a: a ?? '', b: b ?? '' }) : null;
}

function withoutUnknown({ field, a, b }: ComparedGroups): ComparedGroups {
  const known = (value: string) => (filterByValue(field, value) ? value : '');
  return { field, a: known(a), b: known(b) };
}

/** Returns the address with other groups. */
export function withGroups(params: URLSearchParams, { field, a, b }: ComparedGroups) {
  const next = new URLSearchParams(params);
  for (const name of NAMES) next.delete(name);
  if (field === 'revision' && a !== '' && b !== '') next.set('compare', `${a}-${b}`);
  else {
    next.set('compare', field);
    if (a !== '') next.set('compareA', a);
    if (b !== '') next.set('compareB', b);
  }
  // Days are those of the zone of the person who chose them.
  if (field === 'days' && !next.has('zone')) next.set('zone', zoneName());
  if (field !== 'days' && !next.has('from') && !next.has('to')) next.delete('zone');
  return next;
}

/** @param usual the groups without a choice, or null */
export function useComparedGroups(usual: ComparedGroups | null) {
  const [params, setParams] = useSearchParams();
  const chosen = readGroups(params);
  const groups = chosen ?? usual;
  /** A change that follows another at once would not find it in `groups`, so it reads the address. */
  const setGroups = (change: Partial<ComparedGroups>) =>
    setParams(
      () => {
        const now = new URLSearchParams(window.location.search);
        const before = readGroups(now) ?? groups ?? { field: 'revision', a: '', b: '' };
        return withGroups(now, { ...before, ...change });
      },
      { replace: true, preventScrollReset: true },
    );
  return { groups, isChosen: chosen !== null, setGroups };
}
