// Finds tests by a part of their name.
import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface SearchBoxProps {
  text: string;
  onTextChange: (text: string) => void;
  className: string;
}

export function SearchBox({ text, onTextChange, className }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onTextChange('');
    input.current?.focus();
  };
  return (
    <search className={`relative ${className}`}>
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
          className="absolute top-0 right-0"
          onClick={clear}
        />
      )}
    </search>
  );
}
