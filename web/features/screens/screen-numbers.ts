// The numbers of a screen's card: words, and the people behind each.
import type { Proportion } from '#contract/numbers.ts';
import type { ScreenResult } from '#contract/result-screens.ts';
import { secondsText } from '#insight/numbers/words.ts';
import type { MomentsRequest } from '#web/entities/results/open-moments.ts';

export interface ScreenNumber {
  term: string;
  /** `14 of 21`, `5.2 s`, or `–` without one. */
  value: string;
  /** Share with its interval; empty below five people, and for what is no share. */
  hint: string;
  /** A quarter of the people or more, which is highlighted. */
  isHigh: boolean;
  /** The people behind the number, or null if there are none. */
  people: MomentsRequest | null;
}

/** Share from which a number of failures is highlighted. */
const HIGH_SHARE = 0.25;

export function numbersOf(screen: ScreenResult): ScreenNumber[] {
  const { number: at, visitedBy, missedBy, cameBack, endedHere, firstReactedMs } = screen;
  const share = (term: string, counted: Proportion, people: MomentsRequest): ScreenNumber => ({
    term,
    value: `${counted.k} of ${counted.n}`,
    hint: intervalText(counted),
    isHigh: counted.share !== null && counted.share >= HIGH_SHARE,
    people: counted.k > 0 ? people : null,
  });
  const firstClicks = { query: { of: 'clicked', at, layer: 'first' } } as const;
  const plain = { hint: '', isHigh: false };
  return [
    {
      term: 'visited by',
      value: String(visitedBy),
      ...plain,
      people: visitedBy > 0 ? { query: { of: 'visited', at } } : null,
    },
    share('pressed what does not react', missedBy, {
      query: { of: 'clicked', at, layer: 'missed' },
    }),
    endedHere === null
      ? { term: 'ended here without the goal', value: 'goal', ...plain, people: null }
      : share('ended here without the goal', endedHere, { query: { of: 'ended_here', at } }),
    {
      ...share('came back', cameBack, { query: { of: 'came_back', at } }),
      // Returning to a start screen is no problem.
      isHigh: false,
    },
    {
      term: 'first reacting click',
      ...plain,
      value: firstReactedMs === null ? '–' : secondsText(firstReactedMs),
      hint: firstReactedMs === null ? '' : 'Median from the first presentation',
      people: firstReactedMs === null ? null : firstClicks,
    },
    ...(screen.firstClickOnRoute === null
      ? []
      : [
          {
            ...share('first click on a route', screen.firstClickOnRoute, firstClicks),
            isHigh: false,
          },
        ]),
  ];
}

function intervalText({ share, low, high }: Proportion): string {
  if (share === null || low === null || high === null) return '';
  const percent = (part: number) => Math.round(part * 100);
  return `${percent(share)} %, 95 % interval ${percent(low)}–${percent(high)}`;
}
