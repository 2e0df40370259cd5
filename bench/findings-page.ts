// Walked sessions added up as a page of results does, for its findings.
import type { Outcome } from '#contract/outcomes.ts';
import { chancesOn, PEOPLE_MIN, type PlaceCounts, type ScreenCounts } from '#insight/findings.ts';
import { outcomeOf } from '#insight/outcome.ts';
import { runSums, type ScreenSum } from '#insight/run-sums.ts';
import { type CellPresses, placesOf, spotsOf } from '#insight/spots.ts';
import type { Walked } from './findings-people.ts';
import type { Screen } from './findings-screens.ts';

export interface PageCounts {
  screens: ScreenCounts[];
  places: PlaceCounts[];
}

/** The prototype that sessions are counted with: its screens in the order of their numbers, and its goal. */
export interface Prototype {
  screens: ReadonlyMap<string, Screen>;
  goal: string;
}

export function addUp(sessions: readonly Walked[], { screens, goal }: Prototype): PageCounts {
  const ids = [...screens.keys()];
  const numberOf = (id: string) => ids.indexOf(id) + 1;
  const counts = ids.map((id) => emptyCounts(numberOf(id)));
  const pressed = new Map<string, CellPresses[]>();
  for (const [person, session] of sessions.entries()) {
    const outcome = outcomeOfSession(session, goal);
    const failed = outcome !== 'direct' && outcome !== 'indirect';
    const sums = runSums(session, numberOf);
    for (const sum of sums.screens) addScreen(counts[sum.screen - 1], sum, outcome);
    for (const { screen, place, presses } of sums.places) {
      // A layer is a place of its own, cells of one screen are joined.
      const key = place.startsWith('layer:') ? `${screen} ${place}` : `${screen} `;
      const before = pressed.get(key) ?? [];
      pressed.set(key, [...before, { person: String(person), place, presses, failed }]);
    }
  }
  return { screens: counts, places: placeCounts(pressed, { screens, ids }) };
}

function addScreen(of: ScreenCounts | undefined, sum: ScreenSum, outcome: Outcome): void {
  if (!of) return;
  const failed = outcome !== 'direct' && outcome !== 'indirect';
  of.visitors += 1;
  of.misses += sum.misclicks;
  if (sum.backAtMs !== null) of.cameBack += 1;
  of.mostTimes = Math.max(of.mostTimes, sum.presented - 1);
  if (!failed) return;
  of.failedVisitors += 1;
  of.presentedToFailed += sum.presented;
  if (sum.isLast) of.endedHere += 1;
  if (outcome !== 'thought_done') return;
  of.presentedToThoughtDone += sum.presented;
  if (sum.isLast) of.thoughtDone += 1;
}

function placeCounts(
  cells: ReadonlyMap<string, CellPresses[]>,
  { screens, ids }: { screens: ReadonlyMap<string, Screen>; ids: readonly string[] },
): PlaceCounts[] {
  return [...cells].flatMap(([key, pressed]) => {
    const [number = '', layer = ''] = key.split(' ');
    const screen = screens.get(ids[Number(number) - 1] ?? '');
    if (!screen) return [];
    const presses = pressed.reduce((sum, each) => sum + each.presses, 0);
    const failed = pressed.filter((each) => each.failed).length;
    const places =
      layer === ''
        ? spotsOf(pressed, PEOPLE_MIN)
        : [{ place: layer, people: pressed.length, failed, presses }];
    const chanceOf = chancesOn(screen.screenLayers);
    return places.map((place) => ({
      screen: Number(number),
      ...place,
      chance: chanceOf(place.place),
      pressers: pressersOf(place.place, pressed),
    }));
  });
}

function pressersOf(place: string, pressed: readonly CellPresses[]): Set<number> {
  const inside = placesOf(place);
  const own = pressed.filter((cell) => inside.includes(cell.place));
  return new Set(own.map(({ person }) => Number(person)));
}

function outcomeOfSession(session: Walked, goal: string): Outcome {
  return outcomeOf(
    {
      excluded: false,
      running: false,
      prototypeState: 'shown',
      clicks: session.clicks.length,
      path: session.path,
      pathAtMs: session.pathAtMs,
      beganAtMs: 0,
      endedAtMs: session.endedAtMs,
      answeredDone: session.answeredDone,
      pressedStuck: false,
      left: false,
    },
    { kind: 'screens', screens: [goal], routes: [] },
  ).outcome;
}

function emptyCounts(screen: number): ScreenCounts {
  return {
    screen,
    visitors: 0,
    failedVisitors: 0,
    cameBack: 0,
    mostTimes: 0,
    misses: 0,
    endedHere: 0,
    thoughtDone: 0,
    presentedToFailed: 0,
    presentedToThoughtDone: 0,
  };
}

/** Returns the number of findings that the thresholds give without the condition on chance. */
export function plainFindings({ screens, places }: PageCounts): number {
  const visitors = new Map(screens.map((counts) => [counts.screen, counts.visitors]));
  const failed = screens.reduce((sum, { endedHere }) => sum + endedHere, 0);
  const done = screens.reduce((sum, { thoughtDone }) => sum + thoughtDone, 0);
  const isMuch = (people: number, of: number, least: number) =>
    people >= PEOPLE_MIN && people >= least * of;
  return [
    ...screens.filter(({ endedHere }) => isMuch(endedHere, failed, 0.1)),
    ...screens.filter(({ thoughtDone }) => isMuch(thoughtDone, done, 0.1)),
    ...places.filter(({ people, screen }) => isMuch(people, visitors.get(screen) ?? 0, 0.1)),
    ...screens.filter((counts) => isMuch(counts.cameBack, counts.visitors, 0.2)),
  ].length;
}
