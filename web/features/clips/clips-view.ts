// Which clips of a test are listed, in the address: the page's filter, and the person and words of the clips.
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { sessionId } from '#contract/ids.ts';
import type { ClipsFilter } from '#web/entities/clip/clip.query.ts';
import { filterQuery } from '#web/entities/results/filter.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';

const SEARCH_MAX_CHARACTERS = 200;

/** Names in the address; `person` is a session's id. */
type Field = 'person' | 'words' | 'reel';

export function useClipsView() {
  const { filter } = useResultFilter();
  const [params, setParams] = useSearchParams();
  const text = (name: Field) => params.get(name) ?? '';
  const [person, words] = [text('person'), text('words')];
  const query = useMemo(
    (): ClipsFilter => ({
      ...filterQuery(filter),
      ...(sessionId.safeParse(person).success && { person }),
      ...(words.trim() !== '' && { search: words.trim().slice(0, SEARCH_MAX_CHARACTERS) }),
    }),
    [filter, person, words],
  );
  /** Empty: taken away. */
  const set = useCallback(
    (name: Field, value: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  const setWords = useCallback((value: string) => set('words', value), [set]);
  const isFiltered = Object.keys(query).some((name) => name !== 'revision');
  return { query, person, words, reel: text('reel'), set, setWords, isFiltered };
}
