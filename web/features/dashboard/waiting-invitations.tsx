// Invitations that wait for an answer, above the tests; those put off are quiet in this tab.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation } from '#contract/invitations.ts';
import { invitationsQuery } from '#web/entities/invitation/invitation.query.ts';
import { InvitationQuestion } from '#web/entities/invitation/invitation-question.tsx';
import { invitationsPutOff } from '#web/entities/storage-keys.ts';

/** What is asked now, and what becomes of it. */
export function useWaitingInvitations() {
  const { data, isPending } = useQuery(invitationsQuery);
  const [putOff, setPutOff] = useState<readonly string[]>(() => invitationsPutOff.read() ?? []);
  // Joined, and the person has not said yet whether to open the workspace.
  const [joined, setJoined] = useState<readonly Invitation[]>([]);
  const waiting = (data ?? []).filter(({ _id }) => joined.every((other) => other._id !== _id));
  return {
    isPending,
    shown: [...joined, ...waiting].filter(({ _id }) => !putOff.includes(_id)),
    join: (invitation: Invitation) => setJoined((before) => [...before, invitation]),
    putOff: ({ _id }: Invitation) => {
      const next = [...putOff, _id];
      invitationsPutOff.write(next);
      setPutOff(next);
    },
  };
}

export function WaitingInvitations({
  waiting,
}: {
  waiting: ReturnType<typeof useWaitingInvitations>;
}) {
  if (waiting.shown.length === 0) return null;
  return (
    <div className="mb-6 grid gap-4">
      {waiting.shown.map((invitation) => (
        <InvitationQuestion
          key={invitation._id}
          invitation={invitation}
          by={{ invitationId: invitation._id }}
          onJoined={() => waiting.join(invitation)}
          onLater={() => waiting.putOff(invitation)}
          onClose={() => waiting.putOff(invitation)}
        />
      ))}
    </div>
  );
}
