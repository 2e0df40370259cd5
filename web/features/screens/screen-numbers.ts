// The numbers of a screen: words, and the people behind each. The card shows two of them as bars, the table all.
import type { Proportion } from '#contract/numbers.ts';
import type { ScreenResult } from '#contract/result-screens.ts';
import { secondsText } from '#insight/numbers/words.ts';
import type { MomentsRequest } from '#web/entities/results/open-moments.ts';

export type ScreenNumberId = 'visited' | 'dead' | 'ended' | 'back' | 'working' | 'route';

export interface ScreenNumber {
  id: ScreenNumberId;
  term: string;
  /** `14 of 21`, `5.2 s`, or `–` without one. */
  value: string;
  /** Length of its bar, 0 to 1; null for a number that is no count of people among others. */
  part: number | null;
  /** Value that a table is sorted by, or null if there is none, which comes last. */
  rank: number | null;
  /** Share with its interval; empty below five people, and for what is no share. */
  hint: string;
  /** A quarter of the people or more, which is highlighted. */
  isHigh: boolean;
  /** The people behind the number, or null if there are none. */
  people: MomentsRequest | null;
}

/** Share from which a number of failures is highlighted. */
const HIGH_SHARE = 0.25;

/** Terms of the numbers, in the order of the table's columns. */
export const numberTerms: Record<ScreenNumberId, string> = {
  visited: 'visited by',
  dead: 'people with dead clicks',
  ended: 'ended here',
  back: 'came back',
  working: 'time to first working click',
  route: 'first click on a route',
};

const NO_PART = { part: null, hint: '', isHigh: false };

function shareOf(id: ScreenNumberId, counted: Proportion, people: MomentsRequest): ScreenNumber {
  const { k, n, share } = counted;
  const part = n === 0 ? null : k / n;
  return {
    id,
    term: numberTerms[id],
    value: `${k} of ${n}`,
    part,
    rank: part,
    hint: intervalText(counted),
    isHigh: share !== null && share >= HIGH_SHARE,
    people: k > 0 ? people : null,
  };
}

export function numbersOf(screen: ScreenResult): ScreenNumber[] {
  const { number: at, visitedBy, missedBy, cameBack, endedHere, firstReactedMs } = screen;
  const firstClicks = { query: { of: 'clicked', at, layer: 'first' } } as const;
  const { firstClickOnRoute } = screen;
  return [
    {
      id: 'visited',
      term: numberTerms.visited,
      value: String(visitedBy),
      ...NO_PART,
      rank: visitedBy,
      people: visitedBy > 0 ? { query: { of: 'visited', at } } : null,
    },
    shareOf('dead', missedBy, { query: { of: 'clicked', at, layer: 'missed' } }),
    endedHere === null
      ? {
          ...{ id: 'ended', term: numberTerms.ended, value: 'goal', ...NO_PART },
          ...{ rank: null, people: null },
        }
      : shareOf('ended', endedHere, { query: { of: 'ended_here', at } }),
    {
      ...shareOf('back', cameBack, { query: { of: 'came_back', at } }),
      // Returning to a start screen is no problem.
      isHigh: false,
    },
    {
      id: 'working',
      term: numberTerms.working,
      ...NO_PART,
      value: firstReactedMs === null ? '–' : secondsText(firstReactedMs),
      rank: firstReactedMs,
      hint: firstReactedMs === null ? '' : 'Half of them were faster',
      people: firstReactedMs === null ? null : firstClicks,
    },
    ...(firstClickOnRoute === null
      ? []
      : [{ ...shareOf('route', firstClickOnRoute, firstClicks), isHigh: false }]),
  ];
}

function intervalText({ share, low, high }: Proportion): string {
  if (share === null || low === null || high === null) return '';
  const percent = (part: number) => Math.round(part * 100);
  return `${percent(share)} %, 95 % interval ${percent(low)}–${percent(high)}`;
}

/** Column by which the table is sorted: the screen's number in the test, or one of its numbers. */
export type SortColumn = 'number' | ScreenNumberId;

export interface Sort {
  by: SortColumn;
  isDescending: boolean;
}

/** Returns the screens in the order of a column; those without a value come last in both directions. */
export function sortScreens(
  screens: readonly ScreenResult[],
  { by, isDescending }: Sort,
): ScreenResult[] {
  const rankOf = (screen: ScreenResult) =>
    by === 'number' ? screen.number : (numbersOf(screen).find(({ id }) => id === by)?.rank ?? null);
  return screens.toSorted((one, other) => {
    const [first, second] = [rankOf(one), rankOf(other)];
    if (first === null || second === null) {
      return Number(first === null) - Number(second === null) || one.number - other.number;
    }
    return (isDescending ? second - first : first - second) || one.number - other.number;
  });
}
