// The picture of paths as a table, for keyboards and screen readers: each number opens its people.

import { memo, useId, useState } from 'react';
import type { PathResults } from '#contract/result-paths.ts';
import { peopleCount } from '#insight/numbers/words.ts';
import { type MomentsRequest, useOpenMoments } from '#web/entities/results/open-moments.ts';
import { Name } from '#web/ui/name.tsx';
import type { PathNode } from './path-columns.ts';
import { nodeName, nodeWords, peopleAt, peopleOn, peopleWhoEnded } from './path-words.ts';

export function PathsTable({ paths }: { paths: PathResults }) {
  // The table with its 200 rows is rendered only when it is open.
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-4" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit rounded-sm text-accent text-sm underline underline-offset-4 hover:text-accent-hover print:hidden">
        Show as table
      </summary>
      {isOpen && <Table paths={paths} />}
    </details>
  );
}

const Table = memo(({ paths }: { paths: PathResults }) => {
  const id = useId();
  const nodes = new Map(paths.nodes.map((node) => [node.id, node]));
  const linksFrom = Map.groupBy(paths.links, ({ from }) => from);
  return (
    <div className="relative mt-3 overflow-x-auto">
      <table aria-labelledby={id} className="w-full min-w-xl text-sm">
        <caption id={id} className="sr-only">
          Screens by step of the paths, with the people there and where they went
        </caption>
        <thead className="text-left text-muted">
          <tr className="border-line border-b *:px-2 *:py-2 *:font-medium">
            <th scope="col">Step</th>
            <th scope="col">Screen</th>
            <th scope="col">People</th>
            <th scope="col">Went on to</th>
            <th scope="col">Ended here</th>
          </tr>
        </thead>
        <tbody>
          {paths.nodes.map((node) => (
            <NodeRow
              key={node.id}
              node={node}
              links={linksFrom.get(node.id) ?? []}
              nodes={nodes}
              screens={paths.screens}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});

interface NodeRowProps extends Pick<PathResults, 'links' | 'screens'> {
  node: PathNode;
  nodes: ReadonlyMap<string, PathNode>;
}

function NodeRow({ node, nodes, screens, ...rest }: NodeRowProps) {
  const links = rest.links.flatMap((link) => {
    const to = nodes.get(link.to);
    return to ? [{ to, people: link.people }] : [];
  });
  const name = nodeName(node, screens);
  const further = [
    node.foldedOut > 0 && `${node.foldedOut} on thin links`,
    node.beyond > 0 && `${node.beyond} beyond the picture`,
    node.reached > 0 && `${node.reached} reached the goal`,
  ].filter(Boolean);
  return (
    <tr className="border-line border-b align-baseline *:px-2 *:py-2">
      <td className="tabular-nums">{node.column + 1}</td>
      <th scope="row" className="text-left font-semibold">
        <Words node={node} screens={screens} />
      </th>
      <td>
        <People moments={peopleAt(node)} label={`${peopleCount(node.people)} on ${name}`}>
          {node.people}
        </People>
      </td>
      <td>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {links.map(({ to, people }) => (
            <li key={to.id}>
              <Words node={to} screens={screens} />{' '}
              <People
                moments={peopleOn({ from: node, to })}
                label={`${peopleCount(people)} went from ${name} to ${nodeName(to, screens)}`}
              >
                {people}
              </People>
            </li>
          ))}
          {further.map((text) => (
            <li key={String(text)} className="text-muted">
              {text}
            </li>
          ))}
        </ul>
      </td>
      <td>
        <People
          moments={peopleWhoEnded(node)}
          label={`${peopleCount(node.ended)} ended on ${name}`}
        >
          {node.ended}
        </People>
      </td>
    </tr>
  );
}

function Words({ node, screens }: { node: PathNode; screens: PathResults['screens'] }) {
  const { name, rest } = nodeWords(node, screens);
  return (
    <>
      {name !== null && <Name>{name}</Name>}
      {name !== null && rest !== '' && ' '}
      {rest}
    </>
  );
}

interface PeopleProps {
  moments: MomentsRequest | null;
  label: string;
  children: number;
}

function People({ moments, label, children }: PeopleProps) {
  const openMoments = useOpenMoments();
  if (moments === null) return <span className="tabular-nums">{children}</span>;
  return (
    <button
      type="button"
      aria-label={label}
      className="-mx-1 h-6 min-w-6 rounded-sm px-1 font-semibold tabular-nums underline decoration-dotted decoration-line-strong underline-offset-4 hover:bg-hover hover:decoration-solid pointer-coarse:min-h-control pointer-coarse:min-w-control"
      onClick={() => openMoments(moments)}
    >
      {children}
    </button>
  );
}
