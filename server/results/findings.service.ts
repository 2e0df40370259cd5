// Computes the part 'Where it went wrong' of the Summary: places that people pressed in vain, and screens on which they
// ended or to which they came back, as far as they stand out.
import type { FailureEnds, FindingByRule, ResultSummary } from '#contract/results.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import {
  chancesOn,
  type FoundWrong,
  findingsOf,
  PEOPLE_MIN,
  type PlaceCounts,
} from '#insight/findings.ts';
import { placesToCompare } from '#insight/joined-places.ts';
import type { ScreenLayers } from '#insight/layers.ts';
import { placesOf, spotsOf } from '#insight/spots.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { readLayers } from '#server/screens/geometry.db.ts';
import { placeOnImage } from '#server/screens/place-boxes.rules.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import {
  type PressedPlace,
  readCellPresses,
  readPressedPlaces,
  readPressers,
} from './places.db.ts';
import { readScreenSums, type ScreenSums } from './screens.db.ts';

/** Share of a screen's visitors who must press a place before it is examined (insight/findings.ts). */
const VISITORS_SHARE = 0.1;
/** Places whose people are compared, of all screens: those that most people pressed. */
const COMPARED_MAX = 100;

type WentWrongAnswer = Pick<ResultSummary, 'findings' | 'mayBeChance' | 'ends'>;

/**
 * A filter by outcome has no findings, because their tests compare outcomes.
 * @param chargePlaces counts so many pressed places against the caller's rate, before they are examined
 * @throws AppError too_many_requests
 */
export async function findingsAnswer(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  of: ResultsOf,
  chargePlaces: (places: number) => Promise<void>,
): Promise<WentWrongAnswer> {
  const { testId, step, revision, filter } = of;
  const [screens, pressed, names] = await Promise.all([
    readScreenSums(parts.db, of),
    filter.outcome ? [] : readPressedPlaces(parts.db, of),
    namedScreens(parts, { testId, step, revisionId: revision?.id ?? null }),
  ]);
  await chargePlaces(pressed.length);
  const nameOf = new Map(names.map((named) => [named.number, named]));
  const ends = of.withGoal.length > 0 ? endsOf(screens, nameOf) : null;
  if (filter.outcome) return { findings: [], mayBeChance: [], ends };
  const { sums, undecided } = screens;
  const spots = await placesWithSpots(parts, of, { sums, pressed });
  const spotsOn = Map.groupBy(spots, ({ screen }) => screen);
  const [layersOf, pressersOf] = await Promise.all([
    readLayers(parts.db, of, spots),
    pressersOfPlaces(parts, of, spots),
  ]);
  const places = [...layersOf].flatMap(([screen, layers]): PlaceCounts[] => {
    const chanceOf = chancesOn(layers);
    return (spotsOn.get(screen) ?? []).map((spot) => ({
      ...spot,
      chance: chanceOf(spot.place),
      pressers: pressersOf.get(`${screen} ${spot.place}`) ?? null,
    }));
  });
  // A picture is the only screen, so an end there says nothing.
  const noEnds = isOnPicture(of) && { endedHere: 0, thoughtDone: 0 };
  const counts = sums.map(({ misclicks: misses, ...sum }) => ({ ...sum, misses, ...noEnds }));
  const { findings, mayBeChance } = findingsOf(counts, places, undecided === 0);
  const named = (found: FoundWrong): FindingByRule[] => {
    const screen = nameOf.get(found.screen);
    return screen ? [{ ...findingOf(found, layersOf.get(found.screen)), screen }] : [];
  };
  return { findings: findings.flatMap(named), mayBeChance: mayBeChance.flatMap(named), ends };
}

function isOnPicture({ task }: ResultsOf): boolean {
  return task?.goal?.kind === 'regions';
}

/** Screens of `ends`; the others are summed up. */
const ENDS_MAX = 20;

function endsOf(
  { sums, failures }: { sums: readonly ScreenSums[]; failures: number },
  nameOf: ReadonlyMap<number, NamedScreen>,
): FailureEnds {
  const all = sums
    .filter(({ endedHere }) => endedHere > 0)
    .sort((a, b) => b.endedHere - a.endedHere || a.screen - b.screen);
  const listed = all.slice(0, ENDS_MAX).flatMap(({ screen: number, endedHere: people }) => {
    const screen = nameOf.get(number);
    return screen ? [{ screen, people }] : [];
  });
  const known = all.reduce((sum, { endedHere }) => sum + endedHere, 0);
  const people = known - listed.reduce((sum, each) => sum + each.people, 0);
  return {
    failures,
    screens: listed,
    others: { screens: all.length - listed.length, people },
    unknown: failures - known,
  };
}

type WithoutScreen<F> = F extends FindingByRule ? Omit<F, 'screen'> : never;

function findingOf(
  { screen: _, ...found }: FoundWrong,
  layers: ScreenLayers | undefined,
): WithoutScreen<FindingByRule> {
  if (found.kind !== 'nothing_reacts') return found;
  const { layer, box } = placeOnImage(found.place, layers);
  const at = box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const also = found.also.map((other) => ({
    ...other,
    layer: placeOnImage(other.place, layers).layer,
  }));
  return { ...found, also, layer, at };
}

/** Returns numbers of people by screen and place, for places whose people may be those of another one. */
async function pressersOfPlaces(
  { db }: Pick<Parts, 'db'>,
  of: ResultsOf,
  places: readonly PressedPlace[],
): Promise<Map<string, ReadonlySet<number>>> {
  const compared = placesToCompare(places).slice(0, COMPARED_MAX);
  const rows = await readPressers(db, of, compared);
  return new Map(
    rows.map(({ screen, place, pressers }) => [`${screen} ${place}`, new Set(pressers)]),
  );
}

/** Returns the layers, and the cells joined to spots, that enough people pressed. */
async function placesWithSpots(
  { db }: Pick<Parts, 'db'>,
  of: ResultsOf,
  { sums, pressed }: { sums: readonly ScreenSums[]; pressed: readonly PressedPlace[] },
): Promise<PressedPlace[]> {
  const leastOf = new Map(
    sums.map(({ screen, visitors }) => [screen, Math.max(PEOPLE_MIN, visitors * VISITORS_SHARE)]),
  );
  const least = (screen: number) => leastOf.get(screen) ?? Number.POSITIVE_INFINITY;
  const [layers, cells] = [true, false].map((isLayer) =>
    pressed.filter(({ place }) => place.startsWith('layer:') === isLayer),
  );
  const cellPresses = await readCellPresses(db, of, cellsToJoin(cells ?? [], least));
  const spots = [...Map.groupBy(cellPresses, ({ screen }) => screen)].flatMap(([screen, own]) =>
    spotsOf(own, least(screen)).map((spot) => ({ ...spot, screen })),
  );
  return [...(layers ?? []).filter(({ screen, people }) => people >= least(screen)), ...spots];
}

/** Returns the cells of spots that enough people may have pressed: a spot is four cells, whose people are added up. */
function cellsToJoin(
  cells: readonly PressedPlace[],
  least: (screen: number) => number,
): { screen: number; place: string }[] {
  const peopleOf = new Map(
    cells.map(({ screen, place, people }) => [`${screen} ${place}`, people]),
  );
  const wanted = new Map<string, { screen: number; place: string }>();
  for (const { screen, place, people } of cells) {
    // At least one of the four cells has a quarter of the people.
    if (people * 4 < least(screen)) continue;
    const [, column = '', row = ''] = /^cell:(\d{1,9}),(\d{1,9})$/.exec(place) ?? [];
    for (const [across, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const spot = placesOf(`spot:${Number(column) - across},${Number(row) - down}`);
      const most = spot.reduce((sum, cell) => sum + (peopleOf.get(`${screen} ${cell}`) ?? 0), 0);
      if (most < least(screen)) continue;
      for (const cell of spot) wanted.set(`${screen} ${cell}`, { screen, place: cell });
    }
  }
  return [...wanted.values()];
}
