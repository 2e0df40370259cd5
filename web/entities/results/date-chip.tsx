// Days of the filter: from one to another, both included, in UTC as the server counts them.
import { Popover } from 'radix-ui';
import type { ResultFilter } from '#contract/result-filter.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { Unset } from './filter.ts';
import { Chip } from './filter-chip.tsx';
import { daysText } from './filter-options.ts';

interface DateChipProps {
  filter: ResultFilter;
  setFilter: (change: Unset<ResultFilter>) => void;
}

export function DateChip({ filter: { from, to }, setFilter }: DateChipProps) {
  return (
    <Chip
      label="Date"
      chosen={daysText({ from, to })}
      onRemove={() => setFilter({ from: undefined, to: undefined })}
    >
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
              <TextField
                type="date"
                label="First day"
                room={null}
                max={to}
                value={from ?? ''}
                onChange={({ target }) => setFilter({ from: target.value || undefined })}
              />
              <TextField
                type="date"
                label="Last day"
                room={null}
                min={from}
                value={to ?? ''}
                onChange={({ target }) => setFilter({ to: target.value || undefined })}
              />
              <p className="text-muted text-xs">Days begin at 0:00 UTC.</p>
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </Chip>
  );
}
