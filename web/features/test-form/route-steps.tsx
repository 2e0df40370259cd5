// The screens of a route one after another, its goal in colour and in words.
import { ChevronRight } from 'lucide-react';
import { classNames } from '#web/ui/class-names.ts';
import { Name } from '#web/ui/name.tsx';

interface RouteStepsProps {
  route: readonly string[];
  nameOf: (screenId: string) => string;
  /** Shown as such. */
  goals: readonly string[];
}

export function RouteSteps({ route, nameOf, goals }: RouteStepsProps) {
  return (
    <ol className="flex min-w-0 grow flex-wrap items-center gap-x-1 gap-y-1.5 py-2 text-sm">
      {route.map((screenId, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a screen may come twice, and steps keep their places.
        <li key={at} className="flex min-w-0 items-center gap-1">
          {at > 0 && <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />}
          <span
            className={classNames(
              'max-w-48 truncate rounded-sm px-1.5 py-0.5',
              goals.includes(screenId) ? 'bg-accent-soft font-medium text-accent' : 'bg-hover',
            )}
          >
            <Name>{nameOf(screenId)}</Name>
          </span>
          {goals.includes(screenId) && <span className="sr-only">(goal)</span>}
        </li>
      ))}
    </ol>
  );
}
