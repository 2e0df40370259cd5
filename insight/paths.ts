// The picture of all paths: columns by step, nodes and links as wide as their people, exits as counted stubs.
import { type Outcome, SUCCESS_OUTCOMES } from '#contract/outcomes.ts';
import type { PathResults } from '#contract/result-paths.ts';
import { eachScreen, isCut, stepsOfRoute } from './route.ts';

/** People with one route and one outcome. */
export interface RouteRuns {
  /** Result of `routeOf`. */
  route: string;
  outcome: Outcome;
  people: number;
}

export type PathsPicture = Pick<PathResults, 'nodes' | 'links' | 'foldedLinks'>;
type PathNode = PathsPicture['nodes'][number];

/** More are wider than any page; 200 nodes leave six to each column. */
export const COLUMNS_MAX = 30;
export const NODES_MAX = 200;
/** Above this number of people thin nodes and links are folded. */
const FOLD_ABOVE_PEOPLE = 50;
/** Thin: under this share of all people. */
const THIN = 0.02;

/** A route as columns. */
interface Walk extends RouteRuns {
  /** Screens of each column, by `keyOf`. */
  keys: number[];
  loops: number[];
  /** The path continues beyond its columns here. */
  goesOn: boolean;
}

/**
 * Returns the picture of paths. At each node, links in + `foldedIn` = `people` = links out +
 * `foldedOut` + `reached` + `ended` + `beyond`; nodes of column 0 have no links in, and all people.
 * @param taken routes without a screen are left out
 */
export function pathsPicture(taken: readonly RouteRuns[]): PathsPicture {
  const screens = new Map<number, number>();
  const walks = taken
    .map((route) => walkOf(route, screens))
    .filter(({ keys, people }) => keys.length > 0 && people > 0);
  const people = peopleOf(walks);
  const thin = people > FOLD_ABOVE_PEOPLE ? people * THIN : 0;
  const { nodes, placeOf } = nodesOf(walks, { screens: [...screens.keys()], thin });
  const links = new Float64Array(nodes.length ** 2);
  for (const walk of walks) addWalk(walk, { nodes, placeOf, links });
  return { nodes, ...folded(nodes, links, thin) };
}

/** @param screens by number, their order of appearance; grows */
function walkOf(taken: RouteRuns, screens: Map<number, number>): Walk {
  const walk: Walk = { ...taken, keys: [], loops: [], goesOn: isCut(taken.route) };
  eachScreen(taken.route, (screen, loops) => {
    if (walk.keys.length === COLUMNS_MAX) {
      walk.goesOn = true;
      return;
    }
    let place = screens.get(screen);
    if (place === undefined) {
      place = screens.size;
      screens.set(screen, place);
    }
    walk.keys.push(keyOf(walk.keys.length, place));
    walk.loops.push(loops ?? 1);
  });
  return walk;
}

interface Nodes {
  nodes: PathNode[];
  /** Index in `nodes` by `keyOf`. */
  placeOf: Int32Array;
}

/** Each screen's node in each column: thin ones, and those beyond the greatest number, share one. */
function nodesOf(
  walks: readonly Walk[],
  { screens, thin }: { screens: readonly number[]; thin: number },
): Nodes {
  const peopleAt = new Float64Array(screens.length * COLUMNS_MAX);
  for (const { keys, people } of walks) {
    for (const key of keys) peopleAt[key] = (peopleAt[key] ?? 0) + people;
  }
  const screenOf = (key: number) => screens[Math.floor(key / COLUMNS_MAX)] ?? 0;
  const all = [...peopleAt.entries()]
    .filter(([, people]) => people > 0)
    .sort(([a, some], [b, others]) => others - some || screenOf(a) - screenOf(b));
  const columns = new Set(all.map(([key]) => columnOf(key)));
  // Each column may need a node for its others.
  const room = all.length <= NODES_MAX ? NODES_MAX : NODES_MAX - columns.size;
  const others = new Map([...columns].map((column) => [column, nodeAt(column, null)]));
  const nodeOf = new Map<number, PathNode>();
  for (const [at, [key, people]] of all.entries()) {
    const column = columnOf(key);
    const isOwn = at < room && people >= thin;
    const node = isOwn ? nodeAt(column, screenOf(key)) : others.get(column);
    if (!node) continue;
    node.people += people;
    node.others += isOwn ? 0 : 1;
    nodeOf.set(key, node);
  }
  const nodes = [...new Set(nodeOf.values())].sort(inColumns);
  const places = new Map(nodes.map((node, place) => [node, place]));
  const placeOf = new Int32Array(peopleAt.length);
  for (const [key, node] of nodeOf) placeOf[key] = places.get(node) ?? 0;
  return { nodes, placeOf };
}

/** @param links by place of the node before and of the node after */
function addWalk(walk: Walk, { nodes, placeOf, links }: Nodes & { links: Float64Array }): void {
  const { keys, loops, people } = walk;
  let before = -1;
  for (let column = 0; column < keys.length; column += 1) {
    const place = placeOf[keys[column] ?? 0] ?? 0;
    const node = nodes[place];
    if (node) node.loops = Math.max(node.loops, loops[column] ?? 1);
    const link = before * nodes.length + place;
    if (column > 0) links[link] = (links[link] ?? 0) + people;
    before = place;
  }
  const last = nodes[before];
  if (last) last[exitOf(walk)] += people;
}

function exitOf({ goesOn, outcome }: Walk): 'beyond' | 'reached' | 'ended' {
  if (goesOn) return 'beyond';
  return isSuccess(outcome) ? 'reached' : 'ended';
}

/** A member may decide that a path without a goal screen is one. */
function isSuccess(outcome: Outcome): boolean {
  return SUCCESS_OUTCOMES.some((success) => success === outcome);
}

/** Leaves thin links out, and their people at the nodes. */
function folded(
  nodes: readonly PathNode[],
  people: Float64Array,
  thin: number,
): Pick<PathsPicture, 'links' | 'foldedLinks'> {
  const links: PathsPicture['links'] = [];
  const foldedLinks = { links: 0, people: 0 };
  for (const [place, from] of nodes.entries()) {
    for (const [next, to] of nodes.entries()) {
      const walked = people[place * nodes.length + next] ?? 0;
      if (walked === 0) continue;
      if (walked >= thin) {
        links.push({ from: from.id, to: to.id, people: walked });
        continue;
      }
      from.foldedOut += walked;
      to.foldedIn += walked;
      foldedLinks.links += 1;
      foldedLinks.people += walked;
    }
  }
  return { links, foldedLinks };
}

function inColumns(a: PathNode, b: PathNode): number {
  const others = Number(a.others > 0) - Number(b.others > 0);
  return a.column - b.column || others || b.people - a.people;
}

/** One number for a screen, by its place, in a column. */
function keyOf(column: number, place: number): number {
  return place * COLUMNS_MAX + column;
}

function columnOf(key: number): number {
  return key % COLUMNS_MAX;
}

/** @param screen null: the column's others */
function nodeAt(column: number, screen: number | null): PathNode {
  return {
    id: `${column}:${screen ?? 'others'}`,
    column,
    screen,
    others: 0,
    loops: 1,
    people: 0,
    reached: 0,
    ended: 0,
    beyond: 0,
    foldedIn: 0,
    foldedOut: 0,
  };
}

function peopleOf(all: readonly { people: number }[]): number {
  return all.reduce((sum, { people }) => sum + people, 0);
}

// The commonest exact paths, and one row for the rest.

type CommonPaths = Pick<PathResults, 'routes' | 'otherRoutes'>;

const COMMONEST = 12;

/** @param taken routes without a screen are left out */
export function commonPaths(taken: readonly RouteRuns[]): CommonPaths {
  const same = Map.groupBy(
    taken.filter(({ route }) => route !== ''),
    ({ route }) => route,
  );
  const all = [...same]
    .map(([route, takers]) => ({
      route,
      people: peopleOf(takers),
      reached: peopleOf(takers.filter(({ outcome }) => isSuccess(outcome))),
      direct: peopleOf(takers.filter(({ outcome }) => outcome === 'direct')),
    }))
    .sort((a, b) => b.people - a.people || shorterFirst(a.route, b.route));
  const rest = all.slice(COMMONEST);
  const reached = rest.reduce((sum, route) => sum + route.reached, 0);
  return {
    routes: all
      .slice(0, COMMONEST)
      .map(({ route, ...counts }) => ({ route, steps: stepsOfRoute(route), ...counts })),
    otherRoutes: { routes: rest.length, people: peopleOf(rest), reached },
  };
}

/** Orders routes with as many people always alike. */
function shorterFirst(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}
