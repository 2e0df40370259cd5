// One line of text; passes everything a native input takes, ref included.
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { controlHeight, controlStyle, Field, type FieldTexts, partField } from './field.tsx';

interface TextFieldProps extends FieldTexts, ComponentProps<'input'> {
  /** Stands inside the field, in front of the text. */
  icon?: ReactNode;
}

export function TextField({ icon, ...props }: TextFieldProps) {
  const { field, control } = partField(props);
  return (
    <Field {...field}>
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
            {...control}
            className={classNames(controlStyle, controlHeight, Boolean(icon) && 'pl-10')}
          />
        </div>
      )}
    </Field>
  );
}

interface TextAreaProps extends FieldTexts, ComponentProps<'textarea'> {}

/** Several lines of text, growing with what is typed. */
export function TextArea({ rows = 4, ...props }: TextAreaProps) {
  const { field, control } = partField(props);
  return (
    <Field {...field}>
      {(ids) => (
        <textarea
          rows={rows}
          {...ids}
          {...control}
          className={classNames(
            controlStyle,
            'block field-sizing-content max-h-96 py-2.5',
            rows > 1 ? 'min-h-28' : 'min-h-control',
          )}
        />
      )}
    </Field>
  );
}
