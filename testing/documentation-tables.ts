// Tables of the documentation that are written from the code, with their files and current texts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errors } from '#contract/errors.ts';
import { viewKind } from '#contract/view-links.ts';
import { securityEvents } from '#server/platform/log/security-events.ts';
import { renderPrices } from './prices/prices.ts';
import { type Cell, roleNames, roles } from './roles/role.ts';
import { roleRows } from './roles/rows.ts';

interface DocumentationTable {
  /** Path in `docs/`. The table is between `<!-- name -->` and `<!-- end of name -->`. */
  file: string;
  name: string;
  render(): string;
}

const tables: DocumentationTable[] = [
  { file: 'operate.md', name: 'security events', render: renderEvents },
  { file: 'security.md', name: 'roles', render: renderRoles },
  { file: 'security.md', name: 'calls of visitors', render: renderVisitorCalls },
  { file: 'security.md', name: 'prices', render: renderPrices },
];

/** A line of a table that the page does not have, or has and should not. */
export interface StaleLine {
  file: string;
  line: string;
  isMissing: boolean;
}

/** Returns the lines in which the tables of docs/ differ from the code. */
export function readStaleLines(): StaleLine[] {
  return tables.flatMap((table) => {
    const { text, from, to } = readTable(table);
    const present = text.slice(from, to).split('\n');
    const rendered = table.render().split('\n');
    const { file } = table;
    return [
      ...rendered
        .filter((line) => !present.includes(line))
        .map((line) => ({ file, line, isMissing: true })),
      ...present
        .filter((line) => !rendered.includes(line))
        .map((line) => ({ file, line, isMissing: false })),
    ];
  });
}

/** Writes every table. @returns the files that were out of date */
function writeTables(): Set<string> {
  const changed = tables.filter((table) => {
    const { path, text, from, to } = readTable(table);
    const current = `${text.slice(0, from)}${table.render()}${text.slice(to)}`;
    if (current !== text) writeFileSync(path, current);
    return current !== text;
  });
  return new Set(changed.map(({ file }) => file));
}

/** A page of docs/ with the place of a table in its text. */
function readTable({ file, name }: DocumentationTable) {
  const path = join(import.meta.dirname, '../docs', file);
  const text = readFileSync(path, 'utf8');
  const begin = `<!-- ${name} -->\n`;
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(`<!-- end of ${name} -->`);
  if (to < from) throw new Error(`docs/${file} has no place for '${name}'`);
  return { path, text, from, to };
}

function renderRoles(): string {
  const head = ['call', ...Object.values(roles)];
  const rows = roleRows.map(({ call, what, cells }) => {
    const first = `\`${call}\`${what ? `, ${what}` : ''}`;
    return [first, ...roleNames.map((role) => cellText(cells[role]))];
  });
  const lines = [head, head.map(() => '---'), ...rows].map((line) => `| ${line.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

/** Short texts of cells: rejections that depend on the caller have a status and a word, others have their code. */
const shortCells: Partial<Record<Cell, string>> = {
  ok: 'yes',
  not_signed_in: '401',
  session_token_invalid: '401 token',
  cross_site_token: '403 token',
  owner_only: '403 role',
  member_only: '403 role',
  key_refused: '403 key',
  key_reads_only: '403 read',
  sign_in_again: '403 recent',
  not_found: '404',
};

function cellText(cell: Cell): string {
  const short = shortCells[cell];
  if (short !== undefined) return short;
  return cell === 'ok' || typeof cell === 'number'
    ? String(cell)
    : `${errors[cell][0]} \`${cell}\``;
}

function renderVisitorCalls(): string {
  const rows = Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>)
      .filter(([, { viewedBy }]) => viewedBy)
      .map(([name, { viewedBy }]) => [
        `\`${group}.${name}\``,
        ...viewKind.options.map((kind) => (viewedBy?.includes(kind) ? 'yes' : '')),
      ]),
  );
  const head = ['call', ...viewKind.options];
  return `${[head, head.map(() => '---'), ...rows].map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

function renderEvents(): string {
  const rows = Object.entries(securityEvents).map(([name, row]) => {
    const ids = row.carries.map((id) => `\`${id}\``).join(', ');
    return `| \`${name}\` | ${ids || '–'} | ${row.meaning} |`;
  });
  return `${['| event | carries at least | what has happened |', '|---|---|---|', ...rows].join('\n')}\n`;
}

if (process.argv[1] === import.meta.filename) {
  for (const file of writeTables()) process.stdout.write(`docs/${file} written\n`);
}
