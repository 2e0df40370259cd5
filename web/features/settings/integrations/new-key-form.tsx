// The form of a new API key.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { apiKeys } from '#contract/api-keys.api.ts';
import { type ApiKey, apiKeyInput } from '#contract/api-keys.ts';
import type { KeyScope } from '#contract/endpoint.ts';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { tooLong } from '#contract/text.ts';
import { call } from '#web/lib/api.ts';
import { showFieldErrors } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { apiKeysQuery } from './integrations.query.ts';

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: '', label: 'No end' },
];
const scopes = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
];

/** Form fields contain texts. */
const keyForm = z.object({
  name: apiKeyInput.shape.name,
  scope: apiKeyInput.shape.scope,
  days: z.string(),
});

export function NewKeyForm({
  onCreated,
}: {
  onCreated: (created: { key: string; apiKey: ApiKey }) => void;
}) {
  const form = useForm({
    resolver: zodResolver(keyForm),
    mode: 'onSubmit',
    defaultValues: { name: '', scope: 'read' as KeyScope, days: '90' },
  });
  const making = useCall(
    ({ name, scope, days }: z.output<typeof keyForm>) =>
      call(apiKeys.create, { body: { name, scope, days: days === '' ? null : Number(days) } }),
    {
      makesStale: [apiKeysQuery.queryKey],
      staleAfterFailure: true,
      onSuccess: (created) => {
        form.reset();
        onCreated(created);
      },
      failed: 'The key could not be created. Please try again.',
      onFailure: (sentence, error) => {
        showFieldErrors(error, form.setError, ['name']);
        toast.error(sentence);
      },
    },
  );
  const { errors, isDirty } = form.formState;
  useUnsavedChanges(isDirty && !making.isSuccess);
  const submit = form.handleSubmit((values) => making.mutate(values));
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Name of a new key"
        hint="What the program does, as in ‘Nightly export’."
        autoComplete="off"
        error={errors.name?.message}
        room={tooLong('Name', NAME_MAX_CHARACTERS)}
        {...form.register('name')}
      />
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <Select label="Access" options={scopes} {...form.register('scope')} />
        <Select label="Expires after" options={lifetimes} {...form.register('days')} />
      </div>
      <div>
        <Button type="submit" busy={making.isPending}>
          Create key
        </Button>
      </div>
    </form>
  );
}
