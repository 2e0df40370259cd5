// Heading of the first screens: the company and the test's title.
import { useEffect, useRef } from 'react';
import { Name } from '#web/ui/name.tsx';
import type { SharedLink } from './shared-link.ts';

/** Takes the focus, for screen readers. */
export function TestHeading({ test: { company, name } }: Pick<SharedLink, 'test'>) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-2">
      <p className="font-semibold text-accent text-sm">
        <Name>{company}</Name>
      </p>
      <h1 ref={heading} tabIndex={-1} className="text-2xl">
        <Name>{name}</Name>
      </h1>
    </div>
  );
}
