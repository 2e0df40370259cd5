// The signs of a heatmap with what they mean, and the mark of a click.
import type { ReactNode } from 'react';
import type { NamedScreen } from '#contract/screen-names.ts';
import { MARKS } from '#insight/marks.ts';
import { TINTS } from '#insight/tints.ts';
import type { ClickCount } from '#web/entities/recording/click-count.ts';
import { classNames } from '#web/ui/class-names.ts';

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
              Dead click<span className="max-sm:hidden">: nothing reacted</span>
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

const tintTexts = {
  prototype: { dead: 'Nothing reacts', reacts: 'Reacts' },
  with_goal: { dead: 'Not the goal', reacts: 'Goal' },
  without_goal: { dead: 'Pressed', reacts: 'Pressed' },
};

interface TintSignsProps extends Pick<NamedScreen, 'picture'> {
  reacts: boolean;
  dead: boolean;
}

/** The tints of a heatmap's places, as far as there are any, from few people to many. */
export function TintSigns({ reacts, dead, picture }: TintSignsProps) {
  const texts = tintTexts[picture ?? 'prototype'];
  return (
    <>
      {dead && <TintSign kind="dead" text={texts.dead} />}
      {reacts && <TintSign kind="reacts" text={texts.reacts} />}
    </>
  );
}

function TintSign({ kind, text }: { kind: keyof typeof TINTS; text: string }) {
  const { colour, opacity } = TINTS[kind];
  const tint = (share: number) => `rgb(${colour.join(' ')} / ${share})`;
  return (
    <Sign text={text}>
      <span
        aria-hidden
        className="h-3 w-16 rounded-xs border-2 forced-color-adjust-none"
        style={{
          borderColor: tint(1),
          background: `${kind === 'dead' ? STRIPES : ''} linear-gradient(to right, ${tint(opacity.least)}, ${tint(opacity.most)})`,
        }}
      />
    </Sign>
  );
}

const STRIPES =
  'repeating-linear-gradient(-45deg, transparent 0 3px, rgb(255 255 255 / 35%) 3px 6px),';

function Sign({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      {children}
      <span>{text}</span>
    </span>
  );
}

interface ClickMarkProps {
  misclick?: boolean;
  /** Size of the mark; 14 px beside text by default. */
  className?: string;
}

/**
 * The mark of a click, drawn as in the heatmaps (insight/marks.ts), as sharp as the screen allows.
 * The rim or the ring makes it visible on white, dark and coloured grounds.
 */
export function ClickMark({ misclick = false, className }: ClickMarkProps) {
  const { discs, cross } = misclick ? MARKS.missed : MARKS.hit;
  return (
    <svg
      viewBox="-1 -1 2 2"
      aria-hidden
      className={classNames('shrink-0 forced-color-adjust-none', className ?? 'size-3.5')}
    >
      {discs.map(({ radius, colour }) => (
        <circle key={radius} r={radius} fill={rgb(colour)} />
      ))}
      {cross && (
        <path
          d={`M${-cross.reach} ${-cross.reach} ${cross.reach} ${cross.reach}M${-cross.reach} ${cross.reach} ${cross.reach} ${-cross.reach}`}
          stroke={rgb(cross.colour)}
          strokeWidth={cross.width}
          strokeLinecap="round"
        />
      )}
    </svg>
  );
}

function rgb(colour: readonly [number, number, number]): string {
  return `rgb(${colour.join(' ')})`;
}
