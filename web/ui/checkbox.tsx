// A yes-or-no field of a form.
import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
}

export function Checkbox({ label, className, ...input }: CheckboxProps) {
  return (
    <label className={classNames('flex items-start gap-2.5 text-sm', className)}>
      <span className="relative mt-px grid shrink-0 place-items-center">
        <input
          type="checkbox"
          {...input}
          className="peer size-4.5 cursor-[inherit] appearance-none rounded-sm border border-line-strong bg-surface checked:border-accent checked:bg-accent disabled:opacity-60"
        />
        <Check
          aria-hidden
          strokeWidth={3.5}
          className="pointer-events-none absolute size-3 text-on-accent opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span>{label}</span>
    </label>
  );
}
