// The picture of all paths: columns by step, nodes and links as wide as their people, exits as counted stubs.
import { foldLoops, type PathStep, untilGoal } from './paths-fold.ts';

/** A path that people took, each path once or more often. */
export interface WalkedPath {
  /** Numbers of the screens in the order of their presentation. */
  screens: readonly number[];
  /** Whether the outcome is a success; an override may say so of a path without a goal screen. */
  succeeded: boolean;
  people: number;
}

export interface PathNode {
  /** The column, from 0. */
  step: number;
  /** Null: the column's other screens. */
  screen: number | null;
  /** How many screens it stands for: 1, or those of the others. */
  screens: number;
  people: number;
  isGoal: boolean;
  /** People whose path begins here. */
  starts: number;
  /** People whose path ends here, or goes on beyond the last column. */
  exits: { reached: number; ended: number; further: number };
  /** People on links too thin to draw, towards this node and away from it. */
  folded: { in: number; out: number };
  /** People who walked a loop that ends here, and how often at most. */
  loop: { people: number; times: number } | null;
}

export interface PathLink {
  /** Places in `nodes`. */
  from: number;
  to: number;
  people: number;
}

export interface PathsPicture {
  /** Everyone in the picture. */
  people: number;
  /** People of whom no screen is known: they are not in it. */
  withoutScreens: number;
  /** By column, in it by people, its others last. */
  nodes: PathNode[];
  /** By the place of their nodes. */
  links: PathLink[];
  /** Links that are not drawn; a person counts once for each. */
  foldedLinks: { links: number; people: number };
}

/** Wider than any page; 200 nodes leave six to each column. */
export const COLUMNS_MAX = 30;
export const NODES_MAX = 200;
/** Above this number of people thin nodes and links are folded. */
const FOLD_ABOVE_PEOPLE = 50;
/** Thin: under this share of all people. */
const THIN = 0.02;

interface Walk {
  steps: PathStep[];
  path: WalkedPath;
}

/**
 * @param goals numbers of the goal's screens: a path ends at the first of them
 * @returns at each node `starts` + links in + `folded.in` = `people` = links out + `folded.out` + exits
 */
export function pathsPicture(
  paths: readonly WalkedPath[],
  goals: ReadonlySet<number>,
): PathsPicture {
  const walks = paths
    .map((path) => ({ path, steps: foldLoops(untilGoal(path.screens, goals)) }))
    .filter(({ steps, path }) => steps.length > 0 && path.people > 0);
  const people = peopleOf(walks.map(({ path }) => path));
  const thin = people > FOLD_ABOVE_PEOPLE ? people * THIN : 0;
  const columns = columnsOf(walks, { thin, goals });
  const links = new Map<number, PathLink>();
  for (const walk of walks) addWalk(walk, columns, links);
  const withoutScreens = peopleOf(paths) - people;
  return { people, withoutScreens, nodes: columns.nodes, ...folded(columns.nodes, links, thin) };
}

interface Columns {
  nodes: PathNode[];
  /** By `keyOf`, the place in `nodes` of a screen at a step. */
  placeOf: ReadonlyMap<number, number>;
}

/** Which nodes there are: the thin ones, and those beyond the greatest number, are their column's others. */
function columnsOf(
  walks: readonly Walk[],
  { thin, goals }: { thin: number; goals: ReadonlySet<number> },
): Columns {
  const peopleAt = new Map<number, number>();
  for (const { steps, path } of walks) {
    const last = Math.min(steps.length, COLUMNS_MAX);
    for (let step = 0; step < last; step += 1) {
      const key = keyOf(step, steps[step]?.screen ?? 0);
      peopleAt.set(key, (peopleAt.get(key) ?? 0) + path.people);
    }
  }
  const all = [...peopleAt].sort(([a, some], [b, others]) => others - some || a - b);
  const steps = new Set(all.map(([key]) => stepOf(key)));
  // Each column may need a node for its others.
  const room = all.length <= NODES_MAX ? NODES_MAX : NODES_MAX - steps.size;
  const own = new Map<number, PathNode>();
  const others = new Map([...steps].map((step) => [step, nodeAt(step, null)]));
  for (const [at, [key, people]] of all.entries()) {
    const screen = Math.floor(key / COLUMNS_MAX);
    const isOwn = at < room && people >= thin;
    const node = isOwn ? nodeAt(stepOf(key), screen) : others.get(stepOf(key));
    if (!node) continue;
    own.set(key, node);
    node.screens += 1;
    node.people += people;
    node.isGoal = isOwn && goals.has(screen);
  }
  const nodes = [...new Set(own.values())].sort(inColumns);
  const places = new Map(nodes.map((node, place) => [node, place]));
  return { nodes, placeOf: new Map([...own].map(([key, node]) => [key, places.get(node) ?? 0])) };
}

function inColumns(a: PathNode, b: PathNode): number {
  const isOther = Number(a.screen === null) - Number(b.screen === null);
  return a.step - b.step || isOther || b.people - a.people || (a.screen ?? 0) - (b.screen ?? 0);
}

function addWalk({ steps, path }: Walk, columns: Columns, links: Map<number, PathLink>): void {
  let from = -1;
  const last = Math.min(steps.length, COLUMNS_MAX) - 1;
  for (let step = 0; step <= last; step += 1) {
    const { screen = 0, loop = null } = steps[step] ?? {};
    const to = columns.placeOf.get(keyOf(step, screen)) ?? 0;
    const node = columns.nodes[to];
    if (!node) continue;
    if (loop) {
      const { people, times } = node.loop ?? { people: 0, times: 0 };
      node.loop = { people: people + path.people, times: Math.max(times, loop.times) };
    }
    if (step === 0) node.starts += path.people;
    else addTo(links, { from, to, people: path.people });
    if (step === last) node.exits[exitOf({ steps, path })] += path.people;
    from = to;
  }
}

function exitOf({ steps, path }: Walk): keyof PathNode['exits'] {
  if (steps.length > COLUMNS_MAX) return 'further';
  return path.succeeded ? 'reached' : 'ended';
}

function addTo(links: Map<number, PathLink>, { from, to, people }: PathLink): void {
  const key = from * NODES_MAX + to;
  const link = links.get(key);
  if (link) link.people += people;
  else links.set(key, { from, to, people });
}

/** Takes thin links out and leaves their people at the nodes. */
function folded(
  nodes: readonly PathNode[],
  links: ReadonlyMap<number, PathLink>,
  thin: number,
): Pick<PathsPicture, 'links' | 'foldedLinks'> {
  const all = [...links.values()].sort((a, b) => a.from - b.from || a.to - b.to);
  const foldedLinks = all.filter(({ people }) => people < thin);
  for (const { from, to, people } of foldedLinks) {
    const [source, target] = [nodes[from], nodes[to]];
    if (source) source.folded.out += people;
    if (target) target.folded.in += people;
  }
  return {
    links: all.filter(({ people }) => people >= thin),
    foldedLinks: { links: foldedLinks.length, people: peopleOf(foldedLinks) },
  };
}

/** One number for a screen at a step. */
function keyOf(step: number, screen: number): number {
  return screen * COLUMNS_MAX + step;
}

function stepOf(key: number): number {
  return key % COLUMNS_MAX;
}

function nodeAt(step: number, screen: number | null): PathNode {
  return {
    ...{ step, screen, screens: 0, people: 0, isGoal: false, starts: 0, loop: null },
    exits: { reached: 0, ended: 0, further: 0 },
    folded: { in: 0, out: 0 },
  };
}

function peopleOf(all: readonly { people: number }[]): number {
  return all.reduce((sum, { people }) => sum + people, 0);
}
