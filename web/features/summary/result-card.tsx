// A card of results: a heading, a picture, and the same values as a table.
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PHONE, useMedia } from '#web/lib/use-media.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Card } from '#web/ui/surfaces.tsx';

interface ResultCardProps {
  id: string;
  title: string;
  /** Muted text after the title: the subject, with n. */
  note?: ReactNode;
  /** Placed at the end of the heading; not printed. */
  action?: ReactNode;
  className?: string;
  /** On a phone, cards are folded to their heading until they are opened; this one is open at first. */
  isOpenFirst?: boolean;
  children: ReactNode;
}

export function ResultCard({ id, title, note, action, className, ...rest }: ResultCardProps) {
  const isPhone = useMedia(PHONE);
  const [isOpen, setOpen] = useState(rest.isOpenFirst ?? false);
  const isFolded = isPhone && !isOpen;
  return (
    <Card aria-labelledby={id} className={classNames('min-w-0 break-inside-avoid', className)}>
      <div className={classNames('flex items-baseline gap-x-3', !isFolded && 'mb-3')}>
        <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-3">
          <h2 id={id} className="text-lg max-sm:w-full">
            {isPhone ? (
              <button
                type="button"
                aria-expanded={isOpen}
                className="-my-2 flex min-h-control w-full items-center justify-between gap-3 text-start"
                onClick={() => setOpen(!isOpen)}
              >
                {title}
                <ChevronDown
                  aria-hidden
                  className={classNames(
                    'size-5 shrink-0 text-muted transition-transform',
                    isOpen && 'rotate-180',
                  )}
                />
              </button>
            ) : (
              title
            )}
          </h2>
          {note && <p className="text-muted text-sm tabular-nums">{note}</p>}
        </div>
        {action && <div className="-my-2 print:hidden">{action}</div>}
      </div>
      <div className={isFolded ? 'hidden print:block' : undefined}>{rest.children}</div>
    </Card>
  );
}
