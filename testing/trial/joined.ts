// Findings of the trial about places that the same people pressed, joined by docs/metrics.md.
import type { Screen } from './design.ts';
import { total } from './numbers.ts';
import type { Person } from './people.ts';

export interface Finding {
  kind: string;
  screen: Screen;
  /** Places that the same people pressed, in the order of their names. */
  layers?: string[];
  /** Those who pressed the first place. */
  who?: Person[];
  people: number;
  of: number;
  more: readonly (number | null)[];
  p: number;
  isBeyond: boolean;
}

/** Places of one screen whose people are the same but for a fifth, the place with all of them first. */
export function joined(places: readonly Finding[]): Finding[] {
  const whole = ({ who = [] }: Finding) => who;
  const rest = places.toSorted(
    (a, b) => b.people - a.people || Number(b.isBeyond) - Number(a.isBeyond) || a.p - b.p,
  );
  const lines: Finding[] = [];
  for (let first = rest.shift(); first; first = rest.shift()) {
    const all = whole(first);
    const isSame = (other: Finding) =>
      whole(other).length >= 0.8 * all.length && whole(other).every((one) => all.includes(one));
    const others = rest.filter(isSame);
    for (const other of others) rest.splice(rest.indexOf(other), 1);
    const line = [first, ...others];
    const [, ...failures] = first.more;
    lines.push({
      ...first,
      layers: line.flatMap(({ layers = [] }) => layers).sort(),
      more: [total(line.map(({ more: [clicks] }) => clicks ?? 0)), ...failures],
      p: Math.min(...line.map(({ p }) => p)),
      isBeyond: line.some(({ isBeyond }) => isBeyond),
    });
  }
  return lines;
}
