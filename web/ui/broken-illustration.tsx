// The picture of what failed, apart from the others: it is in every page's first load.
import type { ReactNode } from 'react';

export function Frame({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 208 132" aria-hidden className="h-auto w-full">
      {children}
    </svg>
  );
}

export function Heat({ x, y, r }: { x: number; y: number; r: number }) {
  return (
    <g>
      <circle cx={x} cy={y} r={r} className="fill-heat-3" opacity=".9" />
      <circle cx={x} cy={y} r={r * 0.66} className="fill-heat-4" />
      <circle cx={x} cy={y} r={r * 0.32} className="fill-heat-5" />
    </g>
  );
}

/** Something failed: a screen that came apart. */
export function BrokenIllustration() {
  return (
    <Frame>
      <path
        d="M36 22a8 8 0 0 1 8-8h58l-10 26 16 20-14 22 8 32H44a8 8 0 0 1-8-8Z"
        className="fill-surface stroke-line-strong"
      />
      <path
        d="M120 20h46a8 8 0 0 1 7.700 10l-20 78a8 8 0 0 1-9.700 5.800l-24-6.200-4-30 16-20-14-20Z"
        className="fill-surface stroke-line-strong"
      />
      <rect x="50" y="40" width="30" height="7" rx="3.500" className="fill-hover" />
      <rect x="50" y="56" width="42" height="6" rx="3" className="fill-sunken" />
      <path d="M50 80h22M50 92h30" className="stroke-line" strokeWidth="5" strokeLinecap="round" />
      <Heat x={146} y={52} r={12} />
    </Frame>
  );
}
