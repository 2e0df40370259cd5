// Compares two values of a field of the filter: chooses them, and shows the numbers of both groups side by side.
import { useQuery } from '@tanstack/react-query';
import { type ComparedField, filterByValue } from '#contract/comparison.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import type { ResultChoices } from '#contract/results.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import {
  daysText,
  type FilterOption,
  type ListedField,
  listLabels,
  optionsOf,
} from '#web/entities/results/filter-options.ts';
import { choicesQuery, comparisonQuery } from '#web/entities/results/results.query.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { useTask } from '#web/entities/results/use-task.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type ComparedGroups, useComparedGroups } from './compared-groups.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { ResultCard } from './result-card.tsx';

const fieldLabels: Record<ComparedField, string> = {
  revision: 'Revision',
  ...listLabels,
  days: 'Date',
  // Pages offer no list of these; a link can have them.
  route: 'Path',
  text: 'Words',
};
/** Values that one task alone has. */
const OF_ONE_TASK: readonly ListedField[] = ['outcome', 'screen'];

/** Rendered once there are two groups of people to compare. */
export function Comparison({ test }: { test: TestOverview }) {
  const { filter } = useResultFilter();
  const { chosen } = useTask(test);
  const { data: choices } = useQuery(choicesQuery(test._id, filter));
  const fields = choices ? fieldsOf(choices, chosen === null) : new Map();
  const { groups, isChosen, setGroups } = useComparedGroups(usualGroups(fields));
  if (!choices || (fields.size === 0 && groups === null)) return null;
  const labelOf = (field: ComparedField, value: string) => groupLabel(choices, field, value);
  return (
    <ResultCard id="comparison" title="Compare" isOpenFirst={isChosen}>
      <GroupChoice {...{ fields, groups, setGroups, labelOf }} />
      {groups && <Compared {...{ test, groups, labelOf }} />}
    </ResultCard>
  );
}

type Fields = ReadonlyMap<ListedField, readonly FilterOption[]>;

/** Fields with two values that people have. */
function fieldsOf(choices: ResultChoices, isOverview: boolean): Fields {
  const names = (Object.keys(fieldLabels) as ComparedField[]).filter(isListed);
  const offered = names.filter((field) => !isOverview || !OF_ONE_TASK.includes(field));
  const fields = offered.map((field) => {
    const options = optionsOf(field, choices, {}).filter(
      ({ value, people }) => people !== null && people > 0 && value !== 'all',
    );
    return [field, isOverview ? options.filter(isOfTest) : options] as const;
  });
  return new Map(fields.filter(([, options]) => options.length > 1));

  function isOfTest({ value }: FilterOption): boolean {
    return !choices.answers.some(({ answer }) => answer === value);
  }
}

/** The newest two revisions are compared without a choice; null while there is one. */
function usualGroups(fields: Fields): ComparedGroups | null {
  const [a, b] = fields.get('revision') ?? [];
  return a && b ? { field: 'revision', a: a.value, b: b.value } : null;
}

/** Returns the words of a group, also of one without people. */
function groupLabel(choices: ResultChoices, field: ComparedField, value: string): string {
  if (field === 'days') return daysText(daysOf(value)) ?? '';
  const filter = filterByValue(field, value) ?? {};
  const options = isListed(field) ? optionsOf(field, choices, filter) : [];
  return options.find((one) => one.value === value)?.label ?? value;
}

function isListed(field: ComparedField): field is ListedField {
  return field === 'revision' || field in listLabels;
}

function daysOf(value: string): { from?: string; to?: string } {
  const [from = '', to = from] = value.split('..');
  return { ...(from !== '' && { from }), ...(to !== '' && { to }) };
}

interface GroupChoiceProps {
  fields: Fields;
  groups: ComparedGroups | null;
  setGroups: (change: Partial<ComparedGroups>) => void;
  labelOf: (field: ComparedField, value: string) => string;
}

function GroupChoice({ fields, groups, setGroups, labelOf }: GroupChoiceProps) {
  const options = [...fields.keys()].map((field) => ({ value: field, label: fieldLabels[field] }));
  const chooseField = (field: string) => {
    // The values that most people have.
    const values = fields.get(field as ListedField) ?? [];
    const most = values.toSorted((a, b) => (b.people ?? 0) - (a.people ?? 0));
    const [a, b] = field === 'revision' ? values : most;
    setGroups({ field: field as ComparedField, a: a?.value ?? '', b: b?.value ?? '' });
  };
  const current = groups?.field ?? 'days';
  const isOffered = current === 'days' || options.some(({ value }) => value === current);
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3 print:hidden">
      <Select
        label="Compare by"
        className="w-44 max-sm:w-full"
        options={[
          ...(groups === null ? [{ value: '', label: 'Choose…', disabled: true }] : []),
          ...options,
          ...(isOffered ? [] : [{ value: current, label: fieldLabels[current] }]),
          { value: 'days', label: fieldLabels.days },
        ]}
        value={groups?.field ?? ''}
        onChange={({ target }) => chooseField(target.value)}
      />
      {groups?.field === 'days' && <DayFields {...{ groups, setGroups }} />}
      {groups && groups.field !== 'days' && (
        <ValueFields
          {...{ groups, setGroups, labelOf }}
          values={fields.get(groups.field as ListedField) ?? []}
        />
      )}
    </div>
  );
}

const sides = [
  { side: 'a', name: 'A' },
  { side: 'b', name: 'B' },
] as const;

interface GroupFieldsProps extends Pick<GroupChoiceProps, 'setGroups'> {
  groups: ComparedGroups;
}

interface ValueFieldsProps extends GroupFieldsProps, Pick<GroupChoiceProps, 'labelOf'> {
  values: readonly FilterOption[];
}

function ValueFields({ groups, setGroups, labelOf, values }: ValueFieldsProps) {
  return sides.map(({ side, name }) => {
    const chosen = groups[side];
    const other = groups[side === 'a' ? 'b' : 'a'];
    const isKnown = values.some(({ value }) => value === chosen);
    return (
      <Select
        key={side}
        label={`Group ${name}`}
        className="w-64 max-sm:w-full"
        options={[
          ...(isKnown
            ? []
            : [
                { value: chosen, label: chosen === '' ? 'Choose…' : labelOf(groups.field, chosen) },
              ]),
          ...values.map(({ value, label, people }) => ({
            value,
            label: people === null ? label : `${label} (${people})`,
            disabled: value === other,
          })),
        ]}
        value={chosen}
        onChange={({ target }) => setGroups({ [side]: target.value })}
      />
    );
  });
}

function DayFields({ groups, setGroups }: GroupFieldsProps) {
  return sides.map(({ side, name }) => {
    const { from = '', to = '' } = daysOf(groups[side]);
    const change = (days: { from?: string; to?: string }) => {
      const next = { from, to, ...days };
      const value = next.from === '' && next.to === '' ? '' : `${next.from}..${next.to}`;
      setGroups({ [side]: value });
    };
    return (
      <fieldset key={side} className="grid grid-cols-2 gap-2 max-sm:w-full">
        <legend className="sr-only">Group {name}</legend>
        <TextField
          type="date"
          label={`${name} from`}
          room={null}
          max={to}
          value={from}
          onChange={({ target }) => change({ from: target.value })}
        />
        <TextField
          type="date"
          label={`${name} until`}
          room={null}
          min={from}
          value={to}
          onChange={({ target }) => change({ to: target.value })}
        />
      </fieldset>
    );
  });
}

interface ComparedProps {
  test: TestOverview;
  groups: ComparedGroups;
  labelOf: (field: ComparedField, value: string) => string;
}

function Compared({ test, groups, labelOf }: ComparedProps) {
  const { filter } = useResultFilter();
  const query = useQuery(comparisonQuery(test._id, filter, groups));
  if (groups.a === '' || groups.b === '')
    return <p className="text-muted text-sm">Choose both groups to see their numbers.</p>;
  if (query.isPending) {
    return (
      <div role="status" aria-label="Loading the comparison">
        <Skeleton className="h-40" />
      </div>
    );
  }
  if (query.data === undefined) {
    return (
      <ErrorView title="The comparison could not be loaded" onRetry={() => void query.refetch()} />
    );
  }
  const { field, a, b } = query.data;
  const labels = { a: labelOf(field, a.value), b: labelOf(field, b.value) };
  return (
    <div aria-busy={query.isPlaceholderData}>
      {isReplaced(filter, field) && (
        <p className="mb-3 text-muted text-sm">
          The groups replace what the filter has for {fieldLabels[field].toLowerCase()}.
        </p>
      )}
      <ComparisonTable test={test} comparison={query.data} labels={labels} />
    </div>
  );
}

function isReplaced(filter: ResultFilter, field: ComparedField): boolean {
  if (field === 'days') return filter.from !== undefined || filter.to !== undefined;
  return filter[field] !== undefined;
}
