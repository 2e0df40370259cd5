// A switch with immediate effect: a native checkbox in the role of a switch.
import { type ComponentProps, type ReactNode, useId } from 'react';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode;
  hint?: ReactNode;
  /** Layout of words and switch; words left, switch right by default. */
  className?: string;
}

export function Switch({
  label,
  hint,
  className = 'flex items-start justify-between gap-4',
  ...input
}: SwitchProps) {
  const id = useId();
  return (
    <div>
      <label className={className}>
        <span className="grid gap-0.5">
          <span className="font-semibold text-sm">{label}</span>
          {hint && (
            <span id={`${id}-hint`} className="text-muted text-sm">
              {hint}
            </span>
          )}
        </span>
        <span className="relative inline-flex shrink-0 items-center self-start justify-self-start">
          <input
            type="checkbox"
            // biome-ignore lint/a11y/useAriaPropsForRole: the checkbox itself says whether it is checked.
            role="switch"
            aria-describedby={hint ? `${id}-hint` : undefined}
            {...input}
            className="peer h-6 w-11 cursor-[inherit] appearance-none rounded-full border border-line-strong bg-sunken transition-colors checked:border-accent checked:bg-accent disabled:opacity-60 forced-colors:checked:bg-[color:Highlight]"
          />
          <span className="pointer-events-none absolute left-1 size-4 rounded-full bg-line-strong transition-[translate,background-color] peer-checked:translate-x-5 peer-checked:bg-on-accent forced-colors:bg-[color:ButtonText] forced-colors:peer-checked:bg-[color:HighlightText]" />
        </span>
      </label>
    </div>
  );
}
