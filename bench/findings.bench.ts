// The rate of findings that 'Where it went wrong' shows for people without a problem, and for people with a planted
// one.
import { type FoundWrong, findingsOf } from '#insight/findings.ts';
import { pressedPlace } from '#insight/places.ts';
import { randomNumbers } from '#testing/random-numbers.ts';
import { addUp, type PageCounts, plainFindings } from './findings-page.ts';
import { type Manner, Person, type Problem } from './findings-people.ts';
import { sampleScreens, wayTo } from './findings-screens.ts';
import { alone, type Row } from './rows.ts';

const START = '1:2';
const GOAL = '1:10';

export const manners = {
  atRandom: { purpose: 0, slip: 0.2, quit: 0.06, thinksDone: 0.3 },
  clumsy: { purpose: 0, slip: 0.5, quit: 0.05, thinksDone: 0.3 },
  withNoise: { purpose: 0.8, slip: 0.1, quit: 0.02, thinksDone: 0.3 },
} satisfies Record<string, Manner>;

interface Planted {
  name: string;
  problem: Problem;
  /** The finding that reports it. */
  finds: Pick<FoundWrong, 'kind' | 'screen'> & { layer?: string };
}

export const planted: Planted[] = [
  {
    name: 'a dead label, pressed by half of the people',
    problem: { screen: '1:3', deadLabel: { layer: '3:17', lures: 0.5 } },
    finds: { kind: 'nothing_reacts', screen: 2, layer: '3:17' },
  },
  {
    name: 'a wrong link, taken by 7 of 10',
    problem: { screen: '1:3', wrongLink: { layer: '3:16', to: '1:4', lures: 0.7 } },
    finds: { kind: 'came_back', screen: 2 },
  },
  {
    name: 'a hidden button, found with 1 of 10 presses',
    problem: { screen: '1:6', hidden: { found: 0.1, quit: 0.2 } },
    finds: { kind: 'ended_here', screen: 5 },
  },
  {
    name: 'a screen that looks like the end, for half of the people',
    problem: { screen: '1:8', looksLikeEnd: { lures: 0.5 } },
    finds: { kind: 'thought_done', screen: 7 },
  },
];

const TRIALS = 200;

export async function run(): Promise<Row[]> {
  return [
    findingPages('people at random', { manner: manners.atRandom, people: 20, pages: 1000 }),
    findingPages('people at random', { manner: manners.atRandom, people: 1000, pages: 100 }),
    findingPages('clumsy people at random', { manner: manners.clumsy, people: 20, pages: 1000 }),
    findingPages('clumsy people at random', { manner: manners.clumsy, people: 1000, pages: 100 }),
    findingPages('people with noise', { manner: manners.withNoise, people: 20, pages: 1000 }),
    ...planted.map((each) => shareOfFindings(each, TRIALS)),
  ];
}

interface Crowd {
  manner: Manner;
  people: number;
  pages: number;
}

/** Shares of pages with a finding: with its condition on chance, and by the thresholds alone. */
export function findingPages(who: string, { manner, people, pages }: Crowd): Row {
  const counts = Array.from({ length: pages }, (_, seed) => pageOf({ manner, people, seed }));
  const share = (isFound: (page: PageCounts) => boolean) => counts.filter(isFound).length / pages;
  const found = share((page) => findingsOf(page.screens, page.places).findings.length > 0);
  const plain = share((page) => plainFindings(page) > 0);
  const name = `${who}, ${people} to a page: pages with a finding, against the thresholds alone`;
  return { name, ours: found, peer: plain, ratio: null, unit: 'of all', aim: 'at most 0.1' };
}

export function shareOfFindings({ name, problem, finds }: Planted, trials: number): Row {
  const layers = prototype.screens.get(problem.screen)?.screenLayers;
  const place = pressedPlace(
    { targetId: finds.layer ?? null, reacted: false, x: null, y: null },
    layers,
  );
  const isIt = (found: FoundWrong) =>
    found.kind === finds.kind &&
    found.screen === finds.screen &&
    (found.kind !== 'nothing_reacts' ||
      [found, ...found.also].some((pressed) => pressed.place === place));
  let found = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    const seed = FIRST_PLANTED_SEED + trial;
    const page = pageOf({ manner: manners.withNoise, problem, people: 20, seed });
    if (findingsOf(page.screens, page.places).findings.some(isIt)) found += 1;
  }
  return alone({
    name: `planted: ${name}, 20 people: trials that find it, of ${trials}`,
    ours: found / trials,
    unit: 'of all',
    aim: 'at least 0.95',
  });
}

/** Other people than those of the pages without a problem. */
const FIRST_PLANTED_SEED = 1_000_000;

const prototype = { screens: sampleScreens(), goal: GOAL };
const next = wayTo(GOAL, prototype.screens);

interface Page {
  manner: Manner;
  problem?: Problem;
  people: number;
  seed: number;
}

function pageOf({ manner, problem, people, seed }: Page): PageCounts {
  const random = randomNumbers(seed * 7919 + 13);
  const chance = () => random(2 ** 32) / 2 ** 32;
  const walkers = { next, manner, problem: problem ?? null };
  const sessions = Array.from({ length: people }, () =>
    new Person(prototype.screens, walkers, chance).walk(START, GOAL),
  );
  return addUp(sessions, prototype);
}
