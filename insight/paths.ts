// The picture of all paths: columns by step, nodes and links as wide as their people, exits as counted stubs.
import { type Outcome, SUCCESS_OUTCOMES } from '#contract/outcomes.ts';
import type { PathResults } from '#contract/result-paths.ts';
import { columnsOfRoute, isCut, type RouteColumn } from './route.ts';

/** People with one route and one outcome. */
export interface TakenRoute {
  /** As `routeOf` writes it. */
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

interface Walk extends TakenRoute {
  columns: RouteColumn[];
  /** The path goes on beyond its columns here. */
  goesOn: boolean;
}

/**
 * At each node links in + `foldedIn` = `people` = links out + `foldedOut` + `reached` + `ended` + `beyond`; nodes of
 * column 0 have no links in, and all people.
 * @param taken routes without a screen are left out
 */
export function pathsPicture(taken: readonly TakenRoute[]): PathsPicture {
  const walks = taken
    .map((route) => walkOf(route))
    .filter(({ columns, people }) => columns.length > 0 && people > 0);
  const people = peopleOf(walks);
  const thin = people > FOLD_ABOVE_PEOPLE ? people * THIN : 0;
  const nodeOf = nodesOf(walks, thin);
  const links = new Links();
  for (const walk of walks) addWalk(walk, nodeOf, links);
  const nodes = [...new Set(nodeOf.values())].sort(inColumns);
  return { nodes, ...links.foldedBelow(thin) };
}

function walkOf(taken: TakenRoute): Walk {
  const all = columnsOfRoute(taken.route);
  const goesOn = all.length > COLUMNS_MAX || isCut(taken.route);
  return { ...taken, columns: all.slice(0, COLUMNS_MAX), goesOn };
}

/** By `keyOf`, each screen's node in each column: thin ones, and those beyond the greatest number, share one. */
function nodesOf(walks: readonly Walk[], thin: number): Map<number, PathNode> {
  const peopleAt = new Map<number, number>();
  for (const { columns, people } of walks) {
    for (let column = 0; column < columns.length; column += 1) {
      const key = keyOf(column, columns[column]?.screen ?? 0);
      peopleAt.set(key, (peopleAt.get(key) ?? 0) + people);
    }
  }
  const all = [...peopleAt].sort(([a, some], [b, others]) => others - some || a - b);
  const columns = new Set(all.map(([key]) => columnOf(key)));
  // Each column may need a node for its others.
  const room = all.length <= NODES_MAX ? NODES_MAX : NODES_MAX - columns.size;
  const others = new Map([...columns].map((column) => [column, nodeAt(column, null)]));
  const nodeOf = new Map<number, PathNode>();
  for (const [at, [key, people]] of all.entries()) {
    const column = columnOf(key);
    const isOwn = at < room && people >= thin;
    const node = isOwn ? nodeAt(column, Math.floor(key / COLUMNS_MAX)) : others.get(column);
    if (!node) continue;
    node.people += people;
    node.others += isOwn ? 0 : 1;
    nodeOf.set(key, node);
  }
  return nodeOf;
}

function addWalk(walk: Walk, nodeOf: ReadonlyMap<number, PathNode>, links: Links): void {
  const { columns, people } = walk;
  let before: PathNode | undefined;
  for (let column = 0; column < columns.length; column += 1) {
    const { screen = 0, loops = 1 } = columns[column] ?? {};
    const node = nodeOf.get(keyOf(column, screen));
    if (!node) continue;
    node.loops = Math.max(node.loops, loops);
    if (before) links.add(before, node, people);
    before = node;
  }
  if (before) before[exitOf(walk)] += people;
}

function exitOf({ goesOn, outcome }: Walk): 'beyond' | 'reached' | 'ended' {
  if (goesOn) return 'beyond';
  return isSuccess(outcome) ? 'reached' : 'ended';
}

/** A member may decide that a path without a goal screen is one. */
export function isSuccess(outcome: Outcome): boolean {
  return SUCCESS_OUTCOMES.some((success) => success === outcome);
}

class Links {
  readonly #from = new Map<PathNode, Map<PathNode, number>>();

  add(from: PathNode, to: PathNode, people: number): void {
    const targets = this.#from.get(from) ?? new Map<PathNode, number>();
    this.#from.set(from, targets.set(to, (targets.get(to) ?? 0) + people));
  }

  /** Takes thin links out, and leaves their people at the nodes. */
  foldedBelow(thin: number): Pick<PathsPicture, 'links' | 'foldedLinks'> {
    const links: PathsPicture['links'] = [];
    const foldedLinks = { links: 0, people: 0 };
    for (const [from, targets] of this.#from) {
      for (const [to, people] of targets) {
        if (people >= thin) {
          links.push({ from: from.id, to: to.id, people });
          continue;
        }
        from.foldedOut += people;
        to.foldedIn += people;
        foldedLinks.links += 1;
        foldedLinks.people += people;
      }
    }
    return { links, foldedLinks };
  }
}

function inColumns(a: PathNode, b: PathNode): number {
  const others = Number(a.others > 0) - Number(b.others > 0);
  return a.column - b.column || others || b.people - a.people;
}

/** One number for a screen in a column. */
function keyOf(column: number, screen: number): number {
  return screen * COLUMNS_MAX + column;
}

function columnOf(key: number): number {
  return key % COLUMNS_MAX;
}

/** @param screen null: the column's others */
function nodeAt(column: number, screen: number | null): PathNode {
  return {
    ...{ id: `${column}:${screen ?? 'others'}`, column, screen },
    ...{ others: 0, loops: 1, people: 0, reached: 0, ended: 0, beyond: 0 },
    ...{ foldedIn: 0, foldedOut: 0 },
  };
}

function peopleOf(all: readonly { people: number }[]): number {
  return all.reduce((sum, { people }) => sum + people, 0);
}
