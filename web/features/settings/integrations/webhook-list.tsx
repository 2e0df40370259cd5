// List of webhooks, and the form of a new one, whose secret is shown once.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { QueryStates } from '#web/ui/query-states.tsx';
import { webhooksQuery } from './integrations.query.ts';
import { SecretNotice } from './secret-notice.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { type CreatedSecret, WebhookForm } from './webhook-form.tsx';

export function WebhookList() {
  const list = useQuery(webhooksQuery);
  const [making, setMaking] = useState(false);
  const [created, setCreated] = useState<CreatedSecret | null>(null);
  return (
    <>
      {created && (
        <SecretNotice
          title={`The secret for ${new URL(created.webhook.url).host}`}
          of="secret"
          secret={created.secret}
          onDone={() => setCreated(null)}
        />
      )}
      <QueryStates of="webhooks" query={list}>
        {(webhooks) => (
          <>
            {webhooks.length === 0 && !making && (
              <p className="text-muted text-sm">There are no webhooks yet.</p>
            )}
            {webhooks.map((webhook) => (
              <WebhookCard key={webhook._id} webhook={webhook} onSecret={setCreated} />
            ))}
          </>
        )}
      </QueryStates>
      {making ? (
        <WebhookForm
          webhook={null}
          onCancel={() => setMaking(false)}
          onSaved={(saved) => {
            setMaking(false);
            setCreated(saved);
          }}
        />
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setMaking(true)}>
            New webhook
          </Button>
        </div>
      )}
    </>
  );
}
