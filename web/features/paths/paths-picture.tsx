// The paths drawn: columns by step, width by people, the goal outlined, exits as stubs. For the eye and the pointer;
// keyboards and screen readers have the same in paths-table.tsx.

import { type MouseEvent, memo, type ReactNode, useMemo } from 'react';
import type { PathResults } from '#contract/result-paths.ts';
import { peopleCount } from '#insight/numbers/words.ts';
import { type MomentsRequest, useOpenMoments } from '#web/entities/results/open-moments.ts';
import { useWidth } from '#web/lib/use-width.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Name } from '#web/ui/name.tsx';
import { chooseColumns, stepsIn } from './path-columns.ts';
import { LINE, layOutPaths, NODE_WIDTH, type PlacedLink, type PlacedNode } from './path-layout.ts';
import { drawnWords, nameOf, peopleAtDrawn, peopleOn, peopleWhoEnded } from './path-words.ts';

type Screens = PathResults['screens'];

/** Between a node and its words; a stub bends in it. */
const GAP = 8;

/** Painted again only with other paths: there may be 200 bars and their links. */
export const PathsPicture = memo(({ paths }: { paths: PathResults }) => {
  const [ref, width] = useWidth();
  const layout = useMemo(
    () => layOutPaths(chooseColumns(paths, stepsIn(width)), width),
    [paths, width],
  );
  const openMoments = useOpenMoments();
  const { screens } = paths;
  /** One listener handles all elements; the pressed element's data attributes identify it. */
  const press = ({ target }: MouseEvent) => {
    const pressed = target instanceof Element ? target.closest<SVGElement>('[data-part]') : null;
    const moments = peopleBehind(pressed?.dataset ?? {}, layout);
    if (moments !== null) openMoments(moments);
  };
  return (
    <section ref={ref} aria-label="Picture of the paths">
      <svg
        aria-hidden
        width={layout.width}
        height={layout.height}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        className="block print:h-auto print:max-w-full"
        onClick={press}
      >
        {layout.headings.map((heading, column) => (
          <text
            key={heading}
            x={column * layout.columnWidth}
            y={LINE - 6}
            className="fill-muted text-xs"
          >
            {heading}
          </text>
        ))}
        {layout.links.map((link, at) => (
          <Link key={`${link.link.from} ${link.link.to}`} link={link} at={at} screens={screens} />
        ))}
        {layout.nodes.map((placed, at) => (
          <Node
            key={placed.node.id}
            placed={placed}
            at={at}
            width={layout.columnWidth}
            screens={screens}
          />
        ))}
      </svg>
    </section>
  );
});

/** @param data of the pressed part: its kind, and its place in the layout. */
function peopleBehind(
  { part, at }: { part?: string; at?: string },
  layout: ReturnType<typeof layOutPaths>,
): MomentsRequest | null {
  if (part === 'link') {
    const placed = layout.links[Number(at)];
    return placed ? peopleOn(placed) : null;
  }
  const node = layout.nodes[Number(at)]?.node;
  if (node === undefined) return null;
  return part === 'ended' ? peopleWhoEnded(node) : peopleAtDrawn(node);
}

function Link({ link, at, screens }: { link: PlacedLink; at: number; screens: Screens }) {
  const { from, to, path, width } = link;
  const isPressable = from.screen !== null && to.screen !== null;
  const ends = [from, to].map(({ screen }) =>
    screen === null ? 'other screens' : nameOf(screen, screens),
  );
  return (
    <path
      data-part="link"
      data-at={at}
      d={path}
      strokeWidth={width}
      className={classNames(
        'fill-none stroke-accent opacity-20 transition-opacity forced-colors:stroke-[CanvasText]',
        isPressable && 'cursor-pointer hover:opacity-45',
      )}
    >
      <title>{`${ends.join(' → ')}: ${peopleCount(link.link.people)}`}</title>
    </path>
  );
}

interface NodeProps {
  placed: PlacedNode;
  at: number;
  /** Width of a column. */
  width: number;
  screens: Screens;
}

function Node({ placed, at, width, screens }: NodeProps) {
  const { node, x, y, height, stubs } = placed;
  const { isGoal } = node;
  const { name, rest } = drawnWords(node, screens);
  const isOne = node.screen !== null;
  return (
    <g>
      <g data-part="node" data-at={at} className={classNames(isOne && 'group cursor-pointer')}>
        <rect
          x={x}
          y={y}
          height={height}
          width={NODE_WIDTH}
          rx={Math.min(3, height / 2)}
          className={classNames('forced-colors:fill-[CanvasText]', fillOf(placed))}
        />
        {isGoal && (
          <rect
            x={x - 3}
            y={y - 3}
            width={NODE_WIDTH + 6}
            height={height + 6}
            rx={6}
            className="fill-none stroke-2 stroke-success forced-colors:stroke-[Highlight]"
          />
        )}
        <Words x={x} y={y} width={width} lines={3}>
          <span className="line-clamp-2 break-words font-semibold text-text group-hover:underline">
            {isGoal && '✓ '}
            {name !== null && <Name>{name}</Name>} {rest}
          </span>
          <span className="block text-muted tabular-nums">{peopleCount(node.people)}</span>
        </Words>
      </g>
      {stubs.map(({ kind, people, y: stubY }) => (
        <g
          key={kind}
          data-part={kind === 'ended' ? 'ended' : undefined}
          data-at={at}
          className={classNames(kind === 'ended' && isOne && 'group cursor-pointer')}
        >
          {kind === 'ended' && <Stub x={x + NODE_WIDTH} y={stubY} />}
          <Words x={kind === 'ended' ? x + 10 : x} y={stubY} width={width} lines={1}>
            <span
              className={classNames(
                'block tabular-nums group-hover:underline',
                kind === 'ended' ? 'text-danger' : 'text-muted',
              )}
            >
              {people} {stubWords[kind]}
            </span>
          </Words>
        </g>
      ))}
    </g>
  );
}

const stubWords = {
  ended: 'ended',
  reached: 'counted as reached',
  beyond: 'went on',
  folded: 'on thin links',
};

function fillOf({ node }: PlacedNode): string {
  if (node.isGoal) return 'fill-success';
  return node.screen === null ? 'fill-line-strong' : 'fill-accent';
}

/** A way that ends. */
function Stub({ x, y }: { x: number; y: number }) {
  const middle = y + LINE / 2;
  return (
    <path
      d={`M${x + 1} ${middle - 6}q8 0 9 9`}
      strokeWidth={3}
      strokeLinecap="round"
      className="fill-none stroke-danger forced-colors:stroke-[CanvasText]"
    />
  );
}

interface WordsProps {
  x: number;
  y: number;
  /** Width of the column. */
  width: number;
  lines: number;
  children: ReactNode;
}

/** HTML in the drawing, because names need their text direction and an ellipsis before the next column. */
function Words({ x, y, width, lines, children }: WordsProps) {
  return (
    <foreignObject
      x={x + NODE_WIDTH + GAP}
      y={y}
      width={Math.max(0, width - NODE_WIDTH - 2 * GAP)}
      height={lines * LINE}
    >
      <div className="text-sm leading-5">{children}</div>
    </foreignObject>
  );
}
