// The people of the sample study after the first task: the second one in both variants, the System Usability Scale and
// the open question.
import type { Outcome } from '#contract/outcomes.ts';
import { randomNumbers } from '../random-numbers.ts';
import type { LaterSteps, Person, TaskWay } from './person.ts';
import type { Press } from './walk.ts';

/** The second task is done on the plant's page. Variant A starts on the home page, B in the light finder. */
export const SECOND_GOAL = '1:6';
export const SECOND_STARTS = ['1:2', '1:4'] as const;
const [HOME, FINDER] = SECOND_STARTS;
const [SHOP, DARK] = ['1:3', '1:5'];
export const SECOND_ROUTES = [
  [
    [HOME, FINDER, DARK, SECOND_GOAL],
    [HOME, DARK, SECOND_GOAL],
    [HOME, SHOP, DARK, SECOND_GOAL],
  ],
  [[FINDER, DARK, SECOND_GOAL]],
];

interface Plan {
  outcome: Outcome;
  count: number;
  ease: readonly [least: number, most: number];
  way: readonly (readonly [seconds: number, on: string])[];
}

/** Plans of both variants for 25 people each: 14 reach the goal with A, 21 with B. */
const plans: readonly [readonly Plan[], readonly Plan[]] = [
  [
    {
      ...{ outcome: 'direct', count: 7, ease: [5, 7] },
      way: [
        [4, 'Find by light'],
        [4, 'Hardly any'],
        [3, 'Cast-iron plant'],
      ],
    },
    {
      ...{ outcome: 'direct', count: 4, ease: [5, 7] },
      way: [
        [5, 'Dark corners'],
        [3, 'Cast-iron plant'],
      ],
    },
    {
      ...{ outcome: 'indirect', count: 3, ease: [3, 6] },
      way: [
        [4, 'Half shade'],
        [3, 'Shop all plants'],
        [5, 'Low light'],
        [4, 'Back to all plants'],
        [3, 'Low light'],
        [3, 'Cast-iron plant'],
      ],
    },
    {
      ...{ outcome: 'thought_done', count: 5, ease: [4, 7] },
      way: [
        [4, 'Shop all plants'],
        [5, 'Low light'],
        [4, 'ZZ plant'],
      ],
    },
    {
      ...{ outcome: 'gave_up', count: 6, ease: [1, 4] },
      way: [
        [4, 'Half shade'],
        [3, 'Shop all plants'],
        [5, 'Peace lily'],
        [2, 'Golden pothos'],
      ],
    },
  ],
  [
    {
      ...{ outcome: 'direct', count: 18, ease: [5, 7] },
      way: [
        [3, 'Hardly any'],
        [3, 'Cast-iron plant'],
      ],
    },
    {
      ...{ outcome: 'indirect', count: 3, ease: [4, 6] },
      way: [
        [3, 'Some'],
        [2, 'Shop'],
        [5, 'Low light'],
        [3, 'Cast-iron plant'],
      ],
    },
    {
      ...{ outcome: 'thought_done', count: 3, ease: [4, 7] },
      way: [
        [3, 'Hardly any'],
        [4, 'ZZ plant'],
      ],
    },
    {
      ...{ outcome: 'gave_up', count: 1, ease: [2, 3] },
      way: [
        [3, 'Some'],
        [2, 'Plenty'],
        [3, 'Some'],
      ],
    },
  ],
];

type Words = NonNullable<LaterSteps['words']>;

const wish = (text: string, ...tags: string[]): Words => ({ text, tags });

/** Texts of the open question by outcome of the first task, each written by one person. */
const texts: Partial<Record<Outcome, readonly Words[]>> = {
  direct: [
    wish('Nothing much. The light finder is lovely, I would put it first.', 'light-finder'),
    wish('Show the size of the pot next to a hand or a chair.', 'product-details'),
    wish('I liked that the shop admits what will not survive.', 'praise'),
    wish('A photo of each plant in a real room.', 'product-details'),
    wish('Let me write the card for the gift by hand.', 'gift'),
    wish('Sold-out plants should go to the end of the list.', 'sold-out'),
    wish('It was quicker than I expected. I would change the grey text, it is pale.', 'praise'),
    wish('When does it arrive? I looked for a date and found none.', 'delivery'),
    wish('I would like to see whether a plant is poisonous for cats.', 'product-details'),
    wish('Say how large the parcel is. My friend is rarely at home.', 'delivery'),
    wish('More than three plants for dark rooms, please.'),
    wish('The question about light could also ask for the temperature.', 'light-finder'),
    wish('I was not sure whether the gift shows the price to my friend.', 'gift'),
    wish('Keep it as it is. Calm and clear.', 'praise'),
    wish('Let me choose the day on which the gift arrives.', 'gift', 'delivery'),
  ],
  indirect: [
    wish('Make the chips above the plants look like buttons.', 'filters'),
    wish('A search. I always search first.', 'search'),
    wish('I pressed the snake plant twice before I saw that it does nothing.', 'dead-pictures'),
    wish('I overlooked ‘Send as a gift’ and had ordered for myself already.', 'gift'),
    wish('The light finder is hidden. I found it by accident.', 'light-finder'),
    wish('Fewer plants on one page.'),
  ],
  thought_done: [
    wish('It was easy, although I expected a confirmation at the end.', 'unsure-at-the-end'),
    wish('Tell me when an order is complete. Was it?', 'unsure-at-the-end'),
    wish('A sign that the plant is in the basket.', 'unsure-at-the-end'),
    wish('Nothing. I would buy here.', 'praise'),
  ],
  gave_up: [
    wish('Every picture should open. I pressed four plants and nothing happened.', 'dead-pictures'),
    wish('I do not know plants. ‘Half shade’ says nothing to me.', 'words'),
    wish('A filter for dark rooms that I can see.', 'filters'),
    wish('Say which plants are in stock before I choose one.', 'sold-out'),
    wish('I gave up on the list. It needs a search field that works.', 'search'),
    wish('The labels look like links and are not.', 'dead-pictures', 'words'),
  ],
};

/** Options of the screening question that let a person take part, of ten people. */
const BUYS = ['weekly', ...Array(5).fill('monthly'), ...Array(4).fill('yearly')];

const SUS_ITEMS = 10;

type Random = (limit: number) => number;

/** Adds the later steps to people who know the first task alone. */
export function withLaterSteps(beginners: readonly Omit<Person, 'later' | 'buys'>[]): Person[] {
  const random = randomNumbers(19);
  const ways = plans.map((some) =>
    shuffle(
      some.flatMap((plan) => Array<Plan>(plan.count).fill(plan)),
      random,
    ),
  );
  const unused = new Map(
    Object.entries(texts).map(([outcome, some]) => [outcome, shuffle(some, random)]),
  );
  let arrivals = 0;
  return beginners.map((person) => {
    const buys = BUYS[random(BUYS.length)];
    if (['never_began', 'left', 'stopped'].includes(person.outcome))
      return { ...person, buys, later: null };
    // Two people in a row are given different variants, so every second one takes the next way of each.
    const at = Math.floor(arrivals / 2);
    arrivals += 1;
    const [a, b] = ways.map((some) => wayOf(some[at % some.length] as Plan, random));
    const words = random(4) === 0 ? null : (unused.get(person.outcome)?.pop() ?? null);
    const variants = [a, b] as [TaskWay, TaskWay];
    return { ...person, buys, later: { variants, sus: susOf(person, random), words } };
  });
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(random(rest.length), 1));
}

function wayOf({ outcome, ease: [least, most], way }: Plan, random: Random): TaskWay {
  const pace = 0.7 + random(80) / 100;
  const press = ([seconds, on]: readonly [number, string]): Press => ({
    afterMs: Math.round(seconds * 1000 * pace * (0.75 + random(500) / 1000)),
    on,
    aside: { x: (random(100) + random(100) - 99) / 140, y: (random(100) + random(100) - 99) / 140 },
  });
  return {
    presses: way.map(press),
    lingersMs: 1000 + random(2000),
    answers: {
      didIt: outcome !== 'gave_up',
      ease: least + random(most - least + 1),
      helped: null,
    },
    outcome,
  };
}

/** Answers around one opinion of the shop: odd items praise it, even ones blame it. */
function susOf({ answers }: Pick<Person, 'answers'>, random: Random): number[] {
  const opinion = 2.4 + (0.3 + random(60) / 100) * (((answers?.ease ?? 4) - 1) / 2);
  return Array.from({ length: SUS_ITEMS }, (_, item) => {
    const agrees = Math.min(5, Math.max(1, Math.round(opinion + (random(5) - 2) / 2)));
    return item % 2 === 0 ? agrees : 6 - agrees;
  });
}
