// What every form field shares: label, hint, error sentence, and how they are tied together.
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

export interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  /** A sentence; shown and announced when present. */
  error?: string | undefined;
  /** Stands opposite to the hint, such as a character count. */
  counter?: ReactNode;
  /** Hides the label from the eye, not from a screen reader. */
  hideLabel?: boolean;
}

interface FieldProps extends FieldTexts {
  className?: string | undefined;
  children: (ids: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean | undefined;
  }) => ReactNode;
}

export const controlStyle =
  'w-full rounded-md border border-line-strong bg-surface px-3 text-base text-text placeholder:text-muted transition-[border-color,box-shadow] read-only:bg-sunken hover:border-text focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger disabled:border-line disabled:bg-sunken disabled:text-muted';

export function Field({ label, hint, error, counter, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`, counter && `${id}-counter`];
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <label
        htmlFor={id}
        className={hideLabel ? 'sr-only' : 'justify-self-start font-semibold text-sm'}
      >
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <div className="flex justify-between gap-4 text-muted text-sm empty:hidden">
        {(hint || error) && (
          <div className="min-w-0">
            {error && (
              <p id={`${id}-error`} role="alert" className="text-danger">
                {error}
              </p>
            )}
            {hint && <div id={`${id}-hint`}>{hint}</div>}
          </div>
        )}
        {counter && (
          <span id={`${id}-counter`} className="ml-auto shrink-0 tabular-nums">
            {counter}
          </span>
        )}
      </div>
    </div>
  );
}
