// Selects findings by rule: at most five that are beyond chance, and others that may be chance (docs/metrics.md).

import { areaOf } from './box-shapes.ts';
import { joinPlaces } from './joined-places.ts';
import type { ScreenLayers } from './layers.ts';
import { wilson } from './numbers/share.ts';
import {
  binomialTail,
  combinedChance,
  DIFFERENCE_MAX_CHANCE,
  fisherTail,
} from './numbers/tails.ts';
import { SPOT_PX } from './spots.ts';

/** Actions of all people of the filter on one screen. */
export interface ScreenCounts {
  screen: number;
  visitors: number;
  /** Visitors who did not succeed. */
  failedVisitors: number;
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
  /** Times that it was presented to those who did not make it, and to those of them who thought that they had. */
  presentedToFailed: number;
  presentedToThoughtDone: number;
}

/** People who pressed one place that does not react. */
export interface PlaceCounts {
  screen: number;
  /** `layer:{node id}`, or `spot:{column},{row}` (spots.ts). */
  place: string;
  people: number;
  /** Those of them who did not succeed. */
  failed: number;
  presses: number;
  /** Share of a screen's presses that hit it by chance (`chancesOn`). */
  chance: number;
  /** Numbers of the people, or null if they are not known: it then joins no other place. */
  pressers: ReadonlySet<number> | null;
}

/** Failures of those who pressed a place, and of the screen's other visitors. */
export interface PressersFailures {
  ofPressers: number;
  ofOthers: number;
  others: number;
  /** Probability by chance: Fisher's exact test, one-sided. */
  chance: number;
}

export type FoundWrong =
  | { kind: 'ended_here'; screen: number; people: number; of: number; thoughtDone: number }
  | { kind: 'thought_done'; screen: number; people: number; of: number }
  | {
      kind: 'nothing_reacts';
      screen: number;
      place: string;
      people: number;
      of: number;
      /** Presses on this place and on those of `also`. */
      presses: number;
      /** Other places that the same people pressed, those that most of them did first. */
      also: { place: string; people: number }[];
      /** The failures, or null if the success of some visitors is not known. */
      failures: PressersFailures | null;
    }
  | { kind: 'came_back'; screen: number; people: number; of: number; mostTimes: number };

export interface WentWrong {
  /**
   * At most five, each beyond chance: those about failing first, then the others, in each group the surest share first,
   * which is the lower end of its interval.
   */
  findings: FoundWrong[];
  /** At most ten others that pass the thresholds, the least probable by chance first. */
  mayBeChance: FoundWrong[];
}

const FINDINGS_MAX = 5;
const MAY_BE_CHANCE_MAX = 10;
/** Fewer people are an anecdote. */
export const PEOPLE_MIN = 3;
/** Smallest share of a screen's visitors, or of the people without success. */
const SHARE_MIN = 0.1;
/** Smallest share of a screen's visitors. */
const CAME_BACK_MIN = 0.2;

/**
 * Chance that a page of people without a problem shows a finding of a kind, by the tests below.
 * Measured with all four kinds it is one page in seventeen (`npm run bench -- findings`), and it
 * must stay below one in ten.
 */
const PAGE_CHANCE = 0.1 / 3;
/** An end comes once a person: its test is coarse, and finds by chance a third of what it may. */
const END_PAGE_CHANCE = 0.15;
/** People who thought that they had succeeded are part of those who ended. */
const THOUGHT_DONE_PAGE_CHANCE = 0.05;

/** A finding that passes its thresholds, with the probability of so many people or more by chance. */
interface Candidate {
  found: FoundWrong;
  probability: number;
  isBeyond: boolean;
}

/** @param knowsFailures the success of all visitors is known, so that places are weighed by it */
export function findingsOf(
  screens: readonly ScreenCounts[],
  places: readonly PlaceCounts[],
  knowsFailures = true,
): WentWrong {
  const visited = screens.filter(({ visitors }) => visitors > 0);
  // Each screen is a look that may find something by chance.
  const looks = Math.max(1, visited.length);
  const level = PAGE_CHANCE / looks;
  const candidates = [
    ...ends(visited, { end: END_PAGE_CHANCE / looks, done: THOUGHT_DONE_PAGE_CHANCE / looks }),
    ...nothingReacts(visited, places, { level, knowsFailures }),
    ...cameBack(visited, level),
  ];
  const surest = ({ people, of }: FoundWrong) => wilson(people, of)?.low ?? 0;
  return {
    findings: candidates
      .filter(({ isBeyond }) => isBeyond)
      .map(({ found }) => found)
      .sort(
        (a, b) => Number(isAboutFailing(b)) - Number(isAboutFailing(a)) || surest(b) - surest(a),
      )
      .slice(0, FINDINGS_MAX),
    mayBeChance: candidates
      .filter(({ isBeyond }) => !isBeyond)
      .sort((a, b) => a.probability - b.probability)
      .map(({ found }) => found)
      .slice(0, MAY_BE_CHANCE_MAX),
  };
}

/** People ended there, or those who pressed it failed more often than others did. */
function isAboutFailing(found: FoundWrong): boolean {
  if (found.kind !== 'nothing_reacts') return found.kind !== 'came_back';
  return found.failures !== null && found.failures.chance <= DIFFERENCE_MAX_CHANCE;
}

/**
 * Screens on which people ended without the goal. Where all who ended there thought that they had succeeded, and that
 * is beyond chance, it is the one finding.
 */
function ends(screens: readonly ScreenCounts[], level: { end: number; done: number }): Candidate[] {
  const done = thoughtDone(screens, level.done);
  const known = new Set(
    done.flatMap(({ found, isBeyond }) => (isBeyond ? [`${found.screen} ${found.people}`] : [])),
  );
  const ended = endedHere(screens, level.end);
  return [...done, ...ended.filter(({ found }) => !known.has(`${found.screen} ${found.people}`))];
}

/**
 * Screens on which more of those who failed ended than on others, by how often each was presented to them: who gives
 * up at random does so on the screens that they see most.
 */
function endedHere(screens: readonly ScreenCounts[], level: number): Candidate[] {
  const of = sumOf(screens, 'endedHere');
  const presented = sumOf(screens, 'presentedToFailed');
  return screens.flatMap(({ screen, endedHere: people, thoughtDone, presentedToFailed }) => {
    if (people < PEOPLE_MIN || people < SHARE_MIN * of) return [];
    const chance = presentedToFailed / presented;
    const found = { kind: 'ended_here', screen, people, of, thoughtDone } as const;
    return [candidateOf(found, { chance, level })];
  });
}

/** Screens where those ended who said that they did it. Each of them saw a screen that looked like the end. */
function thoughtDone(screens: readonly ScreenCounts[], level: number): Candidate[] {
  const of = sumOf(screens, 'thoughtDone');
  const presented = sumOf(screens, 'presentedToThoughtDone');
  return screens.flatMap(({ screen, thoughtDone: people, presentedToThoughtDone }) => {
    if (people < PEOPLE_MIN || people < SHARE_MIN * of) return [];
    const chance = presentedToThoughtDone / presented;
    return [candidateOf({ kind: 'thought_done', screen, people, of }, { chance, level })];
  });
}

type FoundPlace = Extract<FoundWrong, { kind: 'nothing_reacts' }>;
type PlaceCandidate = Candidate & PlaceCounts & { found: FoundPlace };

/**
 * Places that more visitors pressed than if each press in vain on that screen had hit any place, weighed by what became
 * of those who pressed them. Places that the same people pressed are one candidate, which is beyond chance if one of
 * them is.
 */
function nothingReacts(
  screens: readonly ScreenCounts[],
  places: readonly PlaceCounts[],
  { level, knowsFailures }: { level: number; knowsFailures: boolean },
): Candidate[] {
  const countsOf = new Map(screens.map((counts) => [counts.screen, counts]));
  const candidates = places.flatMap((pressed): PlaceCandidate[] => {
    const { screen, place, people, presses, chance: ofOnePress } = pressed;
    const counts = countsOf.get(screen);
    if (!counts || people < PEOPLE_MIN || people < SHARE_MIN * counts.visitors) return [];
    const of = counts.visitors;
    const chance = 1 - (1 - ofOnePress) ** (counts.misses / of);
    const failures = knowsFailures ? failuresOf(pressed, counts) : null;
    const numbers = { people, of, presses, failures };
    const found: FoundPlace = { kind: 'nothing_reacts', screen, place, also: [], ...numbers };
    // There are 1 / ofOnePress such places on the screen: the level is shared among them.
    const look = { chance, level: level * ofOnePress, alsoBy: failures?.chance ?? null };
    return [{ ...pressed, ...candidateOf(found, look), found }];
  });
  return joinPlaces(candidates.sort(byPeople)).map(lineOf);
}

/** Places with more people first; of as many, what is beyond chance and what is least probable by it. */
function byPeople(a: PlaceCandidate, b: PlaceCandidate): number {
  return (
    b.people - a.people ||
    Number(b.isBeyond) - Number(a.isBeyond) ||
    a.probability - b.probability ||
    b.presses - a.presses ||
    (a.place < b.place ? -1 : 1)
  );
}

/** The numbers of people are those of the first place, which all of the line's people pressed. */
function lineOf(line: [PlaceCandidate, ...PlaceCandidate[]]): Candidate {
  const [{ found }, ...others] = line;
  const presses = line.reduce((sum, place) => sum + place.presses, 0);
  const also = others.map(({ place, people }) => ({ place, people }));
  return {
    found: { ...found, presses, also },
    probability: Math.min(...line.map(({ probability }) => probability)),
    isBeyond: line.some(({ isBeyond }) => isBeyond),
  };
}

function failuresOf({ people, failed }: PlaceCounts, counts: ScreenCounts): PressersFailures {
  const others = counts.visitors - people;
  const ofOthers = counts.failedVisitors - failed;
  const chance = fisherTail({ people, failed }, { people: others, failed: ofOthers });
  return { ofPressers: failed, ofOthers, others, chance };
}

/** Screens to which more visitors came back than to a screen of this test in general. */
function cameBack(screens: readonly ScreenCounts[], level: number): Candidate[] {
  const returns = sumOf(screens, 'cameBack');
  const visits = sumOf(screens, 'visitors');
  return screens.flatMap(({ screen, mostTimes, cameBack: people, visitors: of }) => {
    if (people < PEOPLE_MIN || people < CAME_BACK_MIN * of) return [];
    const found = { kind: 'came_back', screen, people, of, mostTimes } as const;
    return [candidateOf(found, { chance: returns / visits, level })];
  });
}

/** So many times what chance gives, at least: in a large test every small difference is beyond chance. */
const TIMES_CHANCE = 2;

interface Look {
  chance: number;
  level: number;
  /** Probability of a second test, which is independent of the first, or null without one. */
  alsoBy?: number | null;
}

function candidateOf(found: FoundWrong, { chance, level, alsoBy = null }: Look): Candidate {
  const { people, of } = found;
  const tail = binomialTail(people, of, chance);
  const probability = alsoBy === null ? tail : combinedChance(tail, alsoBy);
  const isOften = people >= TIMES_CHANCE * chance * of;
  return { found, probability, isBeyond: isOften && probability <= level };
}

type Summed =
  | 'cameBack'
  | 'visitors'
  | 'endedHere'
  | 'thoughtDone'
  | 'presentedToFailed'
  | 'presentedToThoughtDone';

function sumOf(screens: readonly ScreenCounts[], key: Summed): number {
  return screens.reduce((sum, counts) => sum + counts[key], 0);
}

// Chance of a press in vain: the share of such presses that hit a place when people press anywhere,
// or any layer.

/** A screen of few layers has as many other places to press. */
const PLACES_MIN = 12;

/**
 * For each place of a screen the greater of the place's share of the screen's area and its share of the screen's named
 * places and layers: people press large things more often, things of many parts too, and small ones as often as any
 * other.
 * @returns takes a place of `PlaceCounts`
 */
export function chancesOn(layers: ScreenLayers): (place: string) => number {
  const { boxes, nodeId, ...image } = layers.screen;
  const screenArea = areaOf(boxes[nodeId] ?? image);
  const ofOnePlace = 1 / Math.max(PLACES_MIN, layers.counts.named);
  return (place) => {
    const id = place.startsWith('layer:') ? place.slice('layer:'.length) : null;
    const box = id === null ? undefined : layers.boxOf(id);
    const area = (box ? areaOf(box) : SPOT_PX ** 2) / screenArea;
    const ofParts = (box?.parts ?? 0) / Math.max(PLACES_MIN, layers.counts.boxes);
    return Math.min(1, Math.max(area, ofParts, ofOnePlace));
  };
}
