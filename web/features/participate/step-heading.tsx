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

interface StatusLineProps {
  title: string;
  /** The longest possible title and sentence, which reserve their space. */
  room: { title: string; text: string };
  children: ReactNode;
}

/** A status below what the participant does meanwhile. It is announced and takes no focus. */
export function StatusLine({ title, room, children }: StatusLineProps) {
  return (
    <div role="status" className="grid min-w-0 grow gap-0.5">
      <h2 data-room={room.title} className={classNames('text-base', reservedSpace)}>
        <span>{title}</span>
      </h2>
      <p data-room={room.text} className={classNames('text-muted text-sm', reservedSpace)}>
        <span>{children}</span>
      </p>
    </div>
  );
}
