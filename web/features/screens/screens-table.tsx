// All numbers of all screens as a table, sorted by any column; each number opens its people.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ScreenResult } from '#contract/result-screens.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Name } from '#web/ui/name.tsx';
import { PeopleNumber, useHeatHref } from './screen-card.tsx';
import {
  numbersOf,
  numberTerms,
  type ScreenNumberId,
  type Sort,
  type SortColumn,
  sortScreens,
} from './screen-numbers.ts';

/** Stays while the others scroll below it. */
const firstColumn = 'sticky left-0 z-1 bg-surface max-lg:border-line max-lg:border-e';

const FIRST: Sort = { by: 'number', isDescending: false };

export function ScreensTable({ screens }: { screens: readonly ScreenResult[] }) {
  const [sort, setSort] = useState(FIRST);
  const heatHref = useHeatHref();
  const hasRoutes = screens.some(({ firstClickOnRoute }) => firstClickOnRoute !== null);
  const columns = (Object.keys(numberTerms) as ScreenNumberId[]).filter(
    (id) => id !== 'route' || hasRoutes,
  );
  const press = (by: SortColumn) =>
    setSort({ by, isDescending: sort.by === by ? !sort.isDescending : by !== 'number' });
  return (
    <section aria-labelledby="all-screens" className="mt-8">
      <h2 id="all-screens" className="text-lg">
        All numbers
      </h2>
      {/* The table scrolls beside its first column, which has the names. */}
      <div className="mt-3 overflow-x-auto rounded-lg border border-line bg-surface">
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="border-line border-b">
              <ColumnHead column="number" sort={sort} onSort={press} isFirst />
              {columns.map((id) => (
                <ColumnHead key={id} column={id} sort={sort} onSort={press} />
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {sortScreens(screens, sort).map((screen) => (
              <tr key={screen.number}>
                <th
                  scope="row"
                  className={classNames(
                    firstColumn,
                    'max-w-64 px-4 py-2 text-start font-medium max-sm:max-w-40 max-sm:px-2.5',
                  )}
                >
                  <Link
                    to={heatHref(screen.number)}
                    className="flex min-w-0 rounded-sm hover:underline"
                  >
                    <span className="shrink-0">{screen.number} ·&nbsp;</span>
                    <span className="truncate">
                      <Name>{screen.name}</Name>
                    </span>
                  </Link>
                </th>
                {columns.map((id) => (
                  <td key={id} className="whitespace-nowrap px-4 py-2 text-end max-sm:px-2.5">
                    <Cell screen={screen} id={id} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Cell({ screen, id }: { screen: ScreenResult; id: ScreenNumberId }) {
  const number = numbersOf(screen).find((one) => one.id === id);
  return number ? <PeopleNumber {...number} /> : '–';
}

interface ColumnHeadProps {
  column: SortColumn;
  sort: Sort;
  onSort: (column: SortColumn) => void;
  isFirst?: boolean;
}

function ColumnHead({ column, sort, onSort, isFirst = false }: ColumnHeadProps) {
  const isSorted = sort.by === column;
  const Icon = sort.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      className={classNames(
        'font-medium text-muted',
        isFirst ? `${firstColumn} text-start` : 'text-end',
      )}
    >
      <button
        type="button"
        className={classNames(
          'flex min-h-control w-full items-center gap-1 px-4 py-2 hover:text-text max-sm:px-2.5 focus-visible:-outline-offset-2',
          isFirst ? 'text-start' : 'justify-end text-end',
          isSorted && 'text-text',
        )}
        onClick={() => onSort(column)}
      >
        {/* Breaks between words alone, so that the columns keep their width and the table scrolls. */}
        <span className="min-w-24 wrap-normal first-letter:uppercase">
          {column === 'number' ? 'Screen' : numberTerms[column]}
        </span>
        <Icon aria-hidden className={classNames('size-4 shrink-0', !isSorted && 'invisible')} />
      </button>
    </th>
  );
}
