// The secret part of a personal link, in the address of a participant's page.
import { z } from 'zod/mini';

/** Name of the query parameter with the token. A parameter that a test keeps has no hyphen in its name. */
export const PERSONAL_LINK_PARAMETER = 'personal-link';

/** Returns the token of a personal link in a page's query, or null for the link that everyone has. */
export function personalTokenIn(query: string): string | null {
  return new URLSearchParams(query).get(PERSONAL_LINK_PARAMETER);
}

/** 128 random bits in base64url; any other text belongs to no link. */
export const personalToken = z.string().check(z.maxLength(200));
