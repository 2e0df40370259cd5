// Computes the position of each screen, link and stub in the paths' picture: columns by step, heights by people,
// largest at the top.
import type { chooseColumns, DrawnNode, PathLink } from './path-columns.ts';

export interface PlacedNode {
  node: DrawnNode;
  x: number;
  y: number;
  height: number;
  stubs: PlacedStub[];
}

/** People who are not on a link away from a node. `folded`: on links that are too thin to draw. */
interface Stub {
  kind: 'ended' | 'reached' | 'beyond' | 'folded';
  people: number;
}

/** Rendered in a separate line below the node's name. */
interface PlacedStub extends Stub {
  y: number;
}

export interface PlacedLink {
  link: PathLink;
  from: DrawnNode;
  to: DrawnNode;
  /** Middle line from node to node, and how wide it is. */
  path: string;
  width: number;
}

interface PathsLayout {
  width: number;
  height: number;
  columnWidth: number;
  headings: readonly string[];
  nodes: PlacedNode[];
  links: PlacedLink[];
}

/** All in pixels. */
export const NODE_WIDTH = 12;
/** Above the columns: the number of the step. */
export const HEAD = 28;
/** Line height of the words beside a node. */
export const LINE = 20;
const NODE_GAP = 16;
/** A name of two lines, and people. */
const WORDS = 3 * LINE;
/** The first column, which has everyone, is so high at most, and one person no more than this. */
const ALL_PEOPLE = 260;
const ONE_PERSON = 24;
/** Minimum height, so that one of 5,000 people is visible. */
const THINNEST = 2;

/**
 * Places nodes in their column from top to bottom in the given order.
 * @param widthPx of the picture; its columns share it
 */
export function layOutPaths(
  { headings, nodes, links }: ReturnType<typeof chooseColumns>,
  widthPx: number,
): PathsLayout {
  const columnWidth = widthPx / Math.max(1, headings.length);
  const perPerson = Math.min(ONE_PERSON, ALL_PEOPLE / Math.max(1, ...columnSums(nodes)));
  const wide = (people: number) => Math.max(THINNEST, people * perPerson);
  const next = new Map<number, number>();
  const placed = new Map<string, PlacedNode>();
  for (const node of nodes) {
    const y = next.get(node.place) ?? HEAD;
    const stubs = stubsOf(node);
    const height = wide(node.people);
    placed.set(node.id, {
      node,
      x: node.place * columnWidth,
      y,
      height,
      stubs: stubs.map((stub, at) => ({ ...stub, y: y + WORDS + at * LINE })),
    });
    next.set(node.place, y + Math.max(height, WORDS + stubs.length * LINE) + NODE_GAP);
  }
  return {
    width: widthPx,
    height: Math.max(HEAD, ...next.values()),
    columnWidth,
    headings,
    nodes: [...placed.values()],
    links: placeLinks(links, { placed, perPerson }),
  };
}

function columnSums(nodes: readonly DrawnNode[]): number[] {
  const sums = new Map<number, number>();
  for (const { place, people } of nodes) sums.set(place, (sums.get(place) ?? 0) + people);
  return [...sums.values()];
}

/** A goal needs no stub for people who reached it, because its name includes them. */
function stubsOf({ ended, reached, beyond, foldedOut, isGoal }: DrawnNode): Stub[] {
  const stubs: Stub[] = [
    { kind: 'ended', people: ended },
    { kind: 'reached', people: isGoal ? 0 : reached },
    { kind: 'beyond', people: beyond },
    { kind: 'folded', people: foldedOut },
  ];
  return stubs.filter(({ people }) => people > 0);
}

interface Places {
  placed: ReadonlyMap<string, PlacedNode>;
  perPerson: number;
}

/** Places links at each node from top to bottom, in the order of their targets and sources. */
function placeLinks(links: readonly PathLink[], { placed, perPerson }: Places): PlacedLink[] {
  const ends = links.flatMap((link) => {
    const [from, to] = [placed.get(link.from), placed.get(link.to)];
    return from && to ? [{ link, from, to }] : [];
  });
  const byTarget = ends.toSorted((a, b) => a.to.y - b.to.y);
  const bySource = ends.toSorted((a, b) => a.from.y - b.from.y);
  const starts = offsets(byTarget, ({ link }) => link.from, perPerson);
  const arrivals = offsets(bySource, ({ link }) => link.to, perPerson);
  return ends.map((end) => {
    const { link, from, to } = end;
    const width = link.people * perPerson;
    const y0 = from.y + (starts.get(end) ?? 0) + width / 2;
    const y1 = to.y + (arrivals.get(end) ?? 0) + width / 2;
    return {
      link,
      from: from.node,
      to: to.node,
      path: bend({ x: from.x + NODE_WIDTH, y: y0 }, { x: to.x, y: y1 }),
      width: Math.max(THINNEST, width),
    };
  });
}

/** Computes the distance of each link from the top of its node. */
function offsets<End extends { link: PathLink }>(
  ends: readonly End[],
  nodeOf: (end: End) => string,
  perPerson: number,
): Map<End, number> {
  const filled = new Map<string, number>();
  return new Map(
    ends.map((end) => {
      const offset = filled.get(nodeOf(end)) ?? 0;
      filled.set(nodeOf(end), offset + end.link.people * perPerson);
      return [end, offset];
    }),
  );
}

interface Point {
  x: number;
  y: number;
}

function bend(from: Point, to: Point): string {
  const middle = round((from.x + to.x) / 2);
  return `M${from.x} ${round(from.y)}C${middle} ${round(from.y)} ${middle} ${round(to.y)} ${to.x} ${round(to.y)}`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
