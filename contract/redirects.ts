// Addresses to which participants return: of a panel that invited them, with what it wants to know.
import { z } from 'zod/mini';
import { LINK_MAX_CHARACTERS } from './limits.ts';
import { isPlainText } from './text.ts';

/** A place in an address that a value replaces: `{{session}}`, or a parameter of the share link. */
const placeholder = /\{\{([A-Za-z0-9_]{1,40})\}\}/g;

/** Name of the placeholder for the session's id. */
export const SESSION_PLACEHOLDER = 'session';

/** Names of the placeholders of an address, each once. */
export function placeholdersOf(template: string): string[] {
  return [...new Set(Array.from(template.matchAll(placeholder), ([, name = '']) => name))];
}

/** Last label of a host on the public internet; an address in numbers has none. */
const publicEnd = /\.(?!(?:local|localhost|internal|lan|home|corp|arpa)$)[a-z][a-z0-9-]*$/;

function isPublicAddress(template: string): boolean {
  if (!isPlainText(template) || /\s/.test(template)) return false;
  const [one, other] = ['1', '2'].map((text) => template.replace(placeholder, text));
  if (one === undefined || other === undefined) return false;
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const url = new URL(one);
  return (
    url.protocol === 'https:' &&
    url.origin === new URL(other).origin &&
    url.username === '' &&
    url.password === '' &&
    publicEnd.test(url.hostname.toLowerCase())
  );
}

const INVALID =
  'Please enter an address that begins with https://, such as https://panel.example/done?id={{PID}}.';

/** An address with placeholders; https only, and not of a private network. */
export const redirect = z
  .string(INVALID)
  .check(
    z.trim(),
    z.maxLength(LINK_MAX_CHARACTERS, 'This address is too long.'),
    z.refine(isPublicAddress, INVALID),
  );
