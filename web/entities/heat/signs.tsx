// The signs of a heatmap with what they mean.
import type { ReactNode } from 'react';
import type { ClickCount } from '#web/entities/recording/click-count.ts';
import { ClickMark } from './click-mark.tsx';

/** The marks of clicks, as far as there are any, with their names. */
export function ClickSigns({ clicks, misclicks }: ClickCount) {
  return (
    <>
      {clicks > misclicks && (
        <Sign text="Click">
          <ClickMark className="size-4" />
        </Sign>
      )}
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

/** The ramp from cold to hot. */
export function HeatSign({ text }: { text: ReactNode }) {
  return (
    <Sign text={text}>
      <span
        aria-hidden
        className="h-3 w-16 rounded-full bg-linear-to-r from-heat-1 via-heat-3 to-heat-5 forced-color-adjust-none"
      />
    </Sign>
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
