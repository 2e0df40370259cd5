// Finds things of a list by a part of their text.
import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from './button.tsx';
import { TextField } from './text-field.tsx';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  maxLength: number;
  text: string;
  onTextChange: (text: string) => void;
  className: string;
}

export function SearchBox({ label, placeholder, maxLength, ...rest }: SearchBoxProps) {
  const { text, onTextChange, className } = rest;
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
        label={label}
        hideLabel
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={maxLength}
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
