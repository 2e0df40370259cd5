// API keys of a workspace: requests, and entries of lists. The key itself is returned only once.
import { z } from 'zod/mini';
import { apiKeyId } from './ids.ts';
import { API_KEY_DAYS_MAX, NAME_MAX_CHARACTERS } from './limits.ts';
import { requiredText } from './text.ts';

export const keyScope = z.enum(['read', 'write']);

export const apiKeyInput = z.object({
  name: requiredText('Name', NAME_MAX_CHARACTERS),
  /** read: GET and HEAD alone. */
  scope: keyScope,
  /** Days until it ends, or null if it does not. */
  days: z.nullable(z.number().check(z.int(), z.gte(1), z.lte(API_KEY_DAYS_MAX))),
});

export const apiKey = z.object({
  /** Names it in lists and logs; opens nothing. */
  _id: apiKeyId,
  name: z.string(),
  scope: keyScope,
  createdAt: z.iso.datetime(),
  /** First and last name. */
  createdBy: z.string(),
  /** To the minute, or null if it was never used. */
  lastUsedAt: z.nullable(z.iso.datetime()),
  expiresAt: z.nullable(z.iso.datetime()),
});
export type ApiKey = z.infer<typeof apiKey>;
