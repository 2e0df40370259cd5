// The form of a webhook: its address and its events.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod/mini';
import { webhooks } from '#contract/webhooks.api.ts';
import {
  type Webhook,
  type WebhookEvent,
  webhookEvents,
  webhookInput,
} from '#contract/webhooks.ts';
import { call } from '#web/lib/api.ts';
import { showFieldErrors } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';
import { MoodText } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { webhooksQuery } from './integrations.query.ts';

export const eventLabels: Record<WebhookEvent, string> = {
  'session.finished': 'A session is finished',
  'test.closed': 'A test is closed',
  'transcript.ready': 'A transcript is ready',
};

/** A new secret, to be shown once. */
export interface CreatedSecret {
  secret: string;
  webhook: Webhook;
}

interface WebhookFormProps {
  /** The webhook to edit, or null for a new one. */
  webhook: Webhook | null;
  /** Receives the secret of a new webhook, or null after an edit. */
  onSaved: (created: CreatedSecret | null) => void;
  onCancel: () => void;
}

export function WebhookForm({ webhook, onSaved, onCancel }: WebhookFormProps) {
  const form = useForm({
    resolver: zodResolver(webhookInput),
    mode: 'onSubmit',
    defaultValues: { url: webhook?.url ?? '', events: webhook?.events ?? [...webhookEvents] },
  });
  const saving = useCall(
    async (input: z.output<typeof webhookInput>): Promise<CreatedSecret | null> => {
      if (webhook === null) return await call(webhooks.create, { body: input });
      const body = { ...input, on: webhook.off === null };
      await call(webhooks.update, { params: { webhookId: webhook._id }, body });
      return null;
    },
    {
      makesStale: [webhooksQuery.queryKey],
      staleAfterFailure: true,
      onSuccess: (created) => {
        toast.success(created ? 'Webhook created.' : 'Webhook saved.');
        onSaved(created);
      },
      failed: 'The webhook could not be saved. Please try again.',
      onFailure: (sentence, error) => {
        showFieldErrors(error, form.setError, ['url']);
        toast.error(sentence);
      },
    },
  );
  const { errors, isDirty } = form.formState;
  useUnsavedChanges(isDirty && !saving.isSuccess);
  const submit = form.handleSubmit((input) => saving.mutate(input));
  return (
    <form
      noValidate
      aria-label={webhook ? 'Change the webhook' : 'New webhook'}
      className="grid gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="Address"
        type="url"
        autoComplete="off"
        placeholder="https://example.org/tryout"
        hint="It receives a POST request with JSON, and must answer with a status from 200 to 299."
        error={errors.url?.message}
        room="Webhooks can’t be sent to this address, because it belongs to a private network."
        {...form.register('url')}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold text-sm">Events</legend>
        {webhookEvents.map((event) => (
          <label key={event} className="flex min-h-6 items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              value={event}
              className="size-4 accent-accent"
              {...form.register('events')}
            />
            {eventLabels[event]}
            <code className="text-muted text-xs">{event}</code>
          </label>
        ))}
        {errors.events && <MoodText tone="bad">{errors.events.message}</MoodText>}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving.isPending}>
          {webhook ? 'Save webhook' : 'Create webhook'}
        </Button>
        <Button type="button" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
