// One line of text; passes everything a native input takes, ref included.
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { controlStyle, Field, type FieldTexts } from './field.tsx';

interface TextFieldProps extends FieldTexts, ComponentProps<'input'> {
  /** Stands inside the field, in front of the text. */
  icon?: ReactNode;
}

export function TextField({
  label,
  hint,
  error,
  counter,
  hideLabel = false,
  icon,
  className,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, counter, hideLabel, className }}>
      {(ids) => (
        <div className="relative">
          {icon && (
            <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted">
              {icon}
            </span>
          )}
          <input
            type="text"
            {...ids}
            {...input}
            className={classNames(controlStyle, 'h-11', Boolean(icon) && 'pl-10')}
          />
        </div>
      )}
    </Field>
  );
}
