// Native radio buttons side by side, so that arrow keys and screen readers work: scales, and yes or no.
import { useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import './panel.css';

interface RadioRowProps<T extends string | number> {
  /** The question above the buttons, or the id of an element that has it. */
  question: string | { labelledBy: string };
  /** Id of a sentence about what is missing. */
  describedBy?: string | undefined;
  options: readonly {
    value: T;
    label: string;
    /** Announced by screen readers after the label, such as the meaning of a scale's end. */
    meaning?: string;
  }[];
  /** Labels of the scale's ends. */
  ends?: readonly [first: string, last: string];
  value: T | null;
  onChange: (value: T) => void;
}

/** From this number of buttons on, they stand in two rows in a narrow window. */
const TWO_ROWS_FROM = 8;

export function RadioRow<T extends string | number>(props: RadioRowProps<T>) {
  const { question, describedBy, options, ends, value, onChange } = props;
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={typeof question === 'string' ? id : question.labelledBy}
      aria-describedby={describedBy}
      className="grid gap-2"
    >
      {typeof question === 'string' && (
        <p id={id} className="font-semibold">
          {question}
        </p>
      )}
      <div
        className={classNames(
          'grid auto-cols-fr grid-flow-col gap-1 sm:gap-2',
          options.length >= TWO_ROWS_FROM && 'two-rows',
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className="relative grid h-11 cursor-pointer place-items-center tabular-nums"
          >
            <input
              type="radio"
              aria-label={option.meaning && `${option.label}, ${option.meaning}`}
              name={id}
              value={option.value}
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
      {ends?.some(Boolean) && (
        <p aria-hidden className="flex justify-between gap-4 text-muted text-sm">
          <span dir="auto">{ends[0]}</span>
          <span dir="auto" className="text-right">
            {ends[1]}
          </span>
        </p>
      )}
    </div>
  );
}

/** The button fills the answer's area, so that the focus ring surrounds all of it. */
const radioStyle = classNames(
  'radio-button peer absolute inset-0 size-full cursor-pointer appearance-none rounded-md border border-line-strong bg-surface transition-colors',
  'hover:border-text hover:bg-hover checked:border-accent checked:bg-accent',
  'forced-colors:checked:bg-[Highlight] forced-colors:forced-color-adjust-none',
);

interface Scale {
  from: number;
  to: number;
  /** Words of the ends. */
  low: string;
  high: string;
}

/** Returns the options and the ends of a scale. */
export function scaleRow({ from, to, low, high }: Scale) {
  const options = Array.from({ length: to - from + 1 }, (_, index) => {
    const value = from + index;
    const meaning = (value === from && low) || (value === to && high);
    return { value, label: String(value), ...(meaning && { meaning: meaning.toLowerCase() }) };
  });
  return { options, ends: [low, high] as const };
}

export const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;
