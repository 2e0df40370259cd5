// A click in signs: the mark of the heatmaps (insight/marks.ts), drawn as sharp as the screen allows.
import { MARKS } from '#insight/marks.ts';
import { classNames } from '#web/ui/class-names.ts';

interface ClickMarkProps {
  misclick?: boolean;
  /** Its size; 14 px beside text, if none is given. */
  className?: string;
}

/** On white, dark and coloured grounds alike, the rim or the ring stands out. */
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
