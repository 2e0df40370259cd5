// A choice from a list: the browser's own select, so that it works on every device.
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlStyle, Field, type FieldTexts } from './field.tsx';

interface SelectProps extends FieldTexts, ComponentProps<'select'> {
  options: { value: string; label: string; disabled?: boolean }[];
}

export function Select({
  label,
  hint,
  error,
  counter,
  hideLabel = false,
  options,
  className,
  ...input
}: SelectProps) {
  return (
    <Field {...{ label, hint, error, counter, hideLabel, className }}>
      {(ids) => (
        <div className="relative">
          <select
            {...ids}
            {...input}
            className={classNames(controlStyle, 'h-11 appearance-none truncate pr-10')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
          />
        </div>
      )}
    </Field>
  );
}
