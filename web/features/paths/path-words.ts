// Screens, links and stubs of the paths in words, and the people whom each opens.
import { isolateName } from '#contract/bidi-isolate.ts';
import type { PathResults } from '#contract/result-paths.ts';
import { loopText, namesOfStep } from '#insight/route.ts';
import type { MomentsRequest } from '#web/entities/results/open-moments.ts';
import type { DrawnNode, PathNode } from './path-columns.ts';

type Screens = PathResults['screens'];
type Route = PathResults['routes'][number];

/** A name in its own writing direction, and what follows it. */
export interface NodeWords {
  /** The screen's name, or null for several screens. */
  name: string | null;
  /** `↻2`, or the replacement of a name. */
  rest: string;
}

export function nodeWords({ screen, others, loops }: PathNode, screens: Screens): NodeWords {
  if (screen === null) {
    return { name: null, rest: others === 1 ? '1 other screen' : `${others} other screens` };
  }
  return { name: nameOf(screen, screens), rest: loopText(loops) };
}

/** Words of a node of the picture. */
export function drawnWords(node: DrawnNode, screens: Screens): NodeWords {
  const isLater = node.screen === null && node.isOfSeveralSteps;
  return isLater ? { name: null, rest: 'Later steps' } : nodeWords(node, screens);
}

/** Name of a screen, or '3 other screens', as plain text. */
export function nodeName(node: PathNode, screens: Screens): string {
  const { name, rest } = nodeWords(node, screens);
  return name === null ? rest : isolateName(name);
}

export function nameOf(number: number, screens: Screens): string {
  return screens.find((screen) => screen.number === number)?.name ?? `Screen ${number}`;
}

/** Returns null for a node of several screens, because their people have no moment in common. */
export function peopleAt({ screen: at, column }: PathNode): MomentsRequest | null {
  return at === null ? null : { query: { of: 'visited', at, column } };
}

/** People of a node of the picture. A goal joins people of several steps. */
export function peopleAtDrawn(node: DrawnNode): MomentsRequest | null {
  if (node.screen === null || !node.isOfSeveralSteps) return peopleAt(node);
  return { query: { of: 'visited', at: node.screen } };
}

interface Way {
  from: PathNode;
  to: PathNode;
}

export function peopleOn({ from, to }: Way): MomentsRequest | null {
  if (from.screen === null || to.screen === null) return null;
  return { query: { of: 'link', at: from.screen, column: from.column, next: to.screen } };
}

export function peopleWhoEnded({ screen: at, column, ended }: PathNode): MomentsRequest | null {
  return at === null || ended === 0 ? null : { query: { of: 'link', at, column } };
}

/** `✓ direct`, `✓ reached`, `ended`, or how many reached it. */
export function routeOutcome({ people, reached, direct }: Omit<Route, 'route' | 'steps'>): string {
  if (reached === 0) return 'ended';
  if (direct === people) return '✓ direct';
  if (reached === people) return '✓ reached';
  return `✓ ${reached} of ${people} reached`;
}

export function peopleOfRoute({ route }: Route): MomentsRequest {
  return { query: { of: 'people', route } };
}

/** A path in one line: '(Home › All plants) ↻2 › Detail'. */
export function routeText({ steps }: Route, screens: Screens): string {
  return steps
    .map(({ screens: walked, loops }) =>
      namesOfStep(
        walked.map((number) => isolateName(nameOf(number, screens))),
        loops,
      ),
    )
    .join(' › ');
}
