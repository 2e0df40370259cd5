// One hot spot of an illustration: clicks on the same place, from violet rim to yellow core.
import { useId } from 'react';

interface HeatSpotProps {
  x: number;
  y: number;
  radius: number;
  /** 0 to 1: how many pressed here. */
  heat: number;
  className?: string;
}

/** Colours from the core outwards, with how far out (0 to 1) and how solid each is. */
const ramp = [
  { colour: 'heat-5', offset: 0.05, opacity: 0.95 },
  { colour: 'heat-4', offset: 0.26, opacity: 0.9 },
  { colour: 'heat-3', offset: 0.48, opacity: 0.72 },
  { colour: 'heat-2', offset: 0.7, opacity: 0.4 },
  { colour: 'heat-1', offset: 1, opacity: 0 },
];

export function HeatSpot({ x, y, radius, heat, className }: HeatSpotProps) {
  const id = useId();
  // Fewer presses never reach the hottest colours; the rest of the ramp moves inwards.
  const skipped = Math.round((1 - heat) * 3);
  const inward = ramp[skipped]?.offset ?? 0;
  return (
    <g className={className}>
      <radialGradient id={id}>
        {ramp.slice(skipped).map(({ colour, offset, opacity }) => (
          <stop
            key={colour}
            offset={(offset - inward) / (1 - inward)}
            stopColor={`var(--color-${colour})`}
            stopOpacity={opacity}
          />
        ))}
      </radialGradient>
      <circle cx={x} cy={y} r={radius} fill={`url(#${id})`} />
    </g>
  );
}
