// Screens of a test with what its people did on each, the worst first.
import type { Goal } from '#contract/goals.ts';
import type { ScreenResult, ScreenResults } from '#contract/result-screens.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import { readScreenSums, type ScreenSums } from './screens.db.ts';

export async function screensOf(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  of: ResultsOf,
): Promise<ScreenResults> {
  const { testId, step, revision } = of;
  const names = await namedScreens(parts, { testId, step, revisionId: revision?.id ?? null });
  const next = routesOf(of, names);
  const { filtered, sums, failures } = await readScreenSums(parts.db, of, {
    next,
    times: true,
  });
  const sumsOf = new Map(sums.map((each) => [each.screen, each]));
  const onRoutes = new Set(next.map(([screen]) => screen));
  const screens = names.flatMap((named) => {
    const found = sumsOf.get(named.number);
    // A goal that no one has seen is what one looks for first.
    if (!found && !named.isGoal) return [];
    const isFailable = of.withGoal.length > 0 && !named.isGoal;
    return [{ ...named, ...resultOf(found ?? NOTHING, { named, failures, onRoutes, isFailable }) }];
  });
  return { ...filtered, screens: screens.sort(worstFirst) };
}

const NOTHING: Omit<ScreenSums, 'screen'> = {
  visitors: 0,
  failedVisitors: 0,
  missers: 0,
  cameBack: 0,
  mostTimes: 0,
  endedHere: 0,
  thoughtDone: 0,
  presentedToFailed: 0,
  presentedToThoughtDone: 0,
  firstReactedMs: null,
  clicks: 0,
  misclicks: 0,
  unplaced: 0,
  clickers: 0,
  onRoute: 0,
};

function resultOf(
  sums: Omit<ScreenSums, 'screen'>,
  about: {
    named: NamedScreen;
    failures: number;
    onRoutes: ReadonlySet<number>;
    isFailable: boolean;
  },
): Omit<ScreenResult, keyof NamedScreen> {
  const { named, failures, onRoutes, isFailable } = about;
  const { visitors, firstReactedMs, clicks, misclicks, unplaced } = sums;
  return {
    visitedBy: visitors,
    missedBy: proportionOf(sums.missers, visitors),
    firstReactedMs,
    cameBack: proportionOf(sums.cameBack, visitors),
    endedHere: isFailable ? proportionOf(sums.endedHere, failures) : null,
    firstClickOnRoute: onRoutes.has(named.number)
      ? proportionOf(sums.onRoute, sums.clickers)
      : null,
    clicks,
    misclicks,
    unplaced,
  };
}

/** For each screen of a route those that follow it, by number. */
function routesOf(
  { revision, task }: ResultsOf,
  names: readonly NamedScreen[],
): [number, number][] {
  const goal: Goal | null = (revision && task?.goal) ?? null;
  if (goal?.kind !== 'screens') return [];
  const numberOf = new Map(names.map(({ screenId, number }) => [screenId, number]));
  return goal.routes.flatMap((route) =>
    route.slice(1).flatMap((screenId, at): [number, number][] => {
      const [from, to] = [numberOf.get(route[at] ?? ''), numberOf.get(screenId)];
      return from === undefined || to === undefined ? [] : [[from, to]];
    }),
  );
}

/** Orders by people who ended there without the goal, who returned, and who pressed something that does not react. */
function worstFirst(a: ScreenResult, b: ScreenResult): number {
  return (
    (b.endedHere?.k ?? 0) - (a.endedHere?.k ?? 0) ||
    b.cameBack.k - a.cameBack.k ||
    b.missedBy.k - a.missedBy.k ||
    b.visitedBy - a.visitedBy ||
    a.number - b.number
  );
}
