// The heat of one screen over all people of the filter, with its hot spots by name.
import { AppError } from '#contract/errors.ts';
import type { NamedScreen } from '#contract/named-screens.ts';
import type { ClickLayer, ScreenHeat } from '#contract/result-screens.ts';
import { CELL_PX } from '#insight/places.ts';
import { readFiltered } from '#server/domain/results/filtered.db.ts';
import { type LayersOfScreen, readHeat, readLayers } from '#server/domain/results/heat.db.ts';
import type { ResultsOf } from '#server/domain/results/people.ts';
import { namedScreens } from '#server/domain/screens/named-screens.ts';
import type { Parts } from '#server/parts.ts';

interface Asked {
  /** A screen's number. */
  number: number;
  layer?: ClickLayer | undefined;
  weight?: 'person' | 'click' | undefined;
}

/** @throws AppError not_found when the revision has no such screen */
export async function heatOf(
  parts: Parts,
  of: ResultsOf,
  { number, layer = 'all', weight = 'person' }: Asked,
): Promise<ScreenHeat> {
  const { testId, revision } = of;
  const names = await namedScreens(parts, { testId, revisionId: revision?.id ?? null });
  const screen = names.find((named) => named.number === number);
  if (!screen) throw new AppError('not_found');
  const nodeId = screen.screenId;
  const [filtered, { spots, ...heat }] = await Promise.all([
    readFiltered(parts.db, of),
    readHeat(parts.db, of, { screen: number, nodeId, layer, weight }),
  ]);
  const layerIds = spots.flatMap(({ place }) => layerOf(place) ?? []);
  const layers = await readLayers(parts.db, of, { nodeId, layerIds });
  const hotSpots = spots.map(({ ledTo, ...spot }) => ({
    ...spot,
    ...placeOf(spot.place, layers),
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

function layerOf(place: string): string | null {
  return place.startsWith('layer:') ? place.slice('layer:'.length) : null;
}

/** A place's name, and its box in pixels of the screen's image. */
export function placeOf(
  place: string,
  image: LayersOfScreen | null,
): Pick<ScreenHeat['hotSpots'][number], 'layer' | 'box'> {
  const layerId = layerOf(place);
  if (layerId === null) return { layer: null, box: boxOfCell(place) };
  const box = image?.layers[layerId];
  if (!image || !box) return { layer: null, box: null };
  const { frame } = image;
  const scale = frame && frame.width > 0 ? image.width / frame.width : 1;
  return {
    layer: box.name ?? null,
    box: {
      x: (box.x - (frame?.x ?? 0)) * scale - image.originX,
      y: (box.y - (frame?.y ?? 0)) * scale - image.originY,
      width: box.width * scale,
      height: box.height * scale,
    },
  };
}

function boxOfCell(place: string): ScreenHeat['hotSpots'][number]['box'] {
  const [, column, row] = /^cell:(\d{1,9}),(\d{1,9})$/.exec(place) ?? [];
  if (column === undefined || row === undefined) return null;
  return {
    ...{ x: Number(column) * CELL_PX, y: Number(row) * CELL_PX },
    ...{ width: CELL_PX, height: CELL_PX },
  };
}
