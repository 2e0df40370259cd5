// A choice from a list: the browser's own select, so that it works on every device. Any choice is
// valid, so it has no line for errors.
import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { controlHeight, controlStyle, Field, type FieldTexts, partField } from './field.tsx';

interface SelectProps extends FieldTexts, ComponentProps<'select'> {
  options: { value: string; label: string; disabled?: boolean }[];
  /** Picture of the selected option. */
  icon?: ReactNode;
}

export function Select({ options, icon, ...props }: SelectProps) {
  const { field, control } = partField({ room: null, ...props });
  return (
    <Field {...field}>
      {(ids) => (
        <div className="relative">
          {icon && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted"
            >
              {icon}
            </span>
          )}
          <select
            {...ids}
            {...control}
            className={classNames(
              controlStyle,
              controlHeight,
              'appearance-none truncate pr-10',
              Boolean(icon) && 'pl-10',
            )}
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
