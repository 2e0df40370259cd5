// The heat of one screen over all people of the filter, with its hot spots by name.
import { AppError } from '#contract/errors.ts';
import type { ClickLayer, ScreenHeat } from '#contract/result-screens.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { readFiltered } from '#server/filters/filter-counts.db.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { readLayers } from '#server/screens/geometry.db.ts';
import { layerOf, placeOnImage } from '#server/screens/place-boxes.rules.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import { readHeat } from './heat.db.ts';

interface HeatQuery {
  /** A screen's number. */
  number: number;
  layer?: ClickLayer | undefined;
  weight?: 'person' | 'click' | undefined;
}

/** @throws AppError not_found when the revision has no such screen */
export async function heatOf(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  of: ResultsOf,
  { number, layer = 'all', weight = 'person' }: HeatQuery,
): Promise<ScreenHeat> {
  const { testId, step, revision } = of;
  const names = await namedScreens(parts, { testId, step, revisionId: revision?.id ?? null });
  const screen = names.find((named) => named.number === number);
  if (!screen) throw new AppError('not_found');
  const nodeId = screen.screenId;
  const [filtered, { spots, ...heat }] = await Promise.all([
    readFiltered(parts.db, of),
    readHeat(parts.db, of, { screen: number, nodeId, layer, weight }),
  ]);
  const inLayers = spots.filter(({ place }) => layerOf(place) !== null);
  const places = inLayers.map(({ place }) => ({ screen: number, place }));
  const layers = (await readLayers(parts.db, of, places)).get(number);
  const hotSpots = spots.map(({ ledTo, ...spot }) => ({
    ...spot,
    ...placeOnImage(spot.place, layers),
    leadsTo: nameOf(names, ledTo),
  }));
  return { ...filtered, screen, layer, weight, ...heat, hotSpots };
}

function nameOf(
  names: readonly NamedScreen[],
  number: number | null,
): { number: number; name: string } | null {
  const screen = names.find((named) => named.number === number);
  return screen ? { number: screen.number, name: screen.name } : null;
}
