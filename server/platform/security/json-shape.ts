// The shape of JSON text from outside, checked in one pass before the parser sees it. A megabyte of brackets takes the
// parser up to 0.5 s and 75,000 keys 0.1 s; the check takes some milliseconds.

export interface JsonBounds {
  /** Levels of lists and objects. */
  depth: number;
  /** Commas and opening brackets: each value but the first of a list has one. */
  values: number;
}

/** @returns which bound the text exceeds, or null if it may be parsed */
export function findJsonExcess(text: string, bounds: JsonBounds): keyof JsonBounds | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COMMA) values += 1;
    else if (OPENERS.has(code)) {
      depth += 1;
      values += 1;
    } else if (CLOSERS.has(code)) depth -= 1;
    if (depth > bounds.depth) return 'depth';
    if (values > bounds.values) return 'values';
  }
  return null;
}

/** @returns undefined for text that exceeds its bounds or is no JSON */
export function parseBoundedJson(text: string, bounds: JsonBounds): unknown {
  if (findJsonExcess(text, bounds) !== null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // HTML, half an answer
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENERS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSERS: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Index at which the string that begins with a quote at `start` ends: its closing quote, or the end of the text. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
