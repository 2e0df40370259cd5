// Tables of the documentation that are written from the code: where each stands, and its text now.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { securityEvents } from '#server/security-events.ts';

interface WrittenTable {
  /** Within `docs/`, between `<!-- name -->` and `<!-- end of name -->`. */
  file: string;
  name: string;
  render(): string;
}

const tables: WrittenTable[] = [
  { file: 'operate.md', name: 'security events', render: renderEvents },
];

/** Writes every table; @returns the files that were out of date. */
export function writeTables({ check = false } = {}): string[] {
  return tables.flatMap(({ file, name, render }) => {
    const path = join(import.meta.dirname, '../docs', file);
    const before = readFileSync(path, 'utf8');
    const [begin, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
    const from = before.indexOf(begin) + begin.length;
    const to = before.indexOf(end);
    if (to < from) throw new Error(`docs/${file} has no place for '${name}'`);
    const after = `${before.slice(0, from)}${render()}${before.slice(to)}`;
    if (after === before) return [];
    if (!check) writeFileSync(path, after);
    return [file];
  });
}

function renderEvents(): string {
  const rows = Object.entries(securityEvents).map(([name, row]) => {
    const ids = row.carries.map((id) => `\`${id}\``).join(', ');
    return `| \`${name}\` | ${ids || '–'} | ${row.meaning} |`;
  });
  return `${['| event | carries at least | what has happened |', '|---|---|---|', ...rows].join('\n')}\n`;
}
