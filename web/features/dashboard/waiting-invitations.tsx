// Open invitations above the tests; postponed ones stay hidden in this tab. The code loads with the first one, because
// few people have any.
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import type { Invitation } from '#contract/invitations.ts';
import { invitationsQuery } from '#web/entities/invitation/invitation.query.ts';
import type { InvitationQuestionProps } from '#web/entities/invitation/invitation-question.tsx';
import { invitationsPutOff } from '#web/entities/storage-keys.ts';
import { loadChunk } from '#web/lib/lazy-chunk.ts';

type Question = ComponentType<InvitationQuestionProps>;

/** @returns undefined while it loads; null if it could not be loaded, and the switcher still lists the invitations */
function useQuestion(isNeeded: boolean): Question | null | undefined {
  const [loaded, setLoaded] = useState<{ question: Question | null }>();
  useEffect(() => {
    if (!isNeeded) return;
    const load = () => import('#web/entities/invitation/invitation-question.tsx');
    loadChunk(load).then(
      ({ InvitationQuestion: question }) => setLoaded({ question }),
      () => setLoaded({ question: null }),
    );
  }, [isNeeded]);
  return loaded?.question;
}

/** Returns the invitation to show, and functions that answer it. */
export function useWaitingInvitations() {
  const { data, isPending } = useQuery(invitationsQuery);
  const [putOff, setPutOff] = useState<readonly string[]>(() => invitationsPutOff.read() ?? []);
  // Joined workspaces for which the person has not answered yet whether to open them.
  const [joined, setJoined] = useState<readonly Invitation[]>([]);
  const waiting = (data ?? []).filter(({ _id }) => joined.every((other) => other._id !== _id));
  const isNeeded = waiting.length > 0;
  const question = useQuestion(isNeeded);
  return {
    isPending: isPending || (isNeeded && question === undefined),
    Question: question,
    visible: [...joined, ...waiting].filter(({ _id }) => !putOff.includes(_id)),
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
  const { Question } = waiting;
  if (waiting.visible.length === 0 || !Question) return null;
  return (
    <div className="mb-6 grid gap-4">
      {waiting.visible.map((invitation) => (
        <Question
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
