// One of a few answers, side by side: native radio buttons, so that arrow keys and screen readers know them.
import { useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';

interface RadioRowProps<T extends string | number> {
  question: string;
  options: readonly {
    value: T;
    label: string;
    /** Said by screen readers after the label, such as what an end of a scale means. */
    meaning?: string;
  }[];
  /** What the ends of a scale mean. */
  ends?: readonly [first: string, last: string];
  value: T | null;
  onChange: (value: T) => void;
}

export function RadioRow<T extends string | number>(props: RadioRowProps<T>) {
  const { question, options, ends, value, onChange } = props;
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id} className="grid gap-2">
      <p id={id} className="font-semibold">
        {question}
      </p>
      <div className="grid auto-cols-fr grid-flow-col gap-1 sm:gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative grid h-11 cursor-pointer place-items-center tabular-nums"
          >
            <input
              type="radio"
              aria-label={option.meaning && `${option.label}, ${option.meaning}`}
              name={id}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className={radioStyle}
            />
            <span className="pointer-events-none relative transition-colors peer-checked:font-semibold peer-checked:text-on-accent forced-colors:forced-color-adjust-none forced-colors:peer-checked:text-[HighlightText]">
              {option.label}
            </span>
          </label>
        ))}
      </div>
      {ends && (
        <p aria-hidden className="flex justify-between gap-4 text-muted text-sm">
          <span>{ends[0]}</span>
          <span className="text-right">{ends[1]}</span>
        </p>
      )}
    </div>
  );
}

/** The button itself fills the answer's place, so that the focus is drawn around all of it. */
const radioStyle = classNames(
  'peer absolute inset-0 size-full cursor-pointer appearance-none rounded-md border border-line-strong bg-surface transition-colors',
  'hover:border-text hover:bg-hover checked:border-accent checked:bg-accent',
  'forced-colors:checked:bg-[Highlight] forced-colors:forced-color-adjust-none',
);
