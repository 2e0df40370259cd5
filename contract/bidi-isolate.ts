// A name that a person typed, inside a sentence of ours: its writing direction stays its own.

/**
 * Characters that would end an isolate from within it: its closing mark, and ends of lines and paragraphs (UAX #9,
 * X5a–X6a, P1).
 */
const breakers = /[\u2028\u2029\u2066-\u2069]/g;
/** Right-to-left letters, and marks and controls of direction; without one of them nothing is reordered. */
const directed =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Returns the name for an element that isolates it, such as `<bdi>`, without characters that would end the isolate. */
export function removeBreakers(name: string): string {
  return name.replace(breakers, '');
}

/**
 * For plain text (a tab's title, a mail's subject): the name between FSI and PDI (UAX #9, 2.4), so that
 * neither its letters nor a right-to-left override in it reorder the words around it.
 * @returns the name itself when nothing in it has a direction of its own.
 */
export function isolateName(name: string): string {
  const plain = removeBreakers(name);
  return directed.test(plain) ? `\u2068${plain}\u2069` : plain;
}
