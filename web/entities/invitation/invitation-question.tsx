// Question about an invitation, whose answer it sends. Joining or switching needs a press here.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { WorkspaceId } from '#contract/ids.ts';
import { invitations } from '#contract/invitations.api.ts';
import type { Invitation, InvitationKey } from '#contract/invitations.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { nameOf, useOpenWorkspace } from '#web/entities/workspace/open-workspace.ts';
import { call } from '#web/lib/api.ts';
import { serverSentenceOf } from '#web/lib/api-error.ts';
import { formatDate } from '#web/lib/format-time.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { invitationsQuery } from './invitation.query.ts';

export interface InvitationQuestionProps {
  invitation: Invitation;
  /** Identifies the invitation, by its token if the mailed link was opened. */
  by: InvitationKey;
  heading?: 'h1' | 'h2';
  /** The team was joined: the question stays until `onClose`. */
  onJoined?: () => void;
  /** It can wait. */
  onLater: () => void;
  /** It is answered, and nothing is left to choose. */
  onClose: () => void;
}

export function InvitationQuestion({ invitation, by, ...rest }: InvitationQuestionProps) {
  const { heading: Heading = 'h2', onJoined, onLater, onClose } = rest;
  const queryClient = useQueryClient();
  const [joined, setJoined] = useState<WorkspaceId | null>(null);
  const id = useId();
  // After the question has taken note: an invitation that was answered is not listed any more.
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: queryKeys.workspaces.key });
  };
  const accepting = useCall(() => call(invitations.accept, { body: by }), {
    onSuccess: ({ workspaceId }) => {
      setJoined(workspaceId);
      onJoined?.();
      refresh();
    },
  });
  const declining = useCall(() => call(invitations.decline, { body: by }), {
    onSuccess: () => {
      toast.success('You declined the invitation.');
      refresh();
      onClose();
    },
  });
  const error = accepting.error ?? declining.error;
  const busy = accepting.isPending || declining.isPending;
  if (joined !== null)
    return (
      <Joined workspaceId={joined} invitation={invitation} onClose={onClose} Heading={Heading} />
    );
  return (
    <Card aria-labelledby={id} className={cardStyle}>
      <div className="grid gap-1">
        <Heading id={id} className="text-lg [overflow-wrap:anywhere]">
          <Name>{nameOf(invitation)}</Name> invites you
        </Heading>
        <Facts invitation={invitation} />
      </div>
      {error && (
        <Alert tone="danger" className="order-last w-full">
          {serverSentenceOf(error, 'Your answer was not sent. Please try again.')}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          busy={accepting.isPending}
          disabled={busy}
          onClick={() => {
            declining.reset();
            accepting.mutate();
          }}
        >
          Join
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onLater}>
          Not now
        </Button>
        <Button
          variant="quiet"
          busy={declining.isPending}
          disabled={busy}
          onClick={() => {
            accepting.reset();
            declining.mutate();
          }}
        >
          Decline
        </Button>
      </div>
    </Card>
  );
}

/** The answers are beside the question if there is room. */
const cardStyle = 'flex flex-wrap items-center gap-x-8 gap-y-5 *:first:grow *:first:basis-120';

function Facts({ invitation }: { invitation: Invitation }) {
  const { ownerName, ownerEmail, email, expiresAt } = invitation;
  return (
    <>
      <p className="text-pretty [overflow-wrap:anywhere]">
        {ownerName === ownerEmail ? ownerEmail : <Name>{ownerName}</Name>}
        {ownerName !== ownerEmail && ` (${ownerEmail})`} asks you to join the team. Its members
        create tests, watch recordings and read heatmaps together.
      </p>
      <p className="text-muted text-sm [overflow-wrap:anywhere]">
        Sent to {email}. It ends on {formatDate(expiresAt)}.
      </p>
    </>
  );
}

interface JoinedProps {
  workspaceId: WorkspaceId;
  invitation: Invitation;
  onClose: () => void;
  Heading: 'h1' | 'h2';
}

/** Joined: the workspace in view stays until the person opens the team's. */
function Joined({ workspaceId, invitation, onClose, Heading }: JoinedProps) {
  const opening = useOpenWorkspace();
  const place = useRef<HTMLElement>(null);
  // The button that was pressed is gone.
  useEffect(() => place.current?.focus(), []);
  return (
    <Card ref={place} tabIndex={-1} className={cardStyle}>
      <div className="grid gap-1">
        <Heading className="text-lg [overflow-wrap:anywhere]">
          You are in the team of <Name>{nameOf(invitation)}</Name>
        </Heading>
        <p className="text-pretty text-muted">
          Open its workspace now, or switch to it at any time in the top bar.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          busy={opening.isPending}
          onClick={() => opening.mutate({ _id: workspaceId, company: invitation.company })}
        >
          Open workspace
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Stay here
        </Button>
      </div>
    </Card>
  );
}
