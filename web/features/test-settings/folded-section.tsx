// A section of the Settings tab that is folded to its heading until it is opened.
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#web/ui/surfaces.tsx';

interface FoldedSectionProps {
  /** Id of the heading, by which a form is named. */
  id: string;
  title: string;
  note: string;
  onOpen?: () => void;
  children: ReactNode;
}

export function FoldedSection({ id, title, note, onOpen, children }: FoldedSectionProps) {
  return (
    <Card className="mt-4 p-0! sm:p-0!">
      <details className="group" onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}>
        <summary className="flex list-none items-center justify-between gap-6 px-5 py-5 sm:px-6">
          <div>
            <h2 id={id} className="text-base">
              {title}
            </h2>
            <p className="mt-0.5 text-muted text-sm">{note}</p>
          </div>
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="border-line border-t p-5 sm:p-6">{children}</div>
      </details>
    </Card>
  );
}
