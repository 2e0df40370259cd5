// Sends the Settings tab's form; afterwards the stored state is shown again.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { tests } from '#contract/tests.api.ts';
import type { Test, TestSettings, TestSettingsInput } from '#contract/tests.ts';
import { testQuery, testsKey } from '#web/entities/test/tests.query.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { toast } from '#web/ui/toast.store.ts';
import { settingsQuery } from './settings.query.ts';
import { formOf, type SettingsForm, settingsSchema } from './settings-form.ts';

export function useSettingsForm(test: Test, settings: TestSettings) {
  const queryClient = useQueryClient();
  const form = useForm<SettingsForm, unknown, TestSettingsInput>({
    resolver: zodResolver(settingsSchema(settings, Date.now)),
    mode: 'onChange',
    // What somebody else has saved meanwhile shows; what is being changed here stays.
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
        queryClient.invalidateQueries({ queryKey: [...testsKey, 'list'] }),
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
