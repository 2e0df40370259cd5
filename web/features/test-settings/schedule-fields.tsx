// Date and time at which a test closes, in the creator's zone.
import { useId } from 'react';
import { CLOSE_DATE_PAST } from '#contract/tests.ts';
import { zoneName } from '#web/lib/format-time.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CLOSE_TIME_PAST, localDateTime, type SettingsFormApi } from './settings-form.ts';

interface ScheduleFieldsProps {
  form: SettingsFormApi;
  /** Layout of explanation and fields. */
  className: string;
}

export function ScheduleFields({ form, className }: ScheduleFieldsProps) {
  const id = useId();
  const { errors } = form.formState;
  const clear = () => {
    const options = { shouldDirty: true, shouldValidate: true };
    form.setValue('date', '', options);
    form.setValue('time', '', options);
  };
  // One check covers both fields, so a change of one validates the other too.
  const both = { deps: ['date' as const, 'time' as const] };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend can't take part in the row's columns.
    <div
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-zone`}
      className={className}
    >
      <div>
        <p id={`${id}-title`} className="font-semibold text-sm">
          Scheduled close
        </p>
        <p id={`${id}-zone`} className="mt-0.5 text-muted text-sm">
          The test closes at this date and time, in your time zone:{' '}
          <span className="font-semibold text-text">{zoneName()}</span>.
        </p>
      </div>
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:max-w-2xl">
        <TextField
          label="Date"
          type="date"
          min={localDateTime(new Date()).date}
          room={CLOSE_DATE_PAST}
          error={errors.date?.message}
          {...form.register('date', both)}
        />
        <TextField
          label="Time"
          type="time"
          room={CLOSE_TIME_PAST}
          error={errors.time?.message}
          beside={
            // Always there, for what is half entered too.
            <Button variant="secondary" onClick={clear}>
              Clear
            </Button>
          }
          {...form.register('time', both)}
        />
      </div>
    </div>
  );
}
