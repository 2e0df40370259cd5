// Controls above the tests: filter, search by name, order.
import { Link } from 'react-router';
import { type TestSort, type TestState, testSort } from '#contract/test-list.ts';
import { useSearchText } from '#web/lib/search-text.ts';
import { classNames } from '#web/ui/class-names.ts';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Select } from '#web/ui/select.tsx';
import type { ListView } from './list-view.ts';

interface ListControlsProps {
  list: ListView;
  /** Number of tests that match the filter, or null if unknown. */
  total: number | null;
}

export function ListControls({ list, total }: ListControlsProps) {
  const [text, setText] = useSearchText({ search: list.view.search, setSearch: list.setSearch });
  const isOfAll = list.view.search === '' && list.view.state === null;
  // An empty workspace has nothing to filter. The controls still take up space, so that nothing moves when the number
  // arrives.
  const isIdle = isOfAll && total === 0 && text === '';
  return (
    <div
      className={classNames(
        'mb-6 flex flex-wrap items-center justify-between gap-3',
        isIdle && 'invisible',
      )}
    >
      <StateLinks list={list} />
      <div className="flex min-w-0 gap-3 max-md:w-full">
        <SearchBox
          label="Search tests by name"
          placeholder="Search tests"
          maxLength={400}
          text={text}
          onTextChange={setText}
          className="w-64 min-w-0 max-md:grow"
        />
        <Select
          label="Sort by"
          hideLabel
          className="w-44 shrink-0 max-md:w-40"
          options={testSort.options.map((sort) => ({ value: sort, label: sortLabels[sort] }))}
          value={list.view.sort}
          onChange={(event) => list.setSort(testSort.parse(event.target.value))}
        />
      </div>
    </div>
  );
}

const sortLabels: Record<TestSort, string> = {
  activity: 'Last activity',
  created: 'Newest',
  name: 'Name',
  recordings: 'Most recordings',
};

const states: [TestState | null, string][] = [
  [null, 'All'],
  ['recent', 'Recent'],
  ['open', 'Open'],
  ['closed', 'Closed'],
];

/** Links, so that each one opens in a new tab and the browser's Back button works. */
function StateLinks({ list }: { list: ListView }) {
  return (
    <nav aria-label="Which tests" className="max-md:w-full">
      <ul className="flex rounded-md bg-sunken p-1 inset-ring inset-ring-line">
        {states.map(([state, label]) => (
          <li key={label} className="max-md:grow">
            <Link
              to={list.stateHref(state)}
              preventScrollReset
              aria-current={list.view.state === state ? 'true' : undefined}
              className="flex h-8 items-center justify-center rounded-sm px-3 font-medium text-muted text-sm transition-colors hover:text-text aria-[current=true]:bg-raised aria-[current=true]:font-semibold aria-[current=true]:text-text aria-[current=true]:shadow-sm pointer-coarse:h-9"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
