// What the signs of a heatmap mean, with how many clicks there are of each kind.
import { type ReactNode, useMemo } from 'react';
import { HEATMAP_DOT_RADIUS_PX } from '#contract/limits.ts';
import { mostOnOnePlace } from '#insight/crowds.ts';
import { ClickSigns, HeatSign } from '#web/entities/heat/signs.tsx';
import { clickCountText, countOf } from '#web/entities/recording/click-count.ts';
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
      <ClickSigns {...count} />
      {most > 1 && <HeatSign text={`1 to ${most} clicks on one place`} />}
      {unplaced > 0 && <span>{unplaced} not on this picture</span>}
      <div className="ml-auto flex h-control-sm items-center empty:hidden">{children}</div>
    </div>
  );
}
