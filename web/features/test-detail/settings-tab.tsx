// Tab Settings of a test: when it takes submissions, by hand, by date, by number, once or more for each person.

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { SUBMISSIONS_MAX } from '#contract/limits.ts';
import { tests } from '#contract/tests.api.ts';
import type { Test, TestSettings, TestSettingsInput } from '#contract/tests.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { settingsQuery, testQuery } from '#web/entities/test/test.query.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { NumberField } from '#web/ui/text-field.tsx';
import { availabilityText } from './availability-text.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import { formOf, type SettingsForm, settingsSchema } from './settings-form.ts';

export function SettingsTab({ test }: { test: Test }) {
  const settings = useQuery(settingsQuery(test._id));
  if (settings.isPending) {
    return (
      <div role="status" aria-label="Loading settings" className="grid max-w-3xl gap-4">
        <Skeleton className="h-24" />
        <Skeleton className="h-40" />
        <Skeleton className="h-24" />
      </div>
    );
  }
  if (settings.data === undefined) {
    return (
      <ErrorView title="Failed to fetch settings" onRetry={() => void settings.refetch()}>
        Nothing was changed. Check your connection and try again.
      </ErrorView>
    );
  }
  return <SettingsFields test={test} settings={settings.data} />;
}

/** Sends the Settings tab's form; afterwards the stored state is shown again. */
function useSettingsForm(test: Test, settings: TestSettings) {
  const queryClient = useQueryClient();
  const form = useForm<SettingsForm, unknown, TestSettingsInput>({
    resolver: zodResolver(settingsSchema(settings, Date.now)),
    mode: 'onChange',
    // Shows what another person saved meanwhile; keeps what is being changed here.
    values: formOf(settings),
    resetOptions: { keepDirtyValues: true },
  });
  const saving = useMutation({
    mutationFn: (body: TestSettingsInput) =>
      call(tests.saveSettings, { params: { id: test._id }, body }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(settingsQuery(test._id).queryKey, saved);
      // Also where it differs from what was typed: an hour that the clock change leaves out, say.
      form.reset(formOf(saved), { keepDirtyValues: false });
      toast.success('Settings saved successfully');
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: testQuery(test._id).queryKey, exact: true }),
        queryClient.invalidateQueries({ queryKey: queryKeys.testList.key }),
      ]);
    },
    onError: (error) => {
      const sentences = error instanceof ApiError ? error.fields : {};
      if (sentences.close_date) form.setError('date', { message: sentences.close_date });
      if (sentences.number_of_submission) {
        form.setError('limit', { message: sentences.number_of_submission });
      }
      toast.error('Failed to save settings.');
    },
  });
  useUnsavedChanges(form.formState.isDirty && !saving.isPending);
  return {
    form,
    isSaving: saving.isPending,
    submit: form.handleSubmit((input) => saving.mutate(input)),
  };
}

/** What the fields of the form register with. */
export type SettingsFormApi = ReturnType<typeof useSettingsForm>['form'];

/** The form of the Settings tab; Save is possible only after a change (section 4). */
function SettingsFields({ test, settings }: { test: Test; settings: TestSettings }) {
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
          hint="No one can start it until it is opened again. Participants who have started may finish."
          {...form.register('closed')}
        />
        <hr className="border-line" />
        <ScheduleFields form={form} />
        <hr className="border-line" />
        <LimitField form={form} />
        <hr className="border-line" />
        <Switch
          label="Allow repeat submissions"
          hint="Off: a browser that has finished this test cannot start it again. Names decide nothing."
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
