// The numbers of a screen's card: words, and the people behind each.
import { isolateName } from '#contract/bidi-isolate.ts';
import type { Proportion } from '#contract/numbers.ts';
import type { ScreenResult } from '#contract/result-screens.ts';
import type { MomentsRequest } from '#web/entities/results/open-moments.ts';
import { formatSeconds } from '#web/lib/format-time.ts';

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
  const subtitle = titleOf(screen);
  const of = (query: MomentsRequest['query'], title: string) => ({ query, title, subtitle });
  const share = (term: string, counted: Proportion, people: MomentsRequest): ScreenNumber => ({
    term,
    value: `${counted.k} of ${counted.n}`,
    hint: intervalText(counted),
    isHigh: counted.share !== null && counted.share >= HIGH_SHARE,
    people: counted.k > 0 ? people : null,
  });
  const firstClicks = of({ of: 'clicked', at, layer: 'first' }, 'First clicks');
  const plain = { hint: '', isHigh: false };
  return [
    {
      term: 'visited by',
      value: String(visitedBy),
      ...plain,
      people: visitedBy > 0 ? of({ of: 'visited', at }, peopleText(visitedBy, 'visited')) : null,
    },
    share(
      'pressed what does not react',
      missedBy,
      of(
        { of: 'clicked', at, layer: 'missed' },
        peopleText(missedBy.k, 'pressed what does not react'),
      ),
    ),
    endedHere === null
      ? { term: 'ended here without the goal', value: 'goal', ...plain, people: null }
      : share(
          'ended here without the goal',
          endedHere,
          of({ of: 'ended_here', at }, peopleText(endedHere.k, 'ended here without the goal')),
        ),
    {
      ...share(
        'came back',
        cameBack,
        of({ of: 'came_back', at }, peopleText(cameBack.k, 'came back')),
      ),
      // Returning to a start screen is no problem.
      isHigh: false,
    },
    {
      term: 'first reacting click',
      ...plain,
      value: firstReactedMs === null ? '–' : formatSeconds(firstReactedMs),
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

/** '2 · All plants' */
export function titleOf({ number, name }: Pick<ScreenResult, 'number' | 'name'>): string {
  return `${number} · ${isolateName(name)}`;
}

export function peopleText(people: number, did: string): string {
  return people === 1 ? `1 person ${did}` : `${people} people ${did}`;
}

function intervalText({ share, low, high }: Proportion): string {
  if (share === null || low === null || high === null) return '';
  const percent = (part: number) => Math.round(part * 100);
  return `${percent(share)} %, 95 % interval ${percent(low)}–${percent(high)}`;
}
