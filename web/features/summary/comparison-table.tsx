// The numbers of two groups side by side, each with its difference and the interval of it drawn and in words.
import type {
  ComparedNumber,
  ComparedStep,
  GroupNumber,
  ResultComparison,
} from '#contract/comparison.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { peopleCount } from '#insight/numbers/words.ts';
import { stepName } from '#insight/step-name.ts';
import { MoodText } from '#web/ui/alert.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Name } from '#web/ui/name.tsx';
import { differenceText, groupText, manyText, numberLabel } from './comparison-words.ts';

type Sides<T> = Record<'a' | 'b', T>;
const sides = ['a', 'b'] as const;

/** Columns from 640 px on: the number, both groups, the difference. */
const columns =
  'grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)]';

interface ComparisonTableProps {
  test: TestOverview;
  comparison: ResultComparison;
  labels: Sides<string>;
}

export function ComparisonTable({ test, comparison, labels }: ComparisonTableProps) {
  const { steps } = comparison;
  const order = test.steps.map(({ number }) => number);
  // Steps that are no longer in the test come after the others.
  const placeOf = (step: number) => (order.includes(step) ? order.indexOf(step) : order.length);
  const sorted = steps.toSorted((one, two) => placeOf(one.a) - placeOf(two.a));
  const inBoth = Math.max(0, ...steps.map((step) => step.inBoth));
  if (steps.every(({ numbers }) => numbers.length === 0)) {
    return <p className="text-muted text-sm">These groups have no numbers to compare here.</p>;
  }
  const axes = axesOf(steps.flatMap(({ numbers }) => numbers));
  return (
    <>
      {inBoth > 0 && (
        <div className="mb-3 text-sm">
          <MoodText tone="plain">
            {inBoth === 1 ? '1 person is' : `${peopleCount(inBoth)} are`} in both groups. Each
            column counts them. Differences are shown only for groups without people in common.
          </MoodText>
        </div>
      )}
      <div className={`${columns} border-line border-b pb-2 text-sm`}>
        <span className="max-sm:hidden" />
        {sides.map((side) => (
          <p key={side} className="min-w-0">
            <SideMark side={side} />
            <span className="font-medium [overflow-wrap:anywhere]">
              <Name>{labels[side]}</Name>
            </span>
            <span className="block text-muted tabular-nums">
              {peopleCount(comparison[side].people)}
            </span>
          </p>
        ))}
        <span className="font-medium max-sm:hidden">Difference, A compared with B</span>
      </div>
      {sorted.map((step) => (
        <section key={`${step.a} ${step.b}`} aria-label={headingOf(test, step)}>
          {steps.length > 1 && (
            <h3 className="mt-4 text-sm">
              <span className="font-semibold">{headingOf(test, step)}</span>{' '}
              <span className="text-muted [overflow-wrap:anywhere]">
                <Name>{step.text}</Name>
              </span>
            </h3>
          )}
          <ul className="divide-y divide-line">
            {step.numbers.map((number) => (
              <NumberRow
                key={`${number.measure} ${number.option?.word}`}
                {...{ number, step, labels, axes }}
              />
            ))}
          </ul>
          {step.moreOptions > 0 && (
            <p className="pb-2 text-muted text-xs">
              {step.moreOptions === 1 ? '1 more answer' : `${step.moreOptions} more answers`} on the
              page of the question.
            </p>
          )}
        </section>
      ))}
      <p className="mt-3 text-muted text-xs tabular-nums">
        {manyText(steps)} Intervals are of 95 %. If one includes 0, or 1 for times, no difference is
        shown.
      </p>
    </>
  );
}

/** 'Task 1', 'Task 1 and Task 2' of two variants, or the text of a step that is no longer in the test. */
function headingOf({ steps }: TestOverview, { a, b, text }: ComparedStep): string {
  const places = [...new Set([a, b])].map((step) =>
    steps.findIndex(({ number }) => number === step),
  );
  if (places.includes(-1)) return text;
  return places.map((at) => stepName(steps, at)).join(' and ');
}

/** The letter by which the words name a group. */
function SideMark({ side }: { side: 'a' | 'b' }) {
  return (
    <span
      className={classNames(
        'me-2 inline-grid size-5 place-items-center rounded-sm border border-transparent font-semibold text-xs forced-colors:border-[color:CanvasText]',
        side === 'a' ? 'bg-accent text-on-accent' : 'bg-line-strong text-text',
      )}
    >
      {side.toUpperCase()}
    </span>
  );
}

interface NumberRowProps {
  number: ComparedNumber;
  step: ComparedStep;
  labels: Sides<string>;
  axes: Axes;
}

function NumberRow({ number, step, labels, axes }: NumberRowProps) {
  return (
    <li className={`${columns} py-3 text-sm tabular-nums`}>
      <p className="col-span-2 font-medium [overflow-wrap:anywhere] sm:col-span-1">
        <Name>{numberLabel(number)}</Name>
      </p>
      {sides.map((side) => {
        const { value, note } = groupText(number, number[side]);
        return (
          <div key={side} className="min-w-0">
            <span className="sr-only">{labels[side]}: </span>
            <span className="font-semibold">{value}</span>
            <span aria-hidden className="my-1 block h-2">
              <span
                style={{ width: `${100 * lengthOf(number, number[side])}%` }}
                className={classNames(
                  'block h-full rounded-e-sm border border-transparent [print-color-adjust:exact] forced-colors:border-[color:CanvasText]',
                  side === 'a' ? 'bg-accent' : 'bg-line-strong',
                )}
              />
            </span>
            {note && <span className="block text-muted text-xs">{note}</span>}
          </div>
        );
      })}
      <div className="col-span-2 min-w-0 sm:col-span-1">
        <span className="sr-only">Difference: </span>
        <span className={number.difference?.isShown ? 'font-semibold' : 'text-muted'}>
          {differenceText(number, step)}
        </span>
        {number.difference && <IntervalPicture {...{ number, axes }} />}
      </div>
    </li>
  );
}

/** Length of a group's bar, 0 to 1: on the scale, or beside the other group. */
function lengthOf({ unit, scale, a, b }: ComparedNumber, { value }: GroupNumber): number {
  if (value === null) return 0;
  if (unit === 'share') return value;
  if (scale) return (value - scale.low) / (scale.high - scale.low);
  const most = Math.max(Math.abs(a.value ?? 0), Math.abs(b.value ?? 0));
  return most === 0 ? 0 : Math.abs(value) / most;
}

/** Distance from 'no difference' at the ends of the pictures, of times in logarithms. */
interface Axes {
  part: number;
  time: number;
}

/** All pictures of a kind have one axis, so that they can be compared. */
function axesOf(numbers: readonly ComparedNumber[]): Axes {
  const farthest = (isTime: boolean) =>
    Math.max(
      ...numbers.flatMap((number) => {
        const { difference, unit } = number;
        if (!difference || (unit === 'time') !== isTime) return [];
        return [difference.low, difference.high].map((end) => Math.abs(placeOf(number, end)));
      }),
      Number.EPSILON,
    );
  return { part: farthest(false), time: farthest(true) };
}

/** Place of a difference, 0 for none: a part of the scale, of numbers without one of the greater value. */
function placeOf({ unit, scale, a, b }: ComparedNumber, difference: number): number {
  if (unit === 'share') return difference;
  if (unit === 'time') return Math.log(difference);
  if (scale) return difference / (scale.high - scale.low);
  return difference / Math.max(Math.abs(a.value ?? 0), Math.abs(b.value ?? 0), Number.EPSILON);
}

/** The interval as a line around 'no difference' in the middle; the words beside it say the same. */
function IntervalPicture({ number, axes }: Pick<NumberRowProps, 'number' | 'axes'>) {
  const { difference, unit } = number;
  if (!difference) return null;
  const at = (value: number) =>
    50 + (50 * placeOf(number, value)) / (unit === 'time' ? axes.time : axes.part);
  const [low, high] = [at(difference.low), at(difference.high)];
  return (
    <span aria-hidden className="relative mt-1.5 block h-3 max-w-80">
      <span className="absolute inset-y-0 left-1/2 border-line-strong border-s forced-colors:border-[color:CanvasText]" />
      <span
        style={{ left: `${low}%`, width: `${high - low}%` }}
        className={classNames(
          'absolute top-1 h-1 rounded-full border border-transparent [print-color-adjust:exact] forced-colors:border-[color:CanvasText]',
          difference.isShown ? 'bg-accent' : 'bg-line-strong',
        )}
      />
      <span
        style={{ left: `${at(difference.value)}%` }}
        className="-translate-x-1/2 absolute top-0 size-3 rounded-full border-2 border-surface bg-text [print-color-adjust:exact] forced-colors:bg-[color:CanvasText]"
      />
    </span>
  );
}
