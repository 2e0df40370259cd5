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

const stops = ['heat-5', 'heat-4', 'heat-3', 'heat-2', 'heat-1'];

export function HeatSpot({ x, y, radius, heat, className }: HeatSpotProps) {
  const id = useId();
  // A cooler spot starts further out on the scale.
  const scale = stops.slice(Math.round((1 - heat) * (stops.length - 2)));
  return (
    <g className={className}>
      <radialGradient id={id}>
        {scale.map((stop, index) => (
          <stop
            key={stop}
            offset={index / scale.length}
            stopColor={`var(--color-${stop})`}
            stopOpacity={0.95 - (0.75 * index) / scale.length}
          />
        ))}
        <stop offset="1" stopColor="var(--color-heat-1)" stopOpacity="0" />
      </radialGradient>
      <circle cx={x} cy={y} r={radius} fill={`url(#${id})`} />
    </g>
  );
}
