// A personal link on the participant's page: looks up whom it is for, or why it cannot be used.
import { useEffect, useState } from 'react';
import { personalOpening } from '#contract/personal-opening.api.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import type { Refusal, SharedLink } from './shared-link.ts';

export interface PersonalLinkProps {
  link: SharedLink;
  token: string;
  /** Ends the sessions of earlier visits that recorded nothing. @returns the share ids of their tests */
  releaseEarlier: (link: SharedLink) => Promise<string[]>;
  onName: (name: string) => void;
  onRefused: (refusal: Refusal) => void;
}

export function PersonalLink(props: PersonalLinkProps) {
  const { link, token, releaseEarlier, onName, onRefused } = props;
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again, other functions do not.
  useEffect(() => {
    let isGone = false;
    setFailed(false);
    readPerson(link, token, releaseEarlier)
      .then((read) => {
        if (isGone) return;
        if ('name' in read) onName(read.name);
        else onRefused(read.refusal);
      })
      .catch((error: unknown) => {
        console.warn('The personal link could not be read.', error);
        if (!isGone) setFailed(true);
      });
    return () => {
      isGone = true;
    };
  }, [link, token, attempt]);
  if (!hasFailed) return <Spinner size="lg" label="Loading…" />;
  return (
    <ErrorView
      heading="h1"
      title="Failed to fetch test data."
      onRetry={() => setAttempt((count) => count + 1)}
    >
      Check your connection and try again.
    </ErrorView>
  );
}

type Reading = { name: string } | { refusal: Refusal };

async function readPerson(
  link: SharedLink,
  token: string,
  releaseEarlier: PersonalLinkProps['releaseEarlier'],
): Promise<Reading> {
  const first = await openLink(link, token);
  if (!('refusal' in first) || first.refusal.kind !== 'personal_link_used') return first;
  // A reload before the recording leaves a session that recorded nothing; the link is free again once it has ended.
  const released = await releaseEarlier(link);
  return released.includes(link.test.uniqueId) ? await openLink(link, token) : first;
}

async function openLink({ test: { uniqueId } }: SharedLink, token: string): Promise<Reading> {
  try {
    return await call(personalOpening.open, { params: { uniqueId }, body: { token } });
  } catch (error) {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'personal_link_used') return { refusal: { kind: code } };
    // A longer text than a token is bad input.
    if (code === 'personal_link_invalid' || code === 'bad_input') {
      return { refusal: { kind: 'personal_link_invalid' } };
    }
    if (code === 'too_many_requests') return { refusal: { kind: 'crowd' } };
    throw error;
  }
}
