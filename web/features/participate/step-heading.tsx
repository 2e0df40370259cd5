// Heading of a step with the sentence under it; takes the focus, so that a screen reader follows.
import { type ReactNode, useEffect, useRef } from 'react';

export function StepHeading({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-2 text-center">
      <h1 ref={heading} tabIndex={-1} className="text-2xl">
        {title}
      </h1>
      <p className="text-muted">{children}</p>
    </div>
  );
}
