// A step's heading and sentence; takes the focus and announces changes, for screen readers.
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '#web/ui/class-names.ts';

/** The longest possible text is rendered invisibly below the current one and reserves its space. */
const reservedSpace =
  'grid *:[grid-area:1/1] before:invisible before:content-[attr(data-room)] before:[grid-area:1/1]';

interface StepHeadingProps {
  title: string;
  /** A long title in one line. */
  isLong?: boolean;
  /** The longest possible title and sentence, which reserve their space. */
  room?: { title: string; text: string };
  children: ReactNode;
}

export function StepHeading({ title, isLong = false, room, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div role="status" className="grid gap-2 text-center">
      <h1
        ref={heading}
        tabIndex={-1}
        data-room={room?.title}
        className={classNames(isLong ? 'text-xl' : 'text-2xl', room && reservedSpace)}
      >
        <span>{title}</span>
      </h1>
      <p
        data-room={room?.text}
        className={classNames('text-balance text-muted', room && reservedSpace)}
      >
        <span>{children}</span>
      </p>
    </div>
  );
}
