// Why a test can't be taken: a page of its own each, never a bare error.
import { useEffect, useRef } from 'react';
import { usePageTitle } from '#web/lib/page-title.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BrokenIllustration, WaitingIllustration } from '#web/ui/illustrations.tsx';
import type { Refusal } from './shared-link.ts';

interface Page {
  /** The link or the prototype is at fault, not the time. */
  isBroken?: true;
  title: string;
  text: string;
}

const pages: Record<Exclude<Refusal['kind'], 'unsupported'>, Page> = {
  closed: {
    title: 'This test is closed',
    text: 'It takes no more participants. Thank you for your interest; the person who invited you can open it again.',
  },
  full: {
    title: 'This test has all the participants it needs',
    text: 'Every place is taken. Thank you for your interest; the person who invited you can add more.',
  },
  already_taken: {
    title: 'This test was already taken here',
    text: 'It can be taken once in each browser, and the recording from this one has arrived. If that was another person, open the link in a browser of your own.',
  },
  crowd: {
    title: 'Very many people are starting this test',
    text: 'There is no place for one more at this moment. Please open the link again in a few minutes.',
  },
  workspace_full: {
    title: 'This test can’t take recordings right now',
    text: 'Please tell the person who sent you the link.',
  },
  server_full: {
    title: 'No new recording can begin right now',
    text: 'The server is short of space, and running recordings come first. Please open the link again in a while.',
  },
  unknown: {
    isBroken: true,
    title: 'This link leads to no test',
    text: 'It may have been cut off when it was copied, or the test was deleted. Ask the person who invited you for the whole link.',
  },
};

export function RefusalPage({ refusal }: { refusal: Refusal }) {
  const page = refusal.kind === 'unsupported' ? unsupported(refusal.reason) : pages[refusal.kind];
  usePageTitle(page.title);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1}>
      <EmptyState
        illustration={page.isBroken ? <BrokenIllustration /> : <WaitingIllustration />}
        title={page.title}
        heading="h1"
      >
        {page.text}
      </EmptyState>
    </div>
  );
}

function unsupported(reason: string): Page {
  return {
    isBroken: true,
    title: 'This test’s prototype can’t be shown',
    text: `Please tell the person who sent you this link: ${reason}`,
  };
}
