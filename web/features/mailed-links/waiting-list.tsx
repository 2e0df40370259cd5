// Every invitation that waits for the signed-in person, from the workspace switcher.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Invitation } from '#contract/invitations.ts';
import { signInQuery } from '#web/entities/account/account.query.ts';
import { invitationsQuery } from '#web/entities/invitation/invitation.query.ts';
import { InvitationQuestion } from '#web/entities/invitation/invitation-question.tsx';
import { pages } from '#web/lib/pages.ts';
import { LoadingPage } from '#web/ui/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { LinkNotAsked, LinkOver, SignInAndBack } from './link-states.tsx';

export function WaitingList() {
  const signIn = useQuery(signInQuery);
  if (signIn.isPending) return <LoadingPage />;
  if (signIn.data === undefined) return <LinkNotAsked onRetry={() => void signIn.refetch()} />;
  if (signIn.data === null) {
    return (
      <SignInAndBack page={pages.invitation.href()} title="Sign in to see your invitations">
        You see the ones that were sent to the address you sign in with.
      </SignInAndBack>
    );
  }
  return <Waiting />;
}

function Waiting() {
  const waiting = useQuery(invitationsQuery);
  const navigate = useNavigate();
  const [joined, setJoined] = useState<readonly Invitation[]>([]);
  if (waiting.isPending) return <LoadingPage />;
  if (waiting.data === undefined) return <LinkNotAsked onRetry={() => void waiting.refetch()} />;
  const others = waiting.data.filter(({ _id }) => joined.every((one) => one._id !== _id));
  const shown = [...joined, ...others];
  if (shown.length === 0) {
    return (
      <LinkOver title="No invitation waits for you">
        You see the ones that were sent to the address you signed in with. For another address, open
        the link in its mail.
      </LinkOver>
    );
  }
  const leave = () => void navigate(pages.dashboard.href());
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title="Invitations" />
      <div className="grid gap-4">
        {shown.map((invitation) => (
          <InvitationQuestion
            key={invitation._id}
            invitation={invitation}
            by={{ invitationId: invitation._id }}
            onJoined={() => setJoined((before) => [...before, invitation])}
            onLater={leave}
            onClose={() =>
              setJoined((before) => before.filter(({ _id }) => _id !== invitation._id))
            }
          />
        ))}
      </div>
    </div>
  );
}
