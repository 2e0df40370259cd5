// Rows as a Markdown table, and its place in the page of figures.
import { readFile, writeFile } from 'node:fs/promises';
import type { Row } from './rows.ts';

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ name, ours, peer, ratio, unit, aim }) =>
    line([name, figure(ours), figure(peer), unit, figure(ratio), aim]),
  );
  const head = line(['what', 'ours', 'peer', 'unit', 'ratio', 'aim']);
  return [head, '|---|--:|--:|---|--:|---|', ...lines].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Three digits are more than a benchmark knows; a count stays whole. */
function figure(value: number | null): string {
  if (value === null) return '–';
  return value >= 100 || value === 0 ? value.toFixed(0) : value.toPrecision(3);
}

/**
 * Replaces what stands between the markers of a benchmark.
 * @throws Error when the page has no such markers.
 */
export async function writeTable(page: string, name: string, text: string): Promise<void> {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const whole = await readFile(page, 'utf8');
  const [from, to] = [whole.indexOf(start), whole.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no place for ${name}`);
  const before = whole.slice(0, from + start.length);
  await writeFile(page, `${before}\n${text}\n${whole.slice(to)}`);
}
