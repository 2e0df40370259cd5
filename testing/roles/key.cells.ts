// Expected answers to API keys and visitors of links in each row: the contract lists the calls that are open to them,
// and the cells of other roles define the result.
import { api } from '#contract/api.ts';
import { type Endpoint, keyScopeOf } from '#contract/endpoint.ts';
import type { Cell, KeyRole, Role, RoleRow } from './role.ts';

const endpoints = new Map<string, Endpoint>(
  Object.entries(api).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, row]) => [`${group}.${name}`, row as Endpoint]),
  ),
);

export function withKeys(row: RoleRow): RoleRow & { cells: Record<Role, Cell> } {
  return { ...row, cells: { ...keyCells(row), ...row.cells } };
}

function keyCells({ call, cells: { member, anyone } }: RoleRow): Record<KeyRole, Cell> {
  const endpoint = endpoints.get(call);
  const visitor = endpoint ? visitorCell(endpoint) : anyone;
  // A row without a call reads no credentials.
  if (!endpoint) return { visitor, keyRead: member, keyWrite: member };
  const scope = keyScopeOf(endpoint);
  if (scope === null) return { visitor, keyRead: 'key_refused', keyWrite: 'key_refused' };
  return { visitor, keyRead: scope === 'read' ? member : 'key_reads_only', keyWrite: member };
}

/** Below /api/view there is what names a kind of link, and nothing else. */
function visitorCell({ viewedBy = [] }: Endpoint): Cell {
  return viewedBy.includes('results') ? 'ok' : 'not_found';
}
