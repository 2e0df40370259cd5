// Webhooks: made with an address and events, their secret shown once, switched, tried, and their log.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { QueryStates } from '#web/ui/query-states.tsx';
import { webhooksQuery } from './integrations.query.ts';
import { ShownSecret } from './shown-secret.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { type MadeSecret, WebhookForm } from './webhook-form.tsx';

export function WebhookList() {
  const list = useQuery(webhooksQuery);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeSecret | null>(null);
  return (
    <>
      {made && (
        <ShownSecret
          title={`The secret for ${new URL(made.webhook.url).host}`}
          of="secret"
          secret={made.secret}
          onDone={() => setMade(null)}
        />
      )}
      <QueryStates of="webhooks" query={list}>
        {(webhooks) => (
          <>
            {webhooks.length === 0 && !making && (
              <p className="text-muted text-sm">There are no webhooks yet.</p>
            )}
            {webhooks.map((webhook) => (
              <WebhookCard key={webhook._id} webhook={webhook} onSecret={setMade} />
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
            setMade(saved);
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
