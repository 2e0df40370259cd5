// Parts of every form field: label, the line for hint or error, and the ids that connect them.
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

export interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  /** A sentence; announced, and shown in place of the hint. */
  error?: string | undefined;
  /** Stands opposite to the hint, such as a character count. */
  counter?: ReactNode;
  /** Hides the label from the eye, not from a screen reader. */
  hideLabel?: boolean | undefined;
  /**
   * The longest message that may appear under the field. Its room is reserved at every width, so
   * that no message moves the page. One line by default; null if no message can appear.
   */
  room?: string | null | undefined;
  /** Opposite to the label, such as an offer to fill the field. */
  aside?: ReactNode;
  /** A button in line with the control; below the message where the window is narrow. */
  beside?: ReactNode;
}

/** Properties of a field, apart from those of its control. */
interface FieldLook extends FieldTexts {
  className?: string | undefined;
}

/** Parts what the field shows from what its control takes. */
export function partField<Props extends FieldLook>(props: Props) {
  const { label, hint, error, counter, hideLabel, room, aside, beside, className, ...control } =
    props;
  return {
    field: { label, hint, error, counter, hideLabel, room, aside, beside, className },
    control,
  };
}

interface FieldProps extends FieldLook {
  children: (ids: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean | undefined;
  }) => ReactNode;
}

export const controlHeight = 'h-control';

export const controlStyle =
  'w-full rounded-md border border-line-strong bg-surface px-3 text-base text-text placeholder:text-muted transition-[border-color,box-shadow] [&:not(select)]:read-only:bg-sunken hover:border-text focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger disabled:border-line disabled:bg-sunken disabled:text-muted';

/** A line's height without a word in it. */
const LINE = '\u00a0';

export function Field({ label, hideLabel, aside, beside, className, ...rest }: FieldProps) {
  const { hint, error, counter, room = hideLabel ? null : LINE, children } = rest;
  const id = useId();
  const described = [error ? `${id}-error` : hint && `${id}-hint`, counter && `${id}-counter`];
  return (
    <div
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] gap-x-3 gap-y-1.5',
        Boolean(beside) && 'sm:grid-cols-[minmax(0,1fr)_auto]',
        className,
      )}
    >
      <div
        className={
          hideLabel ? 'sr-only' : 'flex flex-wrap items-baseline justify-between gap-x-4 text-sm'
        }
      >
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {aside}
      </div>
      <div className="col-start-1 min-w-0">
        {children({
          id,
          'aria-describedby': described.filter(Boolean).join(' ') || undefined,
          'aria-invalid': error ? true : undefined,
        })}
      </div>
      <Message id={id} hint={hint} error={error} counter={counter} room={room} />
      {beside && <div className="grid sm:col-start-2 sm:row-start-2">{beside}</div>}
    </div>
  );
}

interface MessageProps extends Pick<FieldTexts, 'hint' | 'error' | 'counter'> {
  id: string;
  room: string | null;
}

/** Hint, error and the longest message overlap, so the highest of them sets the height. */
function Message({ id, hint, error, counter, room }: MessageProps) {
  if (room === null && !hint && !error && !counter) return null;
  return (
    <div className="col-start-1 flex justify-between gap-4 text-muted text-sm">
      <div
        data-room={room ?? ''}
        className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] content-start *:[grid-area:1/1] before:invisible before:pl-6 before:content-[attr(data-room)] before:[grid-area:1/1]"
      >
        {hint && (
          <div id={`${id}-hint`} className={error ? 'invisible' : undefined}>
            {hint}
          </div>
        )}
        {error && (
          <p id={`${id}-error`} role="alert" className="flex gap-2 text-danger">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
      {counter && (
        <span id={`${id}-counter`} className="shrink-0 tabular-nums">
          {counter}
        </span>
      )}
    </div>
  );
}
