// A whole path as one short text: what groups people by their way, and what the filter `route` names.
import { foldLoops, type PathStep } from './paths-fold.ts';

/** What the filter takes (contract/result-filter.ts); a path of 500 screens is shorter. */
const ROUTE_MAX_CHARACTERS = 2000;
/** Of a longer one; its end is told apart by length and hash. */
const BEGINNING_CHARACTERS = 1900;

/**
 * `1.2-3*4.5`: screen 1, then 2 and 3 four times in a row, then 5. A longer one than the filter takes ends in
 * `._{screens}_{hash}`.
 * @param screens numbers in the order of their presentation
 */
export function routeOf(screens: readonly number[]): string {
  const text = textOf(foldLoops(screens));
  if (text.length <= ROUTE_MAX_CHARACTERS) return text;
  const beginning = text.slice(0, text.lastIndexOf('.', BEGINNING_CHARACTERS));
  return `${beginning}._${screens.length}_${hashOf(text)}`;
}

function textOf(steps: readonly PathStep[]): string {
  const parts: string[] = [];
  for (const { screen, loop } of steps) {
    parts.push(String(screen));
    if (!loop) continue;
    const looped = parts.splice(parts.length - loop.length, loop.length);
    parts.push(`${looped.join('-')}*${loop.times}`);
  }
  return parts.join('.');
}

/** FNV-1a, 32 bits (Fowler, Noll and Vo 1991). */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16);
}
