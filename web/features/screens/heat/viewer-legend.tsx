// What the picture of the heat viewer shows: how many clicks of how many people, and what its signs mean.
import type { ScreenHeat } from '#contract/result-screens.ts';
import { HeatStrength } from '#web/entities/heat/heat-strength.tsx';
import { ClickSigns, HeatSign } from '#web/entities/heat/signs.tsx';
import type { ClickCount } from '#web/entities/recording/click-count.ts';
import type { ClickWeight } from './heat-choice.ts';
import { clicksByPeople } from './heat-words.ts';

interface ViewerLegendProps {
  heat: ScreenHeat;
  noun: string;
  isHeat: boolean;
  weight: ClickWeight;
  /** How many clicks, by their weights, the strongest place holds; 0: not known yet. */
  most: number;
  /** Of each kind. */
  marks: ClickCount;
  strength: { value: number; onChange: (value: number) => void };
}

export function ViewerLegend({ heat, noun, isHeat, weight, ...rest }: ViewerLegendProps) {
  const { clicks, clickedBy } = heat;
  if (clicks === 0) return null;
  const most = Math.round(rest.most);
  return (
    <figcaption className="flex flex-wrap items-center gap-x-5 gap-y-1 border-line border-t px-4 py-2 text-muted text-sm tabular-nums">
      <span className="font-semibold text-text">
        {clicksByPeople({ clicks, people: clickedBy }, noun)}
      </span>
      <ClickSigns {...rest.marks} />
      {isHeat && most > 1 && (
        <HeatSign
          text={`1 to ${most} ${weight === 'person' ? 'people' : `${noun}s`} on one place`}
        />
      )}
      {isHeat && (
        <div className="ml-auto flex h-control-sm items-center print:hidden">
          <HeatStrength {...rest.strength} />
        </div>
      )}
      {isHeat && weight === 'person' && (
        <span className="w-full text-xs">
          Each person counts as 1, shared among their {noun}s on this screen.
        </span>
      )}
    </figcaption>
  );
}
