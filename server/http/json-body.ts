// JSON bodies: their shape is looked at before they are parsed. A megabyte of brackets takes the parser half a
// second and 75,000 keys a tenth; to look takes some milliseconds.
import { AppError } from '#contract/errors.ts';

/** Levels of lists and objects: the deepest body of a client of ours has 6. */
const DEPTH_MAX = 64;
/** Values in a body: 1000 messages with 40 each, and some. */
const VALUES_MAX = 50_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENERS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSERS: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** @throws AppError malformed_body for one that nests too deep, too_large for one of too many values */
export function checkJsonShape(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COMMA) values += 1;
    else if (OPENERS.has(code)) depth += 1;
    else if (CLOSERS.has(code)) depth -= 1;
    if (depth > DEPTH_MAX) throw new AppError('malformed_body');
    if (values > VALUES_MAX) throw new AppError('too_large');
  }
}

/** Where the text that begins with a quote at `start` ends: at its other quote, or with everything. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
