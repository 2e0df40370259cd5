// Placeholders of an address to which participants return, and the values that replace them.
import type { LinkParameters } from './sessions.ts';

/** A place in an address that a value replaces: `{{session}}`, or a parameter of the share link. */
export const placeholder = /\{\{([A-Za-z0-9_]{1,40})\}\}/g;

/** Name of the placeholder for the session's id. */
export const SESSION_PLACEHOLDER = 'session';

/** Names of the placeholders of an address, each once. */
export function placeholdersOf(template: string): string[] {
  return [...new Set(Array.from(template.matchAll(placeholder), ([, name = '']) => name))];
}

/**
 * Returns the address with encoded values. A value can change neither the host nor the structure of the address.
 * @param values a placeholder without one is replaced by nothing
 */
export function redirectAddress(template: string, values: LinkParameters): string {
  const encoded = (_: string, name: string) => {
    const value = values.find((one) => one.name === name)?.value ?? '';
    // A segment of dots alone leads up in a path, in every form of it.
    return /^\.+$/.test(value) ? '' : encodeURIComponent(value);
  };
  return new URL(template.replace(placeholder, encoded)).href;
}
