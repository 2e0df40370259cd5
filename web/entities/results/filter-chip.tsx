// One field of the filter bar: a chip that opens its options and shows the selected ones.
import { ChevronDown, X } from 'lucide-react';
import { DropdownMenu, Popover } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import type { ResultFilter } from '#contract/result-filter.ts';
import { zoneName } from '#web/lib/format-time.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Name } from '#web/ui/name.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Unset } from './filter.ts';
import { daysText, type FilterOption } from './filter-options.ts';
import { OutcomeSwatch } from './outcome-badge.tsx';

const chip = 'flex shrink-0 items-center rounded-full border text-sm transition-colors';
const looks = {
  on: 'border-accent/40 bg-accent-soft text-accent forced-colors:border-[color:Highlight]',
  off: 'border-line-control bg-surface text-text',
};

interface ChipProps {
  label: string;
  /** The selected options in words, or null if all are included. */
  chosen: string | null;
  /** Takes the choice away; absent: there is always one. */
  onRemove?: (() => void) | undefined;
  /** The button that opens something. */
  children?: (trigger: ReactNode) => ReactNode;
}

/**
 * @param children puts the button in the place that it opens; without it the chip only shows the
 * selection
 */
export function Chip({ label, chosen, onRemove, children }: ChipProps) {
  const text = chosen === null ? label : `${label}: ${chosen}`;
  return (
    <div className={classNames(chip, chosen === null ? looks.off : looks.on)}>
      {children ? children(<ChipButton text={text} />) : <ChipText text={text} />}
      {chosen !== null && onRemove && (
        <button
          type="button"
          aria-label={`Remove ${label.toLowerCase()}`}
          onClick={onRemove}
          className="-ml-2 grid h-control-sm w-8 place-items-center rounded-full hover:bg-hover"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}

function ChipText({ text }: { text: string }) {
  return (
    <span title={text} className="max-w-72 truncate py-1.5 pr-3 pl-3.5 font-medium">
      <Name>{text}</Name>
    </span>
  );
}

function ChipButton({ text, ...rest }: ComponentProps<'button'> & { text: string }) {
  return (
    <button
      type="button"
      {...rest}
      className="flex h-control-sm max-w-72 items-center gap-1 rounded-full pr-2.5 pl-3.5 font-medium hover:bg-hover"
    >
      <span className="truncate">
        <Name>{text}</Name>
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0 opacity-70" />
    </button>
  );
}

export interface MenuChipProps extends Omit<ChipProps, 'children'> {
  options: readonly FilterOption[];
  values: readonly string[];
  /** Several values, or one. */
  many: boolean;
  onChange: (values: string[]) => void;
  /** Named groups of values, above the values. */
  groups?: readonly { label: string; values: readonly string[] }[];
  /** Text in place of missing options. */
  nothing: string;
}

/** Opens a list of values; of several the list stays open. */
export function MenuChip({ options, values, many, onChange, groups = [], ...rest }: MenuChipProps) {
  const { nothing, ...menuProps } = rest;
  const toggle = (value: string) => {
    if (!many) onChange([value]);
    else
      onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
  };
  return (
    <Chip {...menuProps}>
      {(trigger) => (
        // A modal menu would inject an inline style, which the content policy forbids.
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content
              align="start"
              sideOffset={6}
              collisionPadding={8}
              className={list}
            >
              {groups.map((group) => (
                <DropdownMenu.Item
                  key={group.label}
                  className={row}
                  onSelect={() => onChange([...group.values])}
                >
                  {group.label}
                </DropdownMenu.Item>
              ))}
              {groups.length > 0 && <DropdownMenu.Separator className="my-1.5 h-px bg-line" />}
              {options.map((option) => (
                <DropdownMenu.CheckboxItem
                  key={option.value}
                  checked={values.includes(option.value)}
                  onSelect={(event) => {
                    if (many) event.preventDefault();
                    toggle(option.value);
                  }}
                  className={row}
                >
                  <OptionRow option={option} many={many} />
                </DropdownMenu.CheckboxItem>
              ))}
              {options.length === 0 && <p className="px-3 py-2 text-muted text-sm">{nothing}</p>}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      )}
    </Chip>
  );
}

const list =
  'appear z-40 max-h-[min(24rem,var(--radix-dropdown-menu-content-available-height))] min-w-56 max-w-[min(24rem,calc(100vw-1rem))] overflow-y-auto rounded-lg border border-line bg-raised p-1.5 shadow-lg';
export const row =
  'group flex min-h-control-sm cursor-pointer select-none items-center gap-2.5 rounded-md px-3 py-1.5 text-sm outline-none data-[highlighted]:bg-hover forced-colors:data-[highlighted]:bg-[color:Highlight] forced-colors:data-[highlighted]:text-[color:HighlightText] forced-colors:data-[highlighted]:forced-color-adjust-none';

export function OptionRow({ option, many }: { option: FilterOption; many: boolean }) {
  return (
    <>
      <span
        aria-hidden
        className={classNames(
          'grid size-4 shrink-0 place-items-center border border-line-strong text-on-accent group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent',
          many ? 'rounded-sm' : 'rounded-full',
        )}
      >
        <span className="hidden size-1.5 rounded-full bg-current group-data-[state=checked]:block forced-colors:bg-[color:Highlight]" />
      </span>
      {option.outcome && <OutcomeSwatch outcome={option.outcome} />}
      <span className="min-w-0 grow truncate">
        <Name>{option.label}</Name>
      </span>
      {option.people !== null && (
        <span className="text-muted tabular-nums group-data-[highlighted]:text-inherit">
          {option.people}
          <span className="sr-only">{option.people === 1 ? ' person' : ' people'}</span>
        </span>
      )}
    </>
  );
}

interface DatesProps {
  filter: ResultFilter;
  setFilter: (change: Unset<ResultFilter>) => void;
}

/** Days of the filter: from one to another, both included, in the zone of the member who chose them. */
export function useDates({ filter: { from, to, zone }, setFilter }: DatesProps) {
  // The days keep their zone in the address, so that all members see the same people.
  const setDays = (days: Unset<Pick<ResultFilter, 'from' | 'to'>>) => {
    const { from: first, to: last } = { from, to, ...days };
    const isAny = first !== undefined || last !== undefined;
    setFilter({ ...days, zone: isAny ? zoneName() : undefined });
  };
  const fields = (
    <>
      <TextField
        type="date"
        label="First day"
        room={null}
        max={to}
        value={from ?? ''}
        onChange={({ target }) => setDays({ from: target.value || undefined })}
      />
      <TextField
        type="date"
        label="Last day"
        room={null}
        min={from}
        value={to ?? ''}
        onChange={({ target }) => setDays({ to: target.value || undefined })}
      />
      <p className="wrap-anywhere text-muted text-xs">
        Days in {from === undefined && to === undefined ? zoneName() : (zone ?? 'UTC')}.
      </p>
    </>
  );
  return {
    label: 'Date',
    chosen: daysText({ from, to }),
    onRemove: () => setDays({ from: undefined, to: undefined }),
    fields,
  };
}

export function DateChip(props: DatesProps) {
  const { fields, ...chipProps } = useDates(props);
  return (
    <Chip {...chipProps}>
      {(trigger) => (
        <Popover.Root>
          <Popover.Trigger asChild>{trigger}</Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              align="start"
              sideOffset={6}
              collisionPadding={8}
              aria-label="Days of the sessions"
              className="appear z-40 grid w-64 gap-3 rounded-lg border border-line bg-raised p-4 shadow-lg"
            >
              {fields}
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </Chip>
  );
}
