// The filters of a phone: a button that opens them in a sheet from below, where each field folds.
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Name } from '#web/ui/name.tsx';
import { type MenuChipProps, OptionRow, row, useDates } from './filter-chip.tsx';

interface FilterSheetProps {
  /** Number of fields that select people. */
  active: number;
  /** Number of people who match: '57 people'. */
  people: string | null;
  onClear: () => void;
  /** The fields, each a `MenuSection` or a `DateSection`. */
  children: ReactNode;
}

export function FilterSheet({ active, people, onClear, children }: FilterSheetProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="secondary"
        icon={<SlidersHorizontal aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
      >
        Filters{' '}
        {active > 0 && (
          <span className="rounded-full bg-accent px-1.5 text-on-accent text-xs tabular-nums">
            {active}
          </span>
        )}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        size="sheet"
        title="Filters"
        actions={
          <>
            {active > 0 && (
              <Button variant="secondary" onClick={onClear}>
                Clear
              </Button>
            )}
            <Button onClick={close}>{people === null ? 'Done' : `Show ${people}`}</Button>
          </>
        }
      >
        <div className="divide-y divide-line border-line border-y">{children}</div>
      </Dialog>
    </>
  );
}

interface SectionProps {
  label: string;
  /** The selected options in words, or null if all are included. */
  chosen: string | null;
  children: ReactNode;
}

function Section({ label, chosen, children }: SectionProps) {
  return (
    <details className="group">
      <summary className="flex min-h-control cursor-pointer list-none items-center gap-3 py-2">
        <span className="font-medium">{label}</span>
        <span className="min-w-0 grow truncate text-end text-accent text-sm">
          {chosen !== null && <Name>{chosen}</Name>}
        </span>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  );
}

/** A field with a list of values, as `MenuChip`. */
export function MenuSection({ label, chosen, options, values, many, ...rest }: MenuChipProps) {
  const { groups = [], nothing, onChange, onRemove } = rest;
  const toggle = (value: string) => {
    if (!values.includes(value)) onChange(many ? [...values, value] : [value]);
    else if (many) onChange(values.filter((one) => one !== value));
    else onRemove?.();
  };
  return (
    <Section label={label} chosen={chosen}>
      {groups.length > 0 && (
        <div className="flex flex-wrap gap-2 pb-2">
          {groups.map((group) => (
            <Button
              key={group.label}
              size="sm"
              variant="secondary"
              onClick={() => onChange([...group.values])}
            >
              {group.label}
            </Button>
          ))}
        </div>
      )}
      {options.map((option) => (
        <label
          key={option.value}
          data-state={values.includes(option.value) ? 'checked' : undefined}
          className={`${row} has-focus-visible:outline-2`}
        >
          <input
            type="checkbox"
            className="sr-only"
            checked={values.includes(option.value)}
            onChange={() => toggle(option.value)}
          />
          <OptionRow option={option} many={many} />
        </label>
      ))}
      {options.length === 0 && <p className="text-muted text-sm">{nothing}</p>}
    </Section>
  );
}

export function DateSection(props: Parameters<typeof useDates>[0]) {
  const { label, chosen, fields } = useDates(props);
  return (
    <Section label={label} chosen={chosen}>
      <div className="grid gap-3">{fields}</div>
    </Section>
  );
}
