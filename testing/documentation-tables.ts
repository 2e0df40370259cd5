// Tables of the documentation that are written from the code, with their files and current texts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errors } from '#contract/errors.ts';
import { viewKind } from '#contract/view-links.ts';
import { securityEvents } from '#server/platform/log/security-events.ts';
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
