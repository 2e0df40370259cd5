// A checkbox with its words, as high as a control.
import type { ComponentProps, ReactNode } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
}

export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className="flex min-h-control min-w-0 cursor-pointer items-center gap-3 text-sm">
      <input type="checkbox" {...input} className="size-4 shrink-0 accent-accent" />
      <span dir="auto" className="min-w-0 text-start [overflow-wrap:anywhere]">
        {label}
      </span>
    </label>
  );
}
