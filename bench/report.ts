// Rows as a Markdown table, and their figures in docs/performance.md, which names the rows worth a reader's time.
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import type { Row } from './rows.ts';

export function tableOf(rows: readonly Row[]): string {
  const head = line(['what', 'ours', 'peer', 'unit', 'ratio', 'aim']);
  const lines = rows.map(({ name, ours, peer, ratio, unit, aim }) =>
    line([name, figure(ours), figure(peer), unit, figure(ratio), aim]),
  );
  return [head, '|---|--:|--:|---|--:|---|', ...lines].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Formats a figure with three digits, because a benchmark is not more precise. A count stays whole. */
function figure(value: number | null): string {
  if (value === null) return '–';
  return value >= 100 || value === 0 ? value.toFixed(0) : value.toPrecision(3);
}

/**
 * Puts a benchmark's figures and their day into the page's rows, which begin with the benchmark's name.
 * The page chooses the rows: what it does not name stays out of it.
 * @param machine as `describeMachine` writes it, the day first
 * @returns the page
 * @throws Error when the page has no row of this benchmark, or one that the benchmark does not report
 */
export function withFigures(
  page: string,
  { name, rows, machine }: { name: string; rows: readonly Row[]; machine: string },
): string {
  const reported = new Map(spelledOut(rows).map((row) => [keyOf(row.name), row]));
  let written = 0;
  const lines = page.split('\n').map((text) => {
    if (!text.startsWith(`| ${name} |`)) return text;
    const what = text.split(' | ')[1] ?? '';
    const row = reported.get(keyOf(what));
    if (!row) throw new Error(`the page has the row '${what}', which ${name} does not report`);
    written += 1;
    const { ours, peer, unit, ratio, aim } = row;
    const theirs = peer === null ? '–' : `${figure(peer)} ${unit}`;
    const cells = [name, row.name, `${figure(ours)} ${unit}`, theirs, figure(ratio), aim];
    return line([...cells, machine.slice(0, 'yyyy-mm-dd'.length)]);
  });
  if (written === 0) throw new Error(`the page has no row of ${name}`);
  return lines.join('\n');
}

/** 'the same, …' with the name of the row that it refers to. */
function spelledOut(rows: readonly Row[]): Row[] {
  let before = '';
  return rows.map((row) => {
    if (!row.name.startsWith('the same, ')) before = row.name;
    return { ...row, name: row.name.replace(/^the same, /, () => `${before}: `) };
  });
}

/** Returns the name without its parentheses, because their content differs from run to run ('(9 MB)'). */
function keyOf(name: string): string {
  return name.replace(/ \([^)]*\)/g, '');
}

export async function writeFigures(
  path: string,
  figures: Parameters<typeof withFigures>[1],
): Promise<void> {
  await writeFile(path, withFigures(await readFile(path, 'utf8'), figures));
}

/** One line: date, processor, memory, system, Node, and what else kept the machine busy. */
export function describeMachine(): string {
  const cores = availableParallelism();
  const gigabytes = Math.round(totalmem() / 1e9);
  const [lastMinute = 0] = loadavg();
  return [
    new Date().toISOString().slice(0, 16).replace('T', ' ').concat(' UTC'),
    `${cores} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`,
    `${gigabytes} GB`,
    `${type()} ${release()}`,
    `Node ${process.versions.node}`,
    `load before the run ${lastMinute.toFixed(1)}`,
  ].join(', ');
}
