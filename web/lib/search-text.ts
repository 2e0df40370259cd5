// The text in a search box: it is searched for after a pause in typing.
import { useEffect, useState } from 'react';

/** A pause in typing: long enough to skip most letters, short enough to feel immediate. */
const PAUSE_MS = 250;

interface Search {
  /** The current search. */
  search: string;
  /** Kept from one painting to the next: the pause begins again with another one. */
  setSearch: (search: string) => void;
}

/** @returns the text in the search box, and how to change it. */
export function useSearchText({ search, setSearch }: Search) {
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  // Changed elsewhere: by a button, or by going back. What is typed meanwhile stays, and is searched for next.
  if (known !== search) {
    setKnown(search);
    if (text.trim() === known) setText(search);
  }
  useEffect(() => {
    const next = text.trim();
    if (next === search) return;
    const timer = setTimeout(() => setSearch(next), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, search, setSearch]);
  return [text, setText] as const;
}
