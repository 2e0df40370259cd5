// Chooses the columns of the paths' picture, so that it fits its page: some steps one by one, the steps after them in one
// column, and the goal at the right.
import type { PathResults } from '#contract/result-paths.ts';

export type PathNode = PathResults['nodes'][number];
export type PathLink = PathResults['links'][number];

/** A node as it is drawn. */
export interface DrawnNode extends PathNode {
  /** Index of its column in the picture. */
  place: number;
  isGoal: boolean;
  /** People of several steps; their screens are listed in the table. */
  isOfSeveralSteps: boolean;
}

interface Columns {
  /** Headings from left to right. */
  headings: string[];
  nodes: DrawnNode[];
  links: PathLink[];
}

/** Maximum number of steps with a column of their own. Few paths are longer. */
const STEPS_MAX = 6;
/** Minimum width of a column in pixels: a name of two lines fits beside its node. */
export const COLUMN_MIN_PX = 140;

/** Returns the number of steps that fit into a picture beside the later steps and the goal. */
export function stepsIn(widthPx: number): number {
  return Math.min(STEPS_MAX, Math.max(1, Math.floor(widthPx / COLUMN_MIN_PX) - 2));
}

/** Id of the node of all later steps. */
const LATER = 'later';

type Picture = Pick<PathResults, 'nodes' | 'links' | 'screens'>;

/** @param steps maximum number of steps with a column of their own */
export function chooseColumns({ nodes, links, screens }: Picture, steps: number): Columns {
  const goals = new Set(screens.filter(({ isGoal }) => isGoal).map(({ number }) => number));
  const isGoal = ({ screen }: PathNode) => screen !== null && goals.has(screen);
  const goesOn = new Set(links.map(({ from }) => from));
  // A path ends at the goal, unless a member decided otherwise.
  const isPinned = (node: PathNode) =>
    isGoal(node) && !goesOn.has(node.id) && node.beyond + node.foldedOut === 0;
  const stepCount = Math.max(
    0,
    ...nodes.filter((one) => !isPinned(one)).map((one) => one.column + 1),
  );
  const own = Math.min(steps, stepCount);
  const isLater = (node: PathNode) => !isPinned(node) && node.column >= own;
  const headings = Array.from({ length: own }, (_, at) => `Step ${at + 1}`);
  if (own < stepCount) headings.push('Later');
  const goalPlace = headings.length;
  if (nodes.some(isPinned)) headings.push('Goal');
  const drawn = new Map<string, DrawnNode>();
  const idOf = new Map<string, string>();
  for (const node of nodes) {
    const [pinned, later] = [isPinned(node), isLater(node)];
    const place = pinned ? goalPlace : Math.min(node.column, own);
    const id = pinned ? `goal ${node.screen}` : later ? LATER : node.id;
    idOf.set(node.id, id);
    const of = { id, place, isGoal: isGoal(node), isOfSeveralSteps: later };
    drawn.set(
      id,
      addNode(drawn.get(id), node, { ...of, isCounted: pinned || node.column === own }),
    );
  }
  return { headings, nodes: [...drawn.values()], links: joinLinks(links, idOf) };
}

function addNode(
  known: DrawnNode | undefined,
  node: PathNode,
  { isCounted, ...of }: Parameters<typeof drawnNode>[1] & { isCounted: boolean },
): DrawnNode {
  if (known) return joined(known, node, isCounted);
  const own = drawnNode(node, of);
  return own.screen === null && of.isOfSeveralSteps ? joined(own, node, isCounted) : own;
}

function drawnNode(
  node: PathNode,
  drawn: Pick<DrawnNode, 'id' | 'place' | 'isGoal' | 'isOfSeveralSteps'>,
): DrawnNode {
  if (drawn.isGoal || !drawn.isOfSeveralSteps) return { ...node, ...drawn };
  return {
    ...node,
    ...drawn,
    screen: null,
    others: 0,
    loops: 1,
    people: 0,
    ended: 0,
    reached: 0,
    beyond: 0,
    foldedIn: 0,
    foldedOut: 0,
  };
}

/** Adds a node to those that share its place. @param isCounted its people did not come from one of these */
function joined(known: DrawnNode, node: PathNode, isCounted: boolean): DrawnNode {
  return {
    ...known,
    isOfSeveralSteps: true,
    people: known.people + (isCounted ? node.people : 0),
    reached: known.reached + node.reached,
    ended: known.ended + node.ended,
    beyond: known.beyond + node.beyond,
    foldedIn: known.foldedIn + node.foldedIn,
  };
}

/** Links between drawn nodes; those of one pair are one, and those within the later steps are none. */
function joinLinks(links: readonly PathLink[], idOf: ReadonlyMap<string, string>): PathLink[] {
  const drawn = new Map<string, PathLink>();
  for (const link of links) {
    const [from, to] = [idOf.get(link.from), idOf.get(link.to)];
    if (from === undefined || to === undefined || from === to) continue;
    const key = `${from}>${to}`;
    const known = drawn.get(key);
    drawn.set(key, { from, to, people: (known?.people ?? 0) + link.people });
  }
  return [...drawn.values()];
}
