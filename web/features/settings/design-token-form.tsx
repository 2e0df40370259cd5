// The owner's form: a token is pasted, tried and kept; a set one can be replaced or removed.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { designToken } from '#contract/design-token.api.ts';
import { type DesignTokenState, designTokenInput } from '#contract/design-token.ts';
import { call } from '#web/lib/api.ts';
import { sentenceOf } from '#web/lib/api-error.ts';
import { showFieldErrors } from '#web/lib/form-errors.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.store.ts';
import { designTokenQuery } from './design-token.query.ts';

export function DesignTokenForm({ state }: { state: DesignTokenState }) {
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: zodResolver(designTokenInput),
    mode: 'onSubmit',
    defaultValues: { token: '' },
  });
  const saving = useMutation({
    mutationFn: (token: string) => call(designToken.set, { body: { token } }),
    onSuccess: (saved) => {
      form.reset();
      queryClient.setQueryData(designTokenQuery.queryKey, saved);
      toast.success('The token is saved.');
    },
    onError: (error) => {
      showFieldErrors(error, form.setError, ['token']);
      toast.error(sentenceOf(error, 'The token could not be saved. Please try again.'));
    },
  });
  const { errors, isDirty } = form.formState;
  useUnsavedChanges(isDirty && !saving.isPending);
  const submit = form.handleSubmit(({ token }) => saving.mutate(token));
  const isSet = state.own !== null;
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        label={isSet ? 'Another token' : 'Access token'}
        type="password"
        autoComplete="off"
        spellCheck={false}
        hint={`A personal access token of ${state.tool} with the scope file_content:read. Saving tries it once.`}
        error={errors.token?.message}
        {...form.register('token')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving.isPending}>
          {isSet ? 'Replace token' : 'Save token'}
        </Button>
        {isSet && <RemoveToken state={state} />}
      </div>
    </form>
  );
}

function RemoveToken({ state: { otherwise } }: { state: DesignTokenState }) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const removal = useMutation({
    mutationFn: () => call(designToken.remove),
    onSuccess: async ({ message }) => {
      setAsking(false);
      await queryClient.invalidateQueries({ queryKey: designTokenQuery.queryKey });
      toast.success(message);
    },
  });
  return (
    <>
      <Button type="button" variant="quiet" onClick={() => setAsking(true)}>
        Remove token
      </Button>
      <ConfirmDialog
        open={asking}
        title="Remove the token?"
        confirmLabel="Remove"
        busyLabel="Removing..."
        busy={removal.isPending}
        error={
          removal.isError
            ? sentenceOf(removal.error, 'The token could not be removed. Please try again.')
            : undefined
        }
        onConfirm={() => removal.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>{consequences[otherwise]} Pictures that are there stay.</p>
      </ConfirmDialog>
    </>
  );
}

const consequences = {
  installation: 'New screens are then read with this installation’s token.',
  browser: 'Pictures of new screens are then taken by a browser, and are approximate.',
  none: 'New screens then get no pictures, and no heatmaps.',
};
