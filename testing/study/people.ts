// The people of the sample study: who does what on the sample prototype, and what a right product must say of it.
// Goal: the order is placed. The same people each time.

import type { Outcome } from '#contract/outcomes.ts';
import { randomNumbers } from '../random-numbers.ts';
import { withLaterSteps } from './later-steps.ts';
import type { End, Person } from './person.ts';
import type { Press } from './walk.ts';

/** Reasons of people who opened the link and recorded nothing. */
export const stopped = ['no_microphone', 'no_microphone', 'sharing_refused', null] as const;

/** Number of people whose answer to the screening question ends the test. */
export const SCREENED_OUT = 6;

/** The first task's goal. Its routes are those that its designer intended. */
export const GOAL_SCREEN = '1:10';
const [HOME, SHOP, FINDER, DARK, PLANT, BASKET, CHECKOUT, GIFT] = [2, 3, 4, 5, 6, 7, 8, 9].map(
  (frame) => `1:${frame}`,
) as [string, string, string, string, string, string, string, string];
const END = [PLANT, BASKET, CHECKOUT, GIFT, GOAL_SCREEN];
export const ROUTES = [
  [HOME, FINDER, DARK, ...END],
  [HOME, DARK, ...END],
  [HOME, SHOP, DARK, ...END],
];

type Step = readonly [seconds: number, on: Press['on']];

const buy: readonly Step[] = [
  [4.5, 'Add to basket'],
  [2.2, 'Go to checkout'],
];
const asGift: readonly Step[] = [...buy, [6, 'Send as a gift'], [4, 'Place order']];
const byFinder: readonly Step[] = [
  [5, 'Find by light'],
  [6, 'Hardly any'],
  [5, 'Cast-iron plant'],
];
const byShop: readonly Step[] = [
  [4, 'Shop all plants'],
  [6, 'Low light'],
  [4, 'Cast-iron plant'],
];
const snake: readonly Step[] = [
  [4, 'Shop all plants'],
  [5, 'Snake plant'],
  [1.2, 'Snake plant'],
];

interface Plan {
  outcome: Outcome;
  /** One way for each person. */
  ways: readonly (readonly Step[])[];
  end?: End;
  didIt?: boolean | null;
  ease?: readonly [least: number, most: number];
  excludedFor?: string;
}

const times = (count: number, way: readonly Step[]) => Array<readonly Step[]>(count).fill(way);

/** Plans in the order of the rules of outcomes. */
const plans: readonly Plan[] = [
  {
    outcome: 'excluded',
    ways: [[...byFinder, ...asGift]],
    didIt: true,
    ease: [7, 7],
    excludedFor: 'A colleague who tried the test before it went out',
  },
  { outcome: 'never_began', ways: [[], []], didIt: null },
  {
    outcome: 'direct',
    ways: [
      ...times(11, [...byFinder, ...asGift]),
      ...times(7, [[5, 'Dark corners'], [4, 'Cast-iron plant'], ...asGift]),
      ...times(6, [...byShop, ...asGift]),
    ],
    didIt: true,
    ease: [5, 7],
  },
  {
    outcome: 'indirect',
    ways: [
      // Scrolls down to the plant on its own.
      ...times(3, [[4, 'Shop all plants'], [5, 'Snake plant'], [9, 'Cast-iron plant'], ...asGift]),
      // Looks elsewhere first.
      ...times(5, [
        ...snake,
        [4, 'Logo'],
        [3, 'Find by light'],
        [2, 'Some'],
        [4, 'Hardly any'],
        [3, 'Cast-iron plant'],
        ...asGift,
      ]),
      // Orders for herself.
      ...times(3, [...byFinder, ...buy, [5, 'Place order']]),
    ],
    didIt: true,
    ease: [3, 6],
  },
  {
    outcome: 'thought_done',
    ways: [
      ...times(5, [...byFinder, [4, 'Add to basket']]),
      ...times(2, [...byShop, ...buy, [5, 'Send as a gift']]),
    ],
    didIt: true,
    ease: [5, 7],
  },
  {
    outcome: 'gave_up',
    ways: [
      ...times(6, [...snake, [1.5, 'Peace lily'], [2, 'Snake plant'], [3, 'Half shade']]),
      ...times(2, [...byShop.slice(0, 2), [4, 'ZZ plant'], [1.5, 'ZZ plant']]),
    ],
    didIt: false,
    ease: [1, 3],
  },
  {
    outcome: 'left',
    ways: [...times(3, [...snake, [3, 'Sort']]), [[6, 'Care guides']]],
    end: 'tab_closed',
    didIt: null,
  },
  {
    outcome: 'stopped',
    ways: times(3, [
      [5, 'Find by light'],
      [4, 'Plenty'],
      [2, 'Some'],
      [2, 'Plenty'],
    ]),
    didIt: null,
    ease: [2, 4],
  },
];

const names = (
  'Ines Ferreira,Tomasz Nowak,Yuki Tanaka,Mateo Ruiz,Abena Mensah,Lena Vogt,Omar Haddad,Priya Nair,Jonas Berg,Chiara Conti,' +
  'Daniel Okafor,Mei Lin,Sofia Petrova,Liam Byrne,Noor Rahman,Elif Demir,Hugo Martin,Greta Olsen,Rafael Costa,Hana Kim,' +
  'Samuel Adeyemi,Julia Weber,Nils Lund,Aisha Bello,Pavel Dvořák,Marta Ribeiro,Kenji Mori,Zoë Jansen,Ana Popescu,Viktor Nagy,' +
  'Fatima Zahra,Oskar Lindqvist,Emilia Rossi,Ravi Patel,Nora Hansen,Luca Moretti,Amina Diallo,Jakub Zieliński,Clara Dubois,Ivan Horvat,' +
  'Maya Cohen,Thabo Nkosi,Isla Murray,Felix Braun,Leila Karimi,Bruno Silva,Anja Keller,Min-jun Park,Salma Farouk,Erik Nyström,' +
  'Paula Gómez,Dilan Yıldız,Owen Hughes,Ximena Vega,Stefan Marku,Linh Tran,Robin Peeters,Agnes Kovács,Tariq Aziz,Wanda Król'
).split(',');

const userAgents = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
] as const;

const wishes: Partial<Record<Outcome, readonly string[]>> = {
  indirect: ['A search that works.', 'I did not see that the filters can be pressed.'],
  thought_done: ['Nothing, it was easy!'],
  gave_up: [
    'The plants do not open when I press them.',
    'Telling me which plants are for dark rooms.',
    'A plant page. Pressing the picture did nothing.',
  ],
  stopped: ['More pictures.'],
};

/** Returns a person's slowness as a factor: most are near 1, a few far above. */
function paceOf(random: (limit: number) => number): number {
  const pace = 0.55 + (random(1000) + random(1000) + random(1000)) / 2400;
  return random(20) === 0 ? pace * 3 : pace;
}

export const people: readonly Person[] = withLaterSteps(makePeople());

function makePeople(): Omit<Person, 'later' | 'buys'>[] {
  const random = randomNumbers(57);
  const planned = plans.flatMap((plan) => plan.ways.map((way) => ({ plan, way })));
  // Shuffled, so that outcomes do not come in the order of the rules.
  for (let at = planned.length - 1; at > 0; at -= 1) {
    const other = random(at + 1);
    const [one, two] = [planned[at], planned[other]];
    if (one && two) [planned[at], planned[other]] = [two, one];
  }
  return planned.map(({ plan, way }, at) => personOf(plan, way, { at, random }));
}

function personOf(
  plan: Plan,
  way: readonly Step[],
  { at, random }: { at: number; random: (limit: number) => number },
): Omit<Person, 'later' | 'buys'> {
  const pace = paceOf(random);
  // Most near the middle.
  const spread = () => (random(100) + random(100) - 99) / 140;
  const [least, most] = plan.ease ?? [1, 1];
  const ease = plan.ease ? least + random(most - least + 1) : null;
  const wish = wishes[plan.outcome];
  const helped = wish && random(2) === 0 ? (wish[random(wish.length)] ?? null) : null;
  const skips = plan.didIt === null && plan.ease === undefined;
  return {
    name: names[at] ?? `Person ${at + 1}`,
    userAgent: userAgents[random(userAgents.length)] ?? userAgents[0],
    presses: way.map(([seconds, on]) => ({
      afterMs: Math.round(seconds * 1000 * pace * (0.75 + random(500) / 1000)),
      on,
      aside: { x: spread(), y: spread() },
    })),
    lingersMs: way.length === 0 ? 6000 : 1500 + random(2500),
    end: plan.end ?? 'stopped',
    answers: skips ? null : { didIt: plan.didIt ?? null, ease, helped },
    excludedFor: plan.excludedFor ?? null,
    outcome: plan.outcome,
  };
}
