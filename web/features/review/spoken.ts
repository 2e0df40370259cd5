// What was said, by time and by text: the segment and the word of a moment, and the segments that a search finds.
import type { ShownSegment } from '#contract/transcripts.ts';

/** Place of the last one that has begun; -1: none has. */
export function begunAt(parts: readonly { startMs: number }[], atMs: number): number {
  return parts.findLastIndex(({ startMs }) => startMs <= atMs);
}

/** Without case and without accents on letters; ß is ss. As the server compares. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

/** Places of the segments that contain the text; all of them without one. */
export function segmentsWith(segments: readonly ShownSegment[], text: string): number[] {
  const wanted = folded(text.trim());
  return segments.flatMap((segment, at) => (folded(segment.text).includes(wanted) ? [at] : []));
}

/** Words of a segment; one that has none without times is a word of its own. */
export function wordsOf({ words, text, startMs, endMs }: ShownSegment) {
  return words.length > 0 ? words : [{ text, startMs, endMs }];
}

/** Whether a word has a part of what is searched for: 'order' and 'plants' of 'order plan'. */
export function isFound(word: string, search: string): boolean {
  const parts = folded(search).split(/\s+/u).filter(Boolean);
  return parts.some((part) => folded(word).includes(part));
}

/** What a selection of words takes. */
export interface Quote {
  fromMs: number;
  toMs: number;
  text: string;
}

/** Between two words, whichever was selected first. @param words in order */
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
