// Reads a pasted list of names or ids, one a line, and says what becomes of its lines.
import { PERSONAL_LINKS_AT_ONCE } from '#contract/limits.ts';
import { personName } from '#contract/personal-links.ts';

interface PastedNames {
  names: string[];
  /** Sentences about lines of which no link is made. */
  notes: string[];
  /** Why no link can be made of the list as it is, or undefined. */
  problem: string | undefined;
}

export function readPastedNames(text: string): PastedNames {
  const lines = text.trim().split(/\r\n|\r|\n/);
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '');
  const names = [...new Set(filled)];
  const emptyCount = text.trim() === '' ? 0 : lines.length - filled.length;
  const twice = new Set(filled.filter((name, at) => filled.indexOf(name) !== at));
  const notes = [
    ...(emptyCount === 1 ? ['An empty line is left out.'] : []),
    ...(emptyCount > 1 ? [`${emptyCount} empty lines are left out.`] : []),
    ...(twice.size > 0 ? [`More than once in the list, with one link each: ${named(twice)}.`] : []),
  ];
  return { names, notes, problem: problemOf(names, lines) };
}

function problemOf(names: readonly string[], lines: readonly string[]): string | undefined {
  if (names.length > PERSONAL_LINKS_AT_ONCE) {
    return `At most ${PERSONAL_LINKS_AT_ONCE} links can be created at once; these are ${names.length}.`;
  }
  for (const name of names) {
    const parsed = personName.safeParse(name);
    if (parsed.success) continue;
    const line = lines.findIndex((text) => text.trim() === name) + 1;
    return `Line ${line}: ${parsed.error.issues[0]?.message ?? 'This name cannot be used'}`;
  }
  return undefined;
}

/** More names would cover the page. */
const NAMED_MAX = 10;

/** Returns the first names in one line, and how many more there are. */
export function named(names: Iterable<string>): string {
  const all = [...names];
  const more = all.length - NAMED_MAX;
  return `${all.slice(0, NAMED_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
