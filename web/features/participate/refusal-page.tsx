// Why someone can't take a test: a page of its own each, never a bare error (reading 11).
import { type ReactNode, useEffect, useRef } from 'react';
import { usePageTitle } from '#web/lib/page-title.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BrokenIllustration, WaitingIllustration } from '#web/ui/illustrations.tsx';
import type { Refusal } from './shared-link.ts';

interface Page {
  picture: ReactNode;
  title: string;
  text: string;
}

const pages: Record<Exclude<Refusal['kind'], 'unsupported'>, Page> = {
  closed: {
    picture: <WaitingIllustration />,
    title: 'This test is closed',
    text: 'It takes no more participants. Thank you for your interest; whoever invited you can open it again.',
  },
  full: {
    picture: <WaitingIllustration />,
    title: 'This test has all the participants it needs',
    text: 'Every place is taken. Thank you for your interest; whoever invited you can add more places.',
  },
  already_taken: {
    picture: <WaitingIllustration />,
    title: 'You have already taken this test',
    text: 'It can be taken once only, and your recording has arrived. Thank you!',
  },
  unknown: {
    picture: <BrokenIllustration />,
    title: 'This link leads to no test',
    text: 'It may have been cut off when it was copied, or the test was deleted. Ask whoever invited you for the whole link.',
  },
};

export function RefusalPage({ refusal }: { refusal: Refusal }) {
  const page = refusal.kind === 'unsupported' ? unsupported(refusal.reason) : pages[refusal.kind];
  usePageTitle(page.title);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <EmptyState illustration={page.picture} title={page.title} heading="h1">
        {page.text}
      </EmptyState>
    </div>
  );
}

function unsupported(reason: string): Page {
  const picture = <BrokenIllustration />;
  return {
    picture,
    title: 'This test’s prototype can’t be shown',
    text: `Please tell whoever sent you this link: ${reason}`,
  };
}
