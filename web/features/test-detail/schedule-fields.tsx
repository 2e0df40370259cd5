// Date and time at which a test closes, in the creator's zone.
import { useId } from 'react';
import { zoneName } from '#web/lib/format-time.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { localDateTime } from './settings-form.ts';
import type { SettingsFormApi } from './settings-tab.tsx';

export function ScheduleFields({ form }: { form: SettingsFormApi }) {
  const id = useId();
  const { errors } = form.formState;
  const [date, time] = form.watch(['date', 'time']);
  const clear = () => {
    const options = { shouldDirty: true, shouldValidate: true };
    form.setValue('date', '', options);
    form.setValue('time', '', options);
  };
  // One check covers both fields: each change asks about the other one too.
  const both = { deps: ['date' as const, 'time' as const] };
  return (
    <fieldset aria-describedby={`${id}-zone`} className="grid min-w-0 gap-3">
      <legend className="font-semibold text-sm">Scheduled close</legend>
      <p id={`${id}-zone`} className="mt-1 text-muted text-sm">
        The test closes at this date and time, in your time zone:{' '}
        <span className="font-semibold text-text">{zoneName()}</span>.
      </p>
      <div className="flex flex-wrap items-start gap-3 max-sm:grid max-sm:grid-cols-1">
        <TextField
          label="Date"
          type="date"
          min={localDateTime(new Date()).date}
          className="min-w-0 sm:w-44"
          error={errors.date?.message}
          {...form.register('date', both)}
        />
        <TextField
          label="Time"
          type="time"
          className="min-w-0 sm:w-36"
          error={errors.time?.message}
          {...form.register('time', both)}
        />
        <Button
          variant="quiet"
          className="max-sm:justify-self-start sm:mt-6.75"
          disabled={date === '' && time === ''}
          onClick={clear}
        >
          Clear
        </Button>
      </div>
    </fieldset>
  );
}
