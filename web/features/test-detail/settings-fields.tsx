// The form of the Settings tab; Save is possible only after a change (section 4).
import { Controller } from 'react-hook-form';
import { SUBMISSIONS_MAX } from '#contract/limits.ts';
import type { Test, TestSettings } from '#contract/tests.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { availabilityText } from './availability-text.ts';
import { type SettingsFormApi, useSettingsForm } from './save-settings.ts';
import { ScheduleFields } from './schedule-fields.tsx';

interface SettingsFieldsProps {
  test: Test;
  settings: TestSettings;
}

export function SettingsFields({ test, settings }: SettingsFieldsProps) {
  const { form, isSaving, submit } = useSettingsForm(test, settings);
  const { isDirty, isValid } = form.formState;
  return (
    <form
      noValidate
      aria-label="Settings of this test"
      className="grid max-w-3xl gap-5"
      onSubmit={(event) => void submit(event)}
    >
      <p role="status" className="text-muted">
        {availabilityText(test.closed, settings)}
      </p>
      <Card className="grid gap-6">
        <Switch
          label="Close this test"
          hint="Nobody can start it until it is opened again. Whoever has started may finish."
          {...form.register('closed')}
        />
        <hr className="border-line" />
        <ScheduleFields form={form} />
        <hr className="border-line" />
        <LimitField form={form} />
        <hr className="border-line" />
        <Switch
          label="Allow repeat submissions"
          hint="Off: a browser or a name that has finished this test cannot start it again."
          {...form.register('duplicate')}
        />
      </Card>
      <div>
        <Button type="submit" disabled={!(isDirty && isValid)} busy={isSaving}>
          Save
        </Button>
      </div>
    </form>
  );
}

function LimitField({ form }: { form: SettingsFormApi }) {
  return (
    <Controller
      control={form.control}
      name="limit"
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <NumberField
          ref={ref}
          label="Submission limit"
          hint="Leave it empty for no limit."
          min={1}
          max={SUBMISSIONS_MAX}
          placeholder="No limit"
          className="max-w-64"
          value={value}
          onValueChange={onChange}
          onBlur={onBlur}
          onBeforeInput={digitsOnly}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

/** A number field drops what it cannot read without a word: 'e', '+' and '.' are not let in at all. */
function digitsOnly(event: { data?: string | null; preventDefault: () => void }): void {
  if (event.data && !/^\d+$/.test(event.data)) event.preventDefault();
}
