// A yes-or-no field of a form.
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
}

export function Checkbox({ label, className, ...input }: CheckboxProps) {
  return (
    <label className={classNames('flex items-start gap-2.5 text-sm', className)}>
      <input
        type="checkbox"
        {...input}
        className="mt-0.5 size-4.5 shrink-0 cursor-[inherit] rounded-sm accent-accent"
      />
      <span>{label}</span>
    </label>
  );
}
