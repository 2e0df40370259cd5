// The picture of times: dots or bars on a logarithmic axis, with the median or mean and its interval.
import { type KeyboardEvent, useState } from 'react';
import type { Average, Times } from '#contract/numbers.ts';
import { SHARE_FROM } from '#insight/numbers/share.ts';
import { peopleCount, secondsText } from '#insight/numbers/words.ts';
import { averageNames } from '#web/entities/results/number-words.ts';
import { type MomentsRequest, useOpenMoments } from '#web/entities/results/open-moments.ts';
import { pilesOf, type TimeAxis, timeAxis } from './time-axis.ts';

/** Space for the tallest pile, the label above it, and the axis below. */
const PLOT_HEIGHT_PX = 132;
const LABEL_HEIGHT_PX = 26;
const AXIS_HEIGHT_PX = 30;
const SIDE_PX = 12;

interface Column {
  key: string;
  /** Middle, in pixels. */
  x: number;
  width: number;
  people: number;
  fromMs: number;
  toMs: number;
}

export function TimePlot({ times, width }: { times: Times; width: number }) {
  const { average, values, histogram } = times;
  const px = { from: SIDE_PX, to: width - SIDE_PX };
  const all = [
    ...(values ?? []).map(({ ms }) => ms),
    ...histogram.filter(({ people }) => people > 0).flatMap(({ fromMs, toMs }) => [fromMs, toMs]),
  ];
  const axis = timeAxis(all, px);
  const piles = pilesOf(values ?? [], axis, PLOT_HEIGHT_PX);
  const plotHeight = values === null ? PLOT_HEIGHT_PX : Math.max(48, piles.height);
  const baseline = LABEL_HEIGHT_PX + plotHeight;
  const height = baseline + AXIS_HEIGHT_PX;
  const bars = barsOf(times, axis, plotHeight);
  const step = 2 * piles.radius + 1;
  const columns: Column[] = [
    ...piles.piles.map(({ x, items }) => ({
      key: `${items[0]?.sessionId}`,
      x,
      width: step,
      people: items.length,
      fromMs: items[0]?.ms ?? 0,
      toMs: items.at(-1)?.ms ?? 0,
    })),
    ...bars,
  ];
  return (
    <div className="relative">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="block h-auto w-full text-accent [print-color-adjust:exact] forced-colors:text-[color:CanvasText]"
      >
        <title>Time to goal of {peopleCount(average.n)}</title>
        <Axis axis={axis} baseline={baseline} px={px} />
        {average.n >= SHARE_FROM && <Middle average={average} axis={axis} baseline={baseline} />}
        <g aria-hidden fill="currentColor">
          {piles.piles.flatMap(({ x, items }) =>
            items.map(({ sessionId, isOutlier }, at) => (
              <circle
                key={sessionId}
                cx={x}
                cy={baseline - 3 - step * (at + 0.5)}
                r={isOutlier ? piles.radius - 0.75 : piles.radius}
                fill={isOutlier ? 'none' : undefined}
                stroke={isOutlier ? 'currentColor' : undefined}
                strokeWidth={1.5}
              />
            )),
          )}
          {bars.map(({ key, x, width: wide, height: high }) => (
            <rect
              key={key}
              x={x - wide / 2}
              y={baseline - high}
              width={wide}
              height={high}
              rx={1}
            />
          ))}
        </g>
      </svg>
      <Presses columns={columns} height={baseline} />
    </div>
  );
}

function barsOf({ histogram }: Times, axis: TimeAxis, plotHeight: number) {
  const most = Math.max(1, ...histogram.map(({ people }) => people));
  return histogram
    .filter(({ people }) => people > 0)
    .map(({ fromMs, toMs, people }) => ({
      key: `${fromMs}`,
      x: (axis.x(fromMs) + axis.x(toMs)) / 2,
      width: Math.max(1, axis.x(toMs) - axis.x(fromMs) - 1),
      height: Math.max(2, (people / most) * plotHeight),
      people,
      fromMs,
      toMs,
    }));
}

interface AxisProps {
  axis: TimeAxis;
  baseline: number;
  px: { from: number; to: number };
}

function Axis({ axis, baseline, px }: AxisProps) {
  return (
    <g aria-hidden className="text-muted forced-colors:text-[color:CanvasText]">
      <line x1={0} x2={px.to + SIDE_PX} y1={baseline} y2={baseline} stroke="currentColor" />
      {axis.ticks.map(({ label, x }) => (
        <g key={label}>
          <line x1={x} x2={x} y1={baseline} y2={baseline + 5} stroke="currentColor" />
          <text x={x} y={baseline + 20} textAnchor="middle" fontSize={12} fill="currentColor">
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}

interface MiddleProps extends Pick<AxisProps, 'axis' | 'baseline'> {
  average: Average;
}

/** A line at the median or mean, and its interval as a bar on the axis. */
function Middle({ average: { kind, value, low, high }, axis, baseline }: MiddleProps) {
  if (value === null) return null;
  const x = axis.x(value);
  const isRight = x > (axis.x(axis.fromMs) + axis.x(axis.toMs)) / 2;
  return (
    <g aria-hidden className="text-text forced-colors:text-[color:CanvasText]">
      {low !== null && high !== null && (
        <rect
          x={axis.x(low)}
          y={baseline - 2}
          width={Math.max(2, axis.x(high) - axis.x(low))}
          height={4}
          rx={2}
          fill="currentColor"
        />
      )}
      <line x1={x} x2={x} y1={6} y2={baseline} stroke="currentColor" strokeWidth={1.5} />
      <text
        x={isRight ? x - 6 : x + 6}
        y={16}
        textAnchor={isRight ? 'end' : 'start'}
        fontSize={13}
        fontWeight={600}
        fill="currentColor"
      >
        {averageNames[kind]} {secondsText(value)}
      </text>
    </g>
  );
}

interface PressesProps {
  columns: readonly Column[];
  /** Distance from the top of the picture, in pixels. */
  height: number;
}

/** Columns of dots or bars as buttons. They are one tab stop; arrow keys move between them. */
function Presses({ columns, height }: PressesProps) {
  const openMoments = useOpenMoments();
  const [at, setAt] = useState(0);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(at + step, 0), columns.length - 1);
    event.currentTarget.parentElement?.parentElement?.children[next]
      ?.querySelector('button')
      ?.focus();
  };
  return (
    <ul aria-label="Times of people; use the arrow keys to move" className="print:hidden">
      {columns.map((column, place) => (
        <li key={column.key}>
          <button
            type="button"
            tabIndex={place === Math.min(at, columns.length - 1) ? 0 : -1}
            title={`${peopleCount(column.people)} in ${spanText(column)}`}
            style={{ left: column.x - column.width / 2, width: column.width, height }}
            className="absolute top-0 rounded-sm hover:bg-accent/15"
            onFocus={() => setAt(place)}
            onKeyDown={onKeyDown}
            onClick={() => openMoments(momentsOfTimes(column))}
          >
            <span className="sr-only">
              {peopleCount(column.people)} in {spanText(column)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function momentsOfTimes({ fromMs, toMs }: Pick<Column, 'fromMs' | 'toMs'>): MomentsRequest {
  return {
    // Tolerance of half a millisecond, because times are fractions.
    query: { of: 'goal', fromMs: Math.max(0, fromMs - 0.5), toMs: toMs + 0.5 },
  };
}

export function spanText({ fromMs, toMs }: Pick<Column, 'fromMs' | 'toMs'>): string {
  const [from, to] = [secondsText(fromMs), secondsText(toMs)];
  return from === to ? from : `${from} to ${to}`;
}
