// A few choices side by side, of which one holds.
import { type ReactNode, useId } from 'react';

interface ChoiceGroupProps<Id extends string> {
  /** Name of the choice for screen readers. */
  label: string;
  choices: readonly { id: Id; label: ReactNode }[];
  value: Id;
  onChange: (id: Id) => void;
}

export function ChoiceGroup<Id extends string>({ label, choices, ...rest }: ChoiceGroupProps<Id>) {
  const group = useId();
  return (
    <fieldset className="relative flex rounded-md border border-line bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {choices.map(({ id, label: name }) => (
        <label
          key={id}
          className="grid h-8.5 cursor-pointer pointer-coarse:h-11 place-items-center whitespace-nowrap rounded-sm px-3 max-[22rem]:px-2 font-semibold text-muted text-sm hover:text-text has-checked:bg-surface has-checked:text-text has-checked:shadow-sm forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={group}
            checked={rest.value === id}
            onChange={() => rest.onChange(id)}
            className="sr-only"
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
