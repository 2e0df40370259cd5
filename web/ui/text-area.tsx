// Several lines of text, growing with what is typed.
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlStyle, Field, type FieldTexts } from './field.tsx';

interface TextAreaProps extends FieldTexts, ComponentProps<'textarea'> {}

export function TextArea({
  label,
  hint,
  error,
  counter,
  hideLabel = false,
  className,
  rows = 4,
  ...input
}: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, counter, hideLabel, className }}>
      {(ids) => (
        <textarea
          rows={rows}
          {...ids}
          {...input}
          className={classNames(controlStyle, 'field-sizing-content max-h-96 min-h-28 py-2.5')}
        />
      )}
    </Field>
  );
}
