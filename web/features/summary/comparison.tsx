// Two revisions side by side, with the differences of their shares and the confidence intervals.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { ResultComparison } from '#contract/comparison.ts';
import type { Average, Proportion } from '#contract/numbers.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import type { ResultChoices } from '#contract/results.ts';
import { secondsText } from '#insight/numbers/words.ts';
import {
  averageNames,
  countText,
  secondsInterval,
  shareWithInterval,
} from '#web/entities/results/number-words.ts';
import { comparisonQuery } from '#web/entities/results/results.query.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Select } from '#web/ui/select.tsx';
import { ResultCard } from './result-card.tsx';

/** Shares of two groups with their difference. */
type ComparedShares = NonNullable<ResultComparison['gaveUp']>;

interface ComparisonProps {
  testId: string;
  filter: ResultFilter;
  revisions: ResultChoices['revisions'];
}

/** Rendered only for a test with people in two revisions. */
export function Comparison({ testId, filter, revisions }: ComparisonProps) {
  const taken = revisions.filter(({ people }) => people > 0).map(({ number }) => number);
  const numbers = taken.toSorted((a, b) => b - a);
  if (numbers.length < 2) return null;
  return <Compared testId={testId} filter={filter} numbers={numbers} />;
}

interface ComparedProps extends Omit<ComparisonProps, 'revisions'> {
  /** The newest first, at least two. */
  numbers: readonly number[];
}

function Compared({ testId, filter, numbers }: ComparedProps) {
  const [pair, setPair] = usePair(numbers);
  const query = useQuery(comparisonQuery(testId, filter, pair));
  const options = numbers.map((number) => ({ value: `${number}`, label: `Revision ${number}` }));
  return (
    <ResultCard id="comparison" title="Compare revisions">
      <div className="mb-4 flex flex-wrap items-center gap-3 print:hidden">
        {(['a', 'b'] as const).map((side) => (
          <Select
            key={side}
            label={side === 'a' ? 'First revision' : 'Second revision'}
            hideLabel
            className="w-40"
            options={options}
            value={`${pair[side]}`}
            onChange={({ target }) => setPair({ ...pair, [side]: Number(target.value) })}
          />
        ))}
      </div>
      {query.isPending && <Skeleton className="h-40" />}
      {query.data && <ComparisonTable data={query.data} />}
      {query.isError && query.data === undefined && (
        <ErrorView
          title="The comparison could not be loaded"
          onRetry={() => void query.refetch()}
        />
      )}
    </ResultCard>
  );
}

/** Reads and writes the pair in the address: `compare=2-1`. */
function usePair(numbers: readonly number[]) {
  const [params, setParams] = useSearchParams();
  const [first, second] = (params.get('compare') ?? '').split('-').map(Number);
  const known = (number: number | undefined) => numbers.find((one) => one === number);
  const pair = {
    a: known(first) ?? numbers[0] ?? 1,
    b: known(second) ?? numbers[1] ?? 1,
  };
  const setPair = ({ a, b }: typeof pair) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set('compare', `${a}-${b}`);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [pair, setPair] as const;
}

function ComparisonTable({ data }: { data: ResultComparison }) {
  const { a, b, success, direct, thoughtDone, gaveUp, timeToGoal, ease } = data;
  const shares = [
    ['Reached the goal', success],
    ['Direct', direct],
    ['Thought done', thoughtDone],
    ['Gave up', gaveUp],
  ] as const;
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-130 text-left text-sm tabular-nums">
        <caption className="sr-only">
          Revision {a.revision} and revision {b.revision}
        </caption>
        <thead>
          <tr className="border-line border-b align-top text-muted">
            <td />
            {[a, b].map(({ revision, people }) => (
              <th key={revision} scope="col" className="py-2 pr-4 font-medium">
                Revision {revision}
                <span className="block font-normal">{people} people</span>
              </th>
            ))}
            <th scope="col" className="py-2 font-medium">
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map(
            ([label, share]) => share && <ShareRow key={label} label={label} of={share} />,
          )}
          {timeToGoal && <AverageRow label="Time to goal" of={timeToGoal} textOf={timeText} />}
          {ease && <AverageRow label="Ease, 1 to 7" of={ease} textOf={easeText} />}
        </tbody>
      </table>
      <p className="mt-3 text-muted text-xs">
        Differences in percentage points with their 95 % interval (Newcombe 1998). If an interval
        includes 0, the difference may be chance and isn’t shown.
      </p>
    </div>
  );
}

function ShareRow({ label, of }: { label: string; of: ComparedShares }) {
  return (
    <Row label={label} cells={[<Share key="a" of={of.a} />, <Share key="b" of={of.b} />]}>
      {differenceText(of.difference)}
    </Row>
  );
}

function Share({ of }: { of: Proportion }) {
  return (
    <>
      {countText(of)}
      <span className="block text-muted">{shareWithInterval(of)}</span>
    </>
  );
}

/** '+12 points (3 to 21)' */
export function differenceText(difference: ComparedShares['difference']): string {
  if (difference === null) return 'too few people';
  const { value, low, high, isShown } = difference;
  const span = `${points(low)} to ${points(high)}`;
  if (!isShown) return `no difference shown (${span})`;
  return `${value > 0 ? '+' : ''}${points(value)} points (${span})`;
}

/** Formats percentage points with a minus sign instead of a hyphen. */
function points(share: number): string {
  const whole = Math.round(share * 100);
  return whole < 0 ? `−${-whole}` : `${whole}`;
}

interface AverageRowProps {
  label: string;
  of: { a: Average; b: Average };
  textOf: (average: Average) => string;
}

function AverageRow({ label, of, textOf }: AverageRowProps) {
  return (
    <Row label={label} cells={[textOf(of.a), textOf(of.b)]}>
      –
    </Row>
  );
}

function timeText(average: Average): string {
  const { n, kind, value } = average;
  if (value === null || n < 5) return `${n} people`;
  const interval = secondsInterval(average);
  return `${averageNames[kind]} ${secondsText(value)}${interval ? ` (${interval})` : ''}, n ${n}`;
}

function easeText({ n, value, low, high }: Average): string {
  if (value === null || n < 5) return `${n} answered`;
  const interval = low === null || high === null ? '' : ` (${low.toFixed(1)}–${high.toFixed(1)})`;
  return `mean ${value.toFixed(1)}${interval}, n ${n}`;
}

interface RowProps {
  label: string;
  cells: readonly [React.ReactNode, React.ReactNode];
  children: React.ReactNode;
}

function Row({ label, cells: [a, b], children }: RowProps) {
  return (
    <tr className="border-line border-b align-top last:border-0">
      <th scope="row" className="py-2.5 pr-4 font-medium">
        {label}
      </th>
      <td className="py-2.5 pr-4">{a}</td>
      <td className="py-2.5 pr-4">{b}</td>
      <td className="py-2.5">{children}</td>
    </tr>
  );
}
