// A step's heading and sentence; takes the focus and announces changes, for screen readers.
import { type ReactNode, useEffect, useRef } from 'react';

interface StepHeadingProps {
  title: string;
  /** A long title in one line. */
  isLong?: boolean;
  children: ReactNode;
}

export function StepHeading({ title, isLong = false, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div role="status" className="grid gap-2 text-center">
      <h1 ref={heading} tabIndex={-1} className={isLong ? 'text-xl' : 'text-2xl'}>
        {title}
      </h1>
      <p className="text-balance text-muted">{children}</p>
    </div>
  );
}
