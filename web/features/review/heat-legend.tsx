// What the signs of a heatmap mean, with how many clicks there are of each kind.
import { type ReactNode, useMemo } from 'react';
import { HEATMAP_DOT_RADIUS_PX } from '#contract/limits.ts';
import { mostOnOnePlace } from '#insight/crowds.ts';
import { type ClickCount, clickCountText, countOf } from '#web/entities/recording/click-count.ts';
import { ClickMark } from './click-mark.tsx';
import type { HeatPicture } from './heat-pictures.ts';

interface HeatLegendProps {
  picture: HeatPicture;
  /** Controls of what is shown, at the end. */
  children: ReactNode;
}

export function HeatLegend({ picture: { clicks, spotted }, children }: HeatLegendProps) {
  // Kept while the strength is dragged.
  const most = useMemo(() => mostOnOnePlace(spotted, HEATMAP_DOT_RADIUS_PX), [spotted]);
  if (clicks.length === 0) return null;
  const count = countOf(clicks);
  const unplaced = clicks.length - spotted.length;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-line border-t px-4 py-2 text-muted text-sm tabular-nums">
      <span className="font-semibold text-text">{clickCountText(count)}</span>
      <ClickSigns misclicks={count.misclicks} />
      {most > 1 && (
        <Sign text={`1 to ${most} clicks on one place`}>
          <span
            aria-hidden
            className="h-3 w-16 rounded-full bg-linear-to-r from-heat-1 via-heat-3 to-heat-5 forced-color-adjust-none"
          />
        </Sign>
      )}
      {unplaced > 0 && <span>{unplaced} not on this picture</span>}
      <div className="ml-auto flex h-control-sm items-center empty:hidden">{children}</div>
    </div>
  );
}

/** The marks of clicks, as far as there are any, with their names. */
export function ClickSigns({ misclicks }: Pick<ClickCount, 'misclicks'>) {
  return (
    <>
      <Sign text="Click">
        <ClickMark className="size-4" />
      </Sign>
      {misclicks > 0 && (
        <Sign
          text={
            <>
              Missed<span className="max-sm:hidden">: nothing reacted</span>
            </>
          }
        >
          <ClickMark misclick className="size-4" />
        </Sign>
      )}
    </>
  );
}

function Sign({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      {children}
      <span>{text}</span>
    </span>
  );
}
