// Finds the segment and word of a moment, and the segments that match a search.
import type { DisplayedSegment } from '#contract/transcripts.ts';

/** Returns the index of the last one that has begun, or -1. */
export function lastStartedIndex(parts: readonly { startMs: number }[], atMs: number): number {
  return parts.findLastIndex(({ startMs }) => startMs <= atMs);
}

/** Removes case and accents of letters; ß becomes ss. The server compares in the same way. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

/** Returns indexes of segments that contain the text, or all of them for an empty text. */
export function segmentsWith(segments: readonly DisplayedSegment[], text: string): number[] {
  const searchText = foldText(text.trim());
  return segments.flatMap((segment, at) =>
    foldText(segment.text).includes(searchText) ? [at] : [],
  );
}

/** Words of a segment; one that has none without times is a word of its own. */
export function wordsOf({ words, text, startMs, endMs }: DisplayedSegment) {
  return words.length > 0 ? words : [{ text, startMs, endMs }];
}

/** Returns whether a word contains a part of the search: 'order' and 'plants' match 'order plan'. */
export function matchesSearch(word: string, search: string): boolean {
  const parts = foldText(search).split(/\s+/u).filter(Boolean);
  return parts.some((part) => foldText(word).includes(part));
}

/** Quote of selected words. */
export interface Quote {
  fromMs: number;
  toMs: number;
  text: string;
}

/**
 * Returns the quote between two words, in either order of selection.
 * @param words in order
 */
export function quoteOf(
  words: readonly { startMs: number; endMs: number; text: string }[],
): Quote | null {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return null;
  return {
    fromMs: first.startMs,
    toMs: last.endMs,
    text: words.map(({ text }) => text.trim()).join(' '),
  };
}
