// Ways of people from screen to screen.
import { z } from 'zod/mini';
import { filtered } from './result-filter.ts';
import { namedScreen } from './screen-names.ts';

/** A screen of the picture of paths at one step of the way. */
const pathNode = z.object({
  /** Names it in `links`. */
  id: z.string(),
  /** Column index, from 0. */
  column: z.int(),
  /** Number of the screen, or null for `others`: screens of few people, folded together. */
  screen: z.nullable(z.int()),
  others: z.int(),
  /** A loop that ends here was gone through so many times in a row, at most; 1 without one. */
  loops: z.int(),
  people: z.int(),
  /** Ended here with the goal reached, and without. */
  reached: z.int(),
  ended: z.int(),
  /** Went on beyond the last column or the last node of the picture. */
  beyond: z.int(),
  /** Came and went on links too thin for the picture. */
  foldedIn: z.int(),
  foldedOut: z.int(),
});

export const pathResults = z.extend(filtered, {
  screens: z.array(namedScreen),
  /** People of the filter whose prototype reported no screen; they are not in the picture. */
  withoutPath: z.int(),
  nodes: z.array(pathNode).check(z.maxLength(200)),
  links: z.array(z.object({ from: z.string(), to: z.string(), people: z.int() })),
  /** Above 50 people those under 2 % are not drawn; a person counts once for each. */
  foldedLinks: z.object({ links: z.int(), people: z.int() }),
  /** The twelve commonest with loops folded, the most people first. */
  routes: z.array(
    z.object({
      /** Value for the filter `route`: a path until the goal, in the form of insight/route.ts. */
      route: z.string(),
      /** One screen each, or those of a folded loop. */
      steps: z.array(z.object({ screens: z.array(z.int()), loops: z.int() })),
      people: z.int(),
      reached: z.int(),
      direct: z.int(),
    }),
  ),
  otherRoutes: z.object({ routes: z.int(), people: z.int(), reached: z.int() }),
});
export type PathResults = z.infer<typeof pathResults>;
