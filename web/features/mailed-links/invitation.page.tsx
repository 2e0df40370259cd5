// The page of a mailed invitation. Without a token it shows all open invitations of the signed-in person.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { invitations } from '#contract/invitations.api.ts';
import type { Invitation, InvitationState, OpenedInvitation } from '#contract/invitations.ts';
import { INVITATION_DAYS } from '#contract/limits.ts';
import { signInQuery } from '#web/entities/account/account.query.ts';
import { invitationsQuery } from '#web/entities/invitation/invitation.query.ts';
import { InvitationQuestion } from '#web/entities/invitation/invitation-question.tsx';
import { queryKeys } from '#web/entities/query-keys.ts';
import { invitationToken } from '#web/entities/storage-keys.ts';
import { useOpenWorkspace } from '#web/entities/workspace/open-workspace.ts';
import { call } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pages } from '#web/lib/pages.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadingPage } from '#web/ui/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import {
  isUnknownLink,
  LinkCheckFailed,
  LinkOver,
  SignInAndBack,
  useMailedToken,
} from './link-states.tsx';

export function InvitationPage() {
  const token = useMailedToken(invitationToken);
  usePageTitle('Invitation');
  return token === null ? <WaitingList /> : <MailedInvitation key={token} token={token} />;
}

function MailedInvitation({ token }: { token: string }) {
  const signIn = useQuery(signInQuery);
  const navigate = useNavigate();
  const opened = useQuery({
    queryKey: [...queryKeys.mailedLink.key, 'invitation', token],
    queryFn: ({ signal }) => call(invitations.look, { body: { token }, signal }),
    // The question itself shows the answer.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isUnknownLink(opened.error)) return <Ended end={invitationEnds.unknown} />;
  if (opened.isPending || signIn.isPending) return <LoadingPage />;
  if (opened.data === undefined || signIn.data === undefined) {
    return (
      <LinkCheckFailed
        onRetry={() => {
          void opened.refetch();
          void signIn.refetch();
        }}
      />
    );
  }
  const { state, invitation, joined } = opened.data;
  if (joined !== null) return <AlreadyJoined joined={joined} />;
  if (state !== 'open' || invitation === null) {
    const end = invitationEnds[state === 'open' ? 'unknown' : state];
    return <Ended end={end} ownerEmail={invitation?.ownerEmail} />;
  }
  if (signIn.data === null) return <SignInFirst invitation={invitation} />;
  const leave = () => {
    invitationToken.clear();
    void navigate(pages.dashboard.href());
  };
  return (
    <div className="mx-auto grid max-w-xl gap-4">
      <InvitationQuestion
        heading="h1"
        invitation={invitation}
        by={{ token }}
        onJoined={() => invitationToken.clear()}
        onLater={leave}
        onClose={leave}
      />
      {signIn.data.email !== invitation.email && <OtherAddress email={signIn.data.email} />}
    </div>
  );
}

function OtherAddress({ email }: { email: string }) {
  return (
    <p className="text-pretty text-muted text-sm [overflow-wrap:anywhere]">
      You are signed in as {email}, another address than the invitation was sent to. If you join,
      this account is the one in the team.
    </p>
  );
}

function SignInFirst({ invitation }: { invitation: Invitation }) {
  return (
    <SignInAndBack page={pages.invitation.href()} title="You are invited to a team">
      <span className="[overflow-wrap:anywhere]">
        {invitation.ownerEmail} invites {invitation.email}. Sign in to see the invitation and to
        answer it. You join only if you accept.
      </span>
    </SignInAndBack>
  );
}

function AlreadyJoined({ joined }: { joined: NonNullable<OpenedInvitation['joined']> }) {
  const opening = useOpenWorkspace();
  const open = () => {
    invitationToken.clear();
    opening.mutate(joined);
  };
  return (
    <LinkOver
      title="You are already in this team"
      action={
        <Button busy={opening.isPending} onClick={open}>
          Open workspace
        </Button>
      }
    >
      The invitation changes nothing.
    </LinkOver>
  );
}

function Ended({
  end,
  ownerEmail,
}: {
  end: (typeof invitationEnds)[keyof typeof invitationEnds];
  ownerEmail?: string | undefined;
}) {
  return (
    <LinkOver title={end.title}>
      <span className="[overflow-wrap:anywhere]">
        {end.text}
        {ownerEmail && ` That is ${ownerEmail}.`}
      </span>
    </LinkOver>
  );
}

interface End {
  title: string;
  text: string;
}

/** Texts for an invitation that can no longer be answered. */
const invitationEnds: Record<Exclude<InvitationState, 'open'> | 'unknown', End> = {
  expired: {
    title: 'This invitation has expired',
    text: `Invitations end after ${INVITATION_DAYS} days. The owner of the team can send it again.`,
  },
  accepted: {
    title: 'This invitation has been used',
    text: 'An invitation works once. If you did not use it, contact the owner of the team.',
  },
  declined: {
    title: 'This invitation was declined',
    text: 'If you want to join after all, ask the owner of the team for a new one.',
  },
  withdrawn: {
    title: 'This invitation was withdrawn',
    text: 'The owner of the team withdrew it. Contact them if that was a mistake.',
  },
  replaced: {
    title: 'There is a newer invitation',
    text: 'It was sent again: open the link in the newest mail.',
  },
  unknown: {
    title: 'This invitation does not exist',
    text: 'The link may be incomplete, or the team no longer exists. Ask the person who invited you.',
  },
};

/** All open invitations of the signed-in person, linked in the workspace switcher. */
function WaitingList() {
  const signIn = useQuery(signInQuery);
  if (signIn.isPending) return <LoadingPage />;
  if (signIn.data === undefined) return <LinkCheckFailed onRetry={() => void signIn.refetch()} />;
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
  if (waiting.data === undefined) return <LinkCheckFailed onRetry={() => void waiting.refetch()} />;
  const others = waiting.data.filter(({ _id }) => joined.every((one) => one._id !== _id));
  const visible = [...joined, ...others];
  if (visible.length === 0) {
    return (
      <LinkOver title="No open invitations">
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
        {visible.map((invitation) => (
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
