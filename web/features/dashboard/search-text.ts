// What is searched for, kept in the address (`?search=`), so that a reload or a link finds it.
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** A pause in typing: long enough to skip most letters, short enough to feel immediate. */
const PAUSE_MS = 250;
const PARAM = 'search';

/** @returns the text in the box, how to change it, and the text to search for after a pause. */
export function useSearchText() {
  const [params, setParams] = useSearchParams();
  const searched = params.get(PARAM) ?? '';
  const [text, setText] = useState(searched);

  useEffect(() => {
    const next = text.trim();
    if (next === searched) return;
    const timer = setTimeout(() => {
      setParams(next === '' ? {} : { [PARAM]: next }, { replace: true, preventScrollReset: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, searched, setParams]);

  return { text, setText, searched };
}
