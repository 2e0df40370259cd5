// Building blocks of every text field: bounds in characters, no control characters, trimmed.
import { z } from 'zod/mini';

/** Length in characters as people count them (code points), not UTF-16 units. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** C0 and C1 controls but tab and line breaks; PostgreSQL cannot store U+0000 and names need none. */
const controls = /(?![\t\n\r])\p{Cc}/u;
/** Half of a surrogate pair: not text, and refused by PostgreSQL and `encodeURIComponent`. */
const loneSurrogate = /\p{Cs}/u;

const everyUnusable = /(?![\t\n\r])\p{Cc}|\p{Cs}/gu;

/** Neither space nor a mark without a shape of its own, such as a zero-width space. */
const visible = /[^\s\p{Z}\p{Cf}]/u;

/**
 * A required text: trimmed, with something to see in it, at most `max` characters.
 * @param label how the field is called in the sentence ('Name' → 'Name is required').
 */
export function requiredText(label: string, max: number) {
  return z.string(`${label} is required`).check(
    z.trim(),
    z.minLength(1, `${label} is required`),
    z.refine((text) => visible.test(text), `${label} is required`),
    ...storable(label, max),
  );
}

/**
 * A text that may be empty: trimmed, at most `max` characters.
 * @param label name of the field in the sentence, as in `requiredText`.
 */
export function optionalText(label: string, max: number) {
  return z.string().check(z.trim(), ...storable(label, max));
}

function storable(label: string, max: number) {
  return [
    z.refine<string>((text) => characters(text) <= max, tooLong(label, max)),
    z.refine<string>(isPlainText, `${label} contains characters that cannot be used`),
  ];
}

/** The longest sentence about such a text that people meet. */
export function tooLong(label: string, max: number): string {
  return `${label} can have at most ${max} characters`;
}

/** Returns a text without the characters that cannot be stored. */
export function plainText(text: string): string {
  return text.replace(everyUnusable, '');
}

/** Returns whether a text can be stored and put into an address. */
export function isPlainText(text: string): boolean {
  return !controls.test(text) && !loneSurrogate.test(text);
}
