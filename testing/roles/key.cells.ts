// What API keys get of each row: the contract says which calls are open to them, the member's cell what comes of it.
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

function keyCells({ call, cells: { member } }: RoleRow): Record<KeyRole, Cell> {
  const endpoint = endpoints.get(call);
  // What is no call reads no credentials.
  if (!endpoint) return { keyRead: member, keyWrite: member };
  const scope = keyScopeOf(endpoint);
  if (scope === null) return { keyRead: 'key_refused', keyWrite: 'key_refused' };
  return { keyRead: scope === 'read' ? member : 'key_reads_only', keyWrite: member };
}
