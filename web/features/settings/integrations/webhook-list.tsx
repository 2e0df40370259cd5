// List of webhooks, and the form of a new one, whose secret is shown once.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DROPS_SHOWN_DAYS, OLD_SECRET_HOURS, WEBHOOK_FAILING_DAYS } from '#contract/limits.ts';
import { webhooks } from '#contract/webhooks.api.ts';
import type { Webhook } from '#contract/webhooks.ts';
import { call } from '#web/lib/api.ts';
import { ConfirmDialog } from '#web/lib/confirm-dialog.tsx';
import { formatDateTime, formatRelative } from '#web/lib/format-time.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { QueryStates } from '#web/ui/query-states.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { DeliveryLog, dropsSentence } from './delivery-log.tsx';
import { deliveriesQuery, webhooksQuery } from './integrations.query.ts';
import { SecretNotice } from './secret-notice.tsx';
import { type CreatedSecret, eventLabels, WebhookForm } from './webhook-form.tsx';

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

// One webhook: its address, its state and its actions.

interface WebhookCardProps {
  webhook: Webhook;
  onSecret: (created: CreatedSecret) => void;
}

function WebhookCard({ webhook, onSecret }: WebhookCardProps) {
  const [changing, setChanging] = useState(false);
  const [showsLog, setShowsLog] = useState(false);
  if (changing) {
    const close = () => setChanging(false);
    return (
      <Card aria-label={`Webhook to ${webhook.url}`}>
        <WebhookForm webhook={webhook} onSaved={close} onCancel={close} />
      </Card>
    );
  }
  return (
    <Card aria-label={`Webhook to ${webhook.url}`} className="grid gap-4">
      <div className="grid gap-1">
        <p className="flex min-w-0 items-start justify-between gap-3">
          <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{webhook.url}</span>
          <StateBadge webhook={webhook} />
        </p>
        <p className="text-muted text-sm">
          {webhook.events.map((event) => eventLabels[event]).join(' · ')}
        </p>
      </div>
      <StateNote webhook={webhook} />
      <DropsNote webhook={webhook} />
      <Actions
        webhook={webhook}
        onSecret={onSecret}
        onChange={() => setChanging(true)}
        onTested={() => setShowsLog(true)}
      />
      <details
        open={showsLog}
        onToggle={(event) => setShowsLog(event.currentTarget.open)}
        className="group border-line border-t pt-3"
      >
        <summary className="w-fit cursor-pointer font-semibold text-accent text-sm">
          Deliveries
        </summary>
        {showsLog && <DeliveryLog webhook={webhook} />}
      </details>
    </Card>
  );
}

function StateBadge({ webhook: { off, failingSince } }: { webhook: Webhook }) {
  if (off) return <Badge tone={off.because === 'failing' ? 'danger' : 'neutral'}>Off</Badge>;
  return failingSince ? <Badge tone="warning">Failing</Badge> : <Badge tone="success">On</Badge>;
}

function StateNote({ webhook }: { webhook: Webhook }) {
  const { off, failingSince, oldSecretUntil, readable } = webhook;
  if (!readable) {
    return (
      <Alert tone="danger">
        Its secret was stored with another secret of this installation and can’t be used. Make a new
        one.
      </Alert>
    );
  }
  if (off?.because === 'failing') {
    return (
      <Alert tone="danger">
        Switched off {formatRelative(off.since)}: nothing had arrived for {WEBHOOK_FAILING_DAYS}{' '}
        days. Switch it on once the address works, and send again what is missing.
      </Alert>
    );
  }
  if (off === null && failingSince !== null) {
    return (
      <Alert tone="warning">
        Nothing has arrived since {formatDateTime(failingSince)}. It is tried again, and switched
        off after {WEBHOOK_FAILING_DAYS} days.
      </Alert>
    );
  }
  if (oldSecretUntil === null) return null;
  return <Alert>The secret before signs too until {formatDateTime(oldSecretUntil)}.</Alert>;
}

/** The most recent dropped deliveries; the log lists all. */
function DropsNote({ webhook: { drops } }: { webhook: Webhook }) {
  const [newest] = drops;
  const isRecent = newest && Date.now() - Date.parse(newest.to) < DROPS_SHOWN_DAYS * 24 * 3_600_000;
  if (!isRecent) return null;
  return (
    <Alert tone="warning">
      {dropsSentence(newest)} They will not be sent, because too many were waiting. The API lists
      the recordings of that time.
    </Alert>
  );
}

interface ActionsProps extends WebhookCardProps {
  onChange: () => void;
  onTested: () => void;
}

function Actions({ webhook, onSecret, onChange, onTested }: ActionsProps) {
  const [openDialog, setOpenDialog] = useState<'remove' | 'secret' | null>(null);
  const { _id: webhookId, url, events, off } = webhook;
  const params = { webhookId };
  const settled = {
    makesStale: [webhooksQuery.queryKey, deliveriesQuery(webhookId).queryKey],
    staleAfterFailure: true,
    failed: 'The webhook was not changed. Please try again.',
    onFailure: toast.error,
  };
  const testing = useCall(() => call(webhooks.sendTest, { params }), {
    ...settled,
    onSuccess: onTested,
  });
  const switching = useCall(
    () => call(webhooks.update, { params, body: { url, events, on: off !== null } }),
    {
      ...settled,
      onSuccess: (saved) => toast.success(saved.off ? 'The webhook is off.' : 'The webhook is on.'),
    },
  );
  const renewing = useCall(() => call(webhooks.renewSecret, { params }), {
    ...settled,
    onSuccess: onSecret,
  });
  const removing = useCall(() => call(webhooks.remove, { params }), {
    ...settled,
    onSuccess: ({ message }) => toast.success(message),
  });
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {off === null && (
          <Button
            size="sm"
            variant="secondary"
            busy={testing.isPending}
            onClick={() => testing.mutate()}
          >
            Send a test
          </Button>
        )}
        <Button
          size="sm"
          variant={off ? 'primary' : 'secondary'}
          busy={switching.isPending}
          onClick={() => switching.mutate()}
        >
          {off ? 'Switch on' : 'Switch off'}
        </Button>
        <Button size="sm" variant="secondary" onClick={onChange}>
          Change
        </Button>
        <Button size="sm" variant="secondary" onClick={() => setOpenDialog('secret')}>
          New secret
        </Button>
        <Button size="sm" variant="quiet" onClick={() => setOpenDialog('remove')}>
          Remove
        </Button>
      </div>
      {openDialog === 'secret' && (
        <ConfirmDialog
          title="Create a new secret?"
          confirmLabel="Create secret"
          busyLabel="Creating..."
          onConfirm={() => renewing.mutateAsync()}
          closesOnFailure
          onClose={() => setOpenDialog(null)}
        >
          <p>
            For {OLD_SECRET_HOURS} hours requests are signed by both, so that you can replace the
            old one.
          </p>
        </ConfirmDialog>
      )}
      {openDialog === 'remove' && (
        <ConfirmDialog
          title="Remove this webhook?"
          confirmLabel="Remove"
          busyLabel="Removing..."
          onConfirm={() => removing.mutateAsync()}
          closesOnFailure
          onClose={() => setOpenDialog(null)}
        >
          <p>Its log is deleted, and waiting events are not sent.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
