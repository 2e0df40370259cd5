// Finds tests by a part of their name.
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { IconButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface SearchBoxProps {
  text: string;
  onTextChange: (text: string) => void;
}

export function SearchBox({ text, onTextChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onTextChange('');
    input.current?.focus();
  };
  return (
    <search className="relative w-full sm:w-80">
      <TextField
        ref={input}
        type="search"
        label="Search tests by name"
        hideLabel
        placeholder="Search tests"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={400}
        icon={<Search aria-hidden className="size-4" />}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
      />
      {text !== '' && (
        <IconButton
          label="Clear the search"
          icon={<X aria-hidden className="size-4" />}
          className="absolute top-0.5 right-0.5"
          onClick={clear}
        />
      )}
    </search>
  );
}

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
