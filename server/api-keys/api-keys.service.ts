// API keys of a workspace: made and shown once, listed without the key, revoked.
import type { z } from 'zod';
import type { ApiKey, apiKeyInput } from '#contract/api-keys.ts';
import { AppError } from '#contract/errors.ts';
import type { ApiKeyId } from '#contract/ids.ts';
import type { Parts } from '#server/parts.ts';
import type { SignIn } from '#server/platform/access/authorized.ts';
import { newApiKey } from '#server/platform/security/api-key-text.ts';
import { addKey, deleteKey, listKeys } from './api-keys.db.ts';

const DAY_MS = 24 * 3_600_000;

export async function keysOf(
  { db }: Pick<Parts, 'db'>,
  { workspaceId }: SignIn,
): Promise<ApiKey[]> {
  const rows = await listKeys(db, workspaceId);
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    scope: row.scope,
    createdAt: row.created_at.toISOString(),
    createdBy: [row.first_name, row.last_name].join(' ').trim() || row.email,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  }));
}

/** @throws AppError list_full */
export async function createKey(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  who: SignIn,
  { name, scope, days }: z.output<typeof apiKeyInput>,
): Promise<{ key: string; apiKey: ApiKey }> {
  const key = newApiKey();
  const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MS);
  const id = await addKey(parts.db, who, { text: key, name, scope, expiresAt });
  if (id === null) throw new AppError('list_full');
  parts.securityLog.write({ event: 'api-key.made', apiKeyId: id });
  const apiKey = (await keysOf(parts, who)).find(({ _id }) => _id === id);
  if (!apiKey) throw new AppError('not_found');
  return { key, apiKey };
}

/** @throws AppError not_found */
export async function revokeKey(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  who: SignIn,
  id: ApiKeyId,
): Promise<void> {
  if (!(await deleteKey(parts.db, who.workspaceId, id))) throw new AppError('not_found');
  parts.securityLog.write({ event: 'api-key.revoked', apiKeyId: id });
}
