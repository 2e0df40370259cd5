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

interface ResultTableProps {
  caption: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** Table under a picture with the same values, for people who cannot see it or want to copy them. */
export function ResultTable({ caption, head, rows }: ResultTableProps) {
  return (
    <details className="mt-3 text-sm print:hidden">
      <summary className="w-fit cursor-pointer rounded-sm text-muted underline underline-offset-4 hover:text-text">
        Show as table
      </summary>
      <div className="overflow-x-auto pt-2">
        <table className="w-full text-left tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-line border-b text-muted">
              {head.map((text) => (
                <th key={text} scope="col" className="py-1.5 pr-4 font-medium">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [first, ...cells] }) => (
              <tr key={key} className="border-line border-b last:border-0">
                <th scope="row" className="py-1.5 pr-4 font-normal">
                  {first}
                </th>
                {cells.map((cell, at) => (
                  <td key={head[at + 1]} className="py-1.5 pr-4">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** A number that opens its people, as text with an underline. */
export function NumberButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current print:no-underline"
    >
      {children}
    </button>
  );
}
