// Table under a picture of results, and a number of results that opens its people.
import type { ReactNode } from 'react';

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

interface NumberButtonProps {
  /** Left out for readers who may not open the people. */
  onClick: (() => void) | undefined;
  children: ReactNode;
}

/** A number that opens its people, as text with an underline. */
export function NumberButton({ onClick, children }: NumberButtonProps) {
  if (!onClick) return <span>{children}</span>;
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
