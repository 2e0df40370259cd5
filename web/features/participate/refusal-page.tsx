// Pages for tests that can't be taken: one for each reason.
import { useEffect, useRef } from 'react';
import { redirectAddress } from '#contract/redirect-address.ts';
import { parametersIn } from '#contract/shared-participation.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { BrokenIllustration } from '#web/ui/broken-illustration.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { WaitingIllustration } from '#web/ui/illustrations.tsx';
import { participationOf } from './participation-of.ts';
import { ReturnAddress } from './return-address.tsx';
import type { Refusal, SharedLink } from './shared-link.ts';

interface Page {
  /** The link or the prototype is at fault, not the time. */
  isBroken?: true;
  /** A retry may succeed later. */
  canRetry?: true;
  title: string;
  text: string;
}

const pages: Record<Exclude<Refusal['kind'], 'unsupported'>, Page> = {
  closed: {
    title: 'This test is closed',
    text: 'It takes no more participants. Thank you for your interest! The person who sent you the link can open it again.',
  },
  full: {
    title: 'This test has all the participants it needs',
    text: 'Every place is taken. Thank you for your interest! The person who sent you the link can add more.',
  },
  already_taken: {
    title: 'This test can be taken once in each browser',
    text: 'It was already started and finished in this browser, so no second recording begins here.',
  },
  screened_out: {
    title: 'Thank you for your answers',
    text: 'This time, other participants are needed: your answers show that the test does not fit you. That says nothing about you.',
  },
  crowd: {
    canRetry: true,
    title: 'This test is busy right now',
    text: 'Many people are starting it at the same time. Try again in a few minutes.',
  },
  workspace_full: {
    title: 'This test can’t take recordings right now',
    text: 'Its team has no space left for recordings. Please tell the person who sent you the link.',
  },
  server_full: {
    canRetry: true,
    title: 'No new recording can begin right now',
    text: 'The server is short of space, and running recordings come first. Try again in a while.',
  },
  personal_link_used: {
    title: 'This link was used already',
    text: 'It is for one person and works once. If you have not taken part, ask the person who sent it for a new link.',
  },
  personal_link_invalid: {
    isBroken: true,
    title: 'This link is no longer valid',
    text: 'It may have been withdrawn, or part of it is missing. Ask the person who sent it for a new link.',
  },
  pilot_refused: {
    title: 'Trying a test is for its team',
    text: 'Sign in as a member who may change this test, then open this page again.',
  },
  unknown: {
    isBroken: true,
    title: 'This link leads to no test',
    text: 'The link may be incomplete, or the test was deleted. Ask the person who sent it for the full link.',
  },
};

function returnAddressOf({ kind }: Refusal, link: SharedLink | null): string | null {
  const moment = kind === 'screened_out' ? 'screenedOut' : kind;
  if (!link || !(moment === 'closed' || moment === 'full' || moment === 'screenedOut')) return null;
  const { parameters, redirects } = participationOf(link);
  const address = redirects[moment];
  return address && redirectAddress(address, parametersIn(location.search, parameters));
}

interface RefusalPageProps {
  refusal: Refusal;
  /** The test to which the link leads, or null if it leads to none. */
  link: SharedLink | null;
  /** Shown if the test was taken in this browser. */
  onOtherPerson?: () => void;
}

export function RefusalPage({ refusal, link, onOtherPerson }: RefusalPageProps) {
  const page = refusal.kind === 'unsupported' ? unsupported(refusal.reason) : pages[refusal.kind];
  usePageTitle(page.title);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  const isTaken = refusal.kind === 'already_taken';
  const address = returnAddressOf(refusal, link);
  return (
    <div ref={element} tabIndex={-1}>
      <EmptyState
        illustration={page.isBroken ? <BrokenIllustration /> : <WaitingIllustration />}
        title={page.title}
        heading="h1"
        action={
          <>
            {address !== null && <ReturnAddress address={address} />}
            {page.canRetry && <Button onClick={() => location.reload()}>Try again</Button>}
            {isTaken && onOtherPerson && (
              <Button variant="secondary" onClick={onOtherPerson}>
                Not you? Start with another name
              </Button>
            )}
          </>
        }
      >
        <p className="text-balance">{page.text}</p>
        <p className={classNames('mt-2', MAY_CLOSE)}>
          Nothing was recorded now. You can close this tab.
        </p>
      </EmptyState>
    </div>
  );
}

/** Hidden while an earlier recording is being uploaded (run.chunk.tsx). */
const MAY_CLOSE = 'in-[main:has([data-keep-open])]:hidden';

function unsupported(reason: string): Page {
  return {
    isBroken: true,
    title: 'This test’s prototype can’t be shown',
    text: `Please tell the person who sent you this link: ${reason}`,
  };
}
