// The form that sets the company's name.
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { tooLong } from '#contract/text.ts';
import { workspaces } from '#contract/workspaces.api.ts';
import { userInfoQuery } from '#web/entities/account/account.query.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { companyName } from '#web/entities/storage-keys.ts';
import { call } from '#web/lib/api.ts';
import { serverSentenceOf } from '#web/lib/api-error.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';

interface CompanyFormOptions {
  /** The stored name; empty when there is none yet. */
  current: string;
  onSaved: () => Promise<void> | void;
}

/** A form of one field. Save is possible as soon as the name is not empty (section 5) and is another. */
export function useCompanyForm({ current, onSaved }: CompanyFormOptions) {
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: zodResolver(workspaces.setCompany.body),
    mode: 'onTouched',
    values: { company: current },
  });
  const saving = useCall((company: string) => call(workspaces.setCompany, { body: { company } }), {
    onSuccess: async (_, company) => {
      companyName.write(company);
      queryClient.setQueryData(userInfoQuery.queryKey, (info) => info && { ...info, company });
      await onSaved();
      // Tests contain the company's name too.
      await queryClient.invalidateQueries({ queryKey: queryKeys.test.key });
    },
    failed: (error) => serverSentenceOf(error, 'Something went wrong'),
    onFailure: (message) => form.setError('company', { message }),
  });
  useUnsavedChanges(form.formState.isDirty && !saving.isPending);
  return {
    /** All that the field needs. */
    field: {
      label: 'Company name',
      autoComplete: 'organization',
      error: form.formState.errors.company?.message,
      room: tooLong('Company name', NAME_MAX_CHARACTERS),
      ...form.register('company'),
    },
    isFilled: form.watch('company').trim() !== '',
    /** Blanks at the ends are not stored. */
    isChanged: form.watch('company').trim() !== current.trim(),
    isSaving: saving.isPending,
    submit: form.handleSubmit(({ company }) => saving.mutate(company)),
  };
}
