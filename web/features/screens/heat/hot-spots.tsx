// The clicked places of a screen, by people: the content of the picture as a table whose names open the moments.
import type { ScreenHeat } from '#contract/result-screens.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Name } from '#web/ui/name.tsx';
import { type HotSpot, spotEffect, spotName } from './heat-words.ts';

interface HotSpotsProps {
  heat: Pick<ScreenHeat, 'hotSpots' | 'otherSpots' | 'screen'>;
  /** Noun in the plural: 'clicks', 'dead clicks'. */
  counted: string;
  onOpen: (spot: HotSpot) => void;
  /** Highlights the hot spot on the picture; null removes the highlight. */
  onPoint: (spot: HotSpot | null) => void;
}

export function HotSpots({
  heat: { hotSpots, otherSpots, screen },
  counted,
  onOpen,
  onPoint,
}: HotSpotsProps) {
  return (
    <table className="w-full text-left text-sm tabular-nums">
      <caption className="pb-2 text-left font-semibold text-base">Where they pressed</caption>
      <thead className="border-line border-b text-muted text-xs">
        <tr>
          <th className="py-1.5 pr-3 font-medium">Place and target</th>
          <th className="px-2 text-right font-medium">People</th>
          <th className="pl-2 text-right font-medium first-letter:uppercase">{counted}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {hotSpots.map((spot) => (
          <tr
            key={spot.place}
            className="relative hover:bg-hover"
            onPointerEnter={() => onPoint(spot)}
            onPointerLeave={() => onPoint(null)}
          >
            <th scope="row" className="max-w-0 py-2 pr-3 font-normal">
              <button
                type="button"
                className="block max-w-full truncate rounded-sm font-medium text-accent after:absolute after:inset-0"
                onClick={() => onOpen(spot)}
                onFocus={() => onPoint(spot)}
                onBlur={() => onPoint(null)}
              >
                <Name>{spotName(spot)}</Name>
              </button>
              <Effect spot={spot} picture={screen.picture} />
            </th>
            <td className="px-2 text-right align-top py-2 font-semibold">{spot.people}</td>
            <td className="pl-2 text-right align-top py-2 text-muted">{spot.clicks}</td>
          </tr>
        ))}
        {otherSpots.places > 0 && (
          <tr className="text-muted">
            <th scope="row" className="py-2 pr-3 font-normal">
              {otherSpots.places} other {otherSpots.places === 1 ? 'place' : 'places'}
            </th>
            <td className="px-2 text-right">{otherSpots.people}</td>
            <td className="pl-2 text-right">{otherSpots.clicks}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Effect({ spot, picture }: { spot: HotSpot } & Pick<NamedScreen, 'picture'>) {
  const leads = spot.leadsTo !== null;
  return (
    <span
      className={classNames('block truncate text-xs', spot.reacts ? 'text-muted' : 'text-danger')}
    >
      {leads && (
        <span aria-hidden className="mr-1">
          →
        </span>
      )}
      {leads && <span className="sr-only">leads to </span>}
      <Name>{spotEffect(spot, picture)}</Name>
    </span>
  );
}
