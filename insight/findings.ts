// Selects at most five findings by rule, each one beyond chance (docs/metrics.md).

import { areaOf, type ScreenLayers } from './layers.ts';
import { wilson } from './numbers/share.ts';
import { SPOT_PX } from './spots.ts';

/** Actions of all people of the filter on one screen. */
export interface ScreenCounts {
  screen: number;
  visitors: number;
  /** Visitors who came back to it after leaving it, and how often one of them did at most. */
  cameBack: number;
  mostTimes: number;
  /** Presses of its visitors to which nothing reacted. */
  misses: number;
  /**
   * People without success whose last screen it was, and those of them who thought that they had
   * succeeded.
   */
  endedHere: number;
  thoughtDone: number;
  /** Times that it was presented to those who did not make it. */
  presentedToFailed: number;
}

/** People who pressed one place that does not react. */
export interface PlaceCounts {
  screen: number;
  /** `layer:{node id}`, or `spot:{column},{row}` (spots.ts). */
  place: string;
  people: number;
  presses: number;
  /** Share of a screen's presses that hit it by chance (`chancesOn`). */
  chance: number;
}

export type FoundWrong =
  | { kind: 'ended_here'; screen: number; people: number; of: number; thoughtDone: number }
  | {
      kind: 'nothing_reacts';
      screen: number;
      place: string;
      people: number;
      of: number;
      presses: number;
    }
  | { kind: 'came_back'; screen: number; people: number; of: number; mostTimes: number };

const FINDINGS_MAX = 5;
/** Fewer people are an anecdote. */
export const PEOPLE_MIN = 3;
/** Smallest share of a screen's visitors, or of the people without success. */
const SHARE_MIN = 0.1;
/** Smallest share of a screen's visitors. */
const CAME_BACK_MIN = 0.2;

/**
 * Chance that a page of people without a problem shows a finding of a kind, by the tests below.
 * Measured with all three kinds it is one page in fourteen (`npm run bench -- findings`), and it
 * must stay below one in ten.
 */
const PAGE_CHANCE = 0.1 / 3;
/** An end comes once a person: its test is coarse, and finds by chance a third of what it may. */
const END_PAGE_CHANCE = 0.15;

/** @returns the surest share first: the lower end of its interval */
export function findingsOf(
  screens: readonly ScreenCounts[],
  places: readonly PlaceCounts[],
): FoundWrong[] {
  const visited = screens.filter(({ visitors }) => visitors > 0);
  // Each screen is a look that may find something by chance.
  const looks = Math.max(1, visited.length);
  const level = PAGE_CHANCE / looks;
  const found = [
    ...endedHere(visited, END_PAGE_CHANCE / looks),
    ...nothingReacts(visited, places, level),
    ...cameBack(visited, level),
  ];
  const surest = ({ people, of }: FoundWrong) => wilson(people, of)?.low ?? 0;
  return found.sort((a, b) => surest(b) - surest(a)).slice(0, FINDINGS_MAX);
}

/**
 * Screens on which more of those who failed ended than on others, by how often each was presented to them: who gives
 * up at random does so on the screens that they see most.
 */
function endedHere(screens: readonly ScreenCounts[], level: number): FoundWrong[] {
  const failed = sumOf(screens, 'endedHere');
  const presented = sumOf(screens, 'presentedToFailed');
  return screens.flatMap(({ screen, endedHere: people, thoughtDone, presentedToFailed }) => {
    if (people < PEOPLE_MIN || people < SHARE_MIN * failed) return [];
    const chance = presentedToFailed / presented;
    if (!isBeyond({ people, of: failed, chance, level })) return [];
    return [{ kind: 'ended_here', screen, people, of: failed, thoughtDone }];
  });
}

/** Places that more visitors pressed than if each press in vain on that screen had hit any place. */
function nothingReacts(
  screens: readonly ScreenCounts[],
  places: readonly PlaceCounts[],
  level: number,
): FoundWrong[] {
  const countsOf = new Map(screens.map((counts) => [counts.screen, counts]));
  return places.flatMap(({ screen, place, people, presses, chance: ofOnePress }) => {
    const { visitors: of = 0, misses = 0 } = countsOf.get(screen) ?? {};
    if (of === 0 || people < PEOPLE_MIN || people < SHARE_MIN * of) return [];
    const chance = 1 - (1 - ofOnePress) ** (misses / of);
    // There are 1 / ofOnePress such places on the screen: the level is shared among them.
    if (!isBeyond({ people, of, chance, level: level * ofOnePress })) return [];
    return [{ kind: 'nothing_reacts', screen, place, people, of, presses }];
  });
}

/** Screens to which more visitors came back than to a screen of this test in general. */
function cameBack(screens: readonly ScreenCounts[], level: number): FoundWrong[] {
  const returns = sumOf(screens, 'cameBack');
  const visits = sumOf(screens, 'visitors');
  return screens.flatMap(({ screen, mostTimes, cameBack: people, visitors: of }) => {
    if (people < PEOPLE_MIN || people < CAME_BACK_MIN * of) return [];
    if (!isBeyond({ people, of, chance: returns / visits, level })) return [];
    return [{ kind: 'came_back', screen, people, of, mostTimes }];
  });
}

/** So many times what chance gives, at least: in a large test every small difference is beyond chance. */
const TIMES_CHANCE = 2;

interface Look {
  people: number;
  of: number;
  chance: number;
  level: number;
}

function isBeyond({ people, of, chance, level }: Look): boolean {
  if (people < TIMES_CHANCE * chance * of) return false;
  return binomialTail(people, of, chance) <= level;
}

function sumOf(
  screens: readonly ScreenCounts[],
  key: 'cameBack' | 'visitors' | 'endedHere' | 'presentedToFailed',
): number {
  return screens.reduce((sum, counts) => sum + counts[key], 0);
}

// Chance of a press in vain: the share of such presses that hit a place when people press anywhere,
// or any layer.

/** A screen of few layers has as many other places to press. */
const PLACES_MIN = 12;

/**
 * For each place of a screen the greater of the place's share of the screen's area and its share of the screen's named places and layers: people
 * press large things more often, things of many parts too, and small ones as often as any other. A screen has
 * thousands of layers: they are looked at once, not for each place.
 * @returns takes a place of `PlaceCounts`
 */
export function chancesOn(layers: ScreenLayers): (place: string) => number {
  const { boxes, nodeId, ...image } = layers.screen;
  const layerCount = Object.keys(boxes).length;
  const partsOf = new Map<string, number>();
  for (const layer of layers.ids) {
    const named = layers.pressedLayer(layer, false);
    if (named !== null) partsOf.set(named, (partsOf.get(named) ?? 0) + 1);
  }
  const screenArea = areaOf(boxes[nodeId] ?? image);
  const ofOnePlace = 1 / Math.max(PLACES_MIN, partsOf.size);
  return (place) => {
    const id = place.startsWith('layer:') ? place.slice('layer:'.length) : null;
    const box = id === null ? undefined : layers.boxOf(id);
    const area = (box ? areaOf(box) : SPOT_PX ** 2) / screenArea;
    const ofParts = (partsOf.get(id ?? '') ?? 0) / Math.max(PLACES_MIN, layerCount);
    return Math.min(1, Math.max(area, ofParts, ofOnePlace));
  };
}

// Chance of so many people or more: the upper tail of the binomial distribution, summed exactly.

/**
 * P(X ≥ k) for X of n people, each with the same chance.
 * @param k whole, 0 to `n`
 * @param chance 0 to 1
 */
export function binomialTail(k: number, n: number, chance: number): number {
  if (k <= 0 || chance >= 1) return 1;
  if (chance <= 0) return 0;
  let term = logChoose(n, k) + k * Math.log(chance) + (n - k) * Math.log1p(-chance);
  let sum = 0;
  for (let count = k; count <= n; count += 1) {
    sum += Math.exp(term);
    term += Math.log((n - count) / (count + 1)) + Math.log(chance) - Math.log1p(-chance);
  }
  return Math.min(1, sum);
}

function logChoose(n: number, k: number): number {
  let logarithm = 0;
  for (let at = 1; at <= Math.min(k, n - k); at += 1) logarithm += Math.log((n - at + 1) / at);
  return logarithm;
}
