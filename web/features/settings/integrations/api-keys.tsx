// API keys: created with a name, a scope and an expiry date, shown once, listed with their last use, revoked.

import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { apiKeys } from '#contract/api-keys.api.ts';
import { type ApiKey, apiKeyInput } from '#contract/api-keys.ts';
import { isolateName } from '#contract/bidi-isolate.ts';
import type { KeyScope } from '#contract/endpoint.ts';
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { tooLong } from '#contract/text.ts';
import { call } from '#web/lib/api.ts';
import { showFieldErrors } from '#web/lib/api-error.ts';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { formatDate, formatRelative } from '#web/lib/format-time.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import { QueryStates } from '#web/ui/query-states.tsx';
import { Select } from '#web/ui/select.tsx';
import { List, ListRow } from '#web/ui/surfaces.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { apiKeysQuery } from './integrations.query.ts';
import { SecretNotice } from './secret-notice.tsx';

export function ApiKeys() {
  const keys = useQuery(apiKeysQuery);
  const [created, setCreated] = useState<{ key: string; apiKey: ApiKey } | null>(null);
  return (
    <>
      {created === null ? (
        <NewKeyForm onCreated={setCreated} />
      ) : (
        <SecretNotice
          title={`Key ${isolateName(created.apiKey.name)} created`}
          of="API key"
          secret={created.key}
          onDone={() => setCreated(null)}
        />
      )}
      <QueryStates of="API keys" query={keys}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-muted text-sm">There are no keys yet.</p>
          ) : (
            <KeyList keys={list} />
          )
        }
      </QueryStates>
    </>
  );
}

function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey | null>(null);
  const revoking = useCall(
    ({ _id }: ApiKey) => call(apiKeys.revoke, { params: { apiKeyId: _id } }),
    {
      makesStale: [apiKeysQuery.queryKey],
      staleAfterFailure: true,
      onSuccess: ({ message }) => toast.success(message),
    },
  );
  return (
    <>
      <List aria-label="API keys">
        {keys.map((key) => (
          <KeyRow key={key._id} apiKey={key} onRevoke={() => setKeyToRevoke(key)} />
        ))}
      </List>
      {keyToRevoke && (
        <ConfirmDialog
          title="Revoke this key?"
          confirmLabel="Revoke"
          busyLabel="Revoking..."
          onConfirm={() => revoking.mutateAsync(keyToRevoke)}
          failed="The key could not be revoked. Please try again."
          onClose={() => setKeyToRevoke(null)}
        >
          <p className="[overflow-wrap:anywhere]">
            Programs with the key <Name>{keyToRevoke.name}</Name> lose access at once, and their
            downloads end.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const scopes = { read: 'Reads', write: 'Reads and writes' };

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, scope, createdAt, createdBy, lastUsedAt, expiresAt } = apiKey;
  const hasEnded = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    <ListRow>
      <div className="grid min-w-0 grow gap-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <Name className="min-w-0 truncate font-semibold">{name}</Name>
          <Badge tone={scope === 'write' ? 'accent' : 'neutral'}>{scopes[scope]}</Badge>
          {hasEnded && <Badge tone="warning">Ended</Badge>}
        </p>
        <p className="text-muted text-sm">
          {lastUsedAt === null ? 'Never used' : `Last used ${formatRelative(lastUsedAt)}`}
          {expiresAt !== null && ` · ${hasEnded ? 'ended' : 'ends'} on ${formatDate(expiresAt)}`}
        </p>
        <p className="text-muted text-sm">
          Created on {formatDate(createdAt)} by <Name>{createdBy}</Name>
        </p>
      </div>
      <IconButton
        label={`Revoke the key ${isolateName(name)}`}
        tone="danger"
        icon={<Trash2 aria-hidden className="size-5" />}
        className="-mr-2"
        onClick={onRevoke}
      />
    </ListRow>
  );
}

// The form of a new API key.

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: '', label: 'Never' },
];
const scopeOptions = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
];

/** Form fields contain texts. */
const keyForm = z.object({
  name: apiKeyInput.shape.name,
  scope: apiKeyInput.shape.scope,
  days: z.string(),
});

function NewKeyForm({
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
        <Select label="Access" options={scopeOptions} {...form.register('scope')} />
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
