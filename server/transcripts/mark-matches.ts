// A text in pieces, those that were searched for marked.
import type { SpokenMoment } from '#contract/transcripts.ts';

type MarkedPieces = SpokenMoment['said'];

/**
 * @param search `matching`: words of the text that match; null: the text contains `words`, case and accents aside
 */
export function markMatches(
  text: string,
  { words, matching }: { words: string; matching: ReadonlySet<string> | null },
): MarkedPieces {
  return matching === null ? markParts(text, words) : markWords(text, matching);
}

function markWords(text: string, matching: ReadonlySet<string>): MarkedPieces {
  const pieces: MarkedPieces = [];
  for (const part of text.split(/(\s+)/)) {
    const isMatch = matching.has(part);
    const last = pieces.at(-1);
    if (last?.isMatch === isMatch) last.text += part;
    else if (part !== '') pieces.push({ text: part, isMatch });
  }
  return pieces;
}

function markParts(text: string, words: string): MarkedPieces {
  const { folded, places } = foldedText(text);
  const searchText = foldedText(words).folded;
  const pieces: MarkedPieces = [];
  let from = 0;
  for (
    let at = folded.indexOf(searchText);
    at !== -1;
    at = folded.indexOf(searchText, at + searchText.length)
  ) {
    const start = places[at] ?? 0;
    const end = places[at + searchText.length] ?? text.length;
    if (start > from) pieces.push({ text: text.slice(from, start), isMatch: false });
    pieces.push({ text: text.slice(start, end), isMatch: true });
    from = end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isMatch: false });
  return pieces;
}

/** Folds a text as the database's function folded() does, and returns the place in the text that each folded character comes from. */
function foldedText(text: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = character
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replaceAll('ß', 'ss');
    for (let n = 0; n < plain.length; n += 1) places.push(at);
    folded += plain;
    at += character.length;
  }
  return { folded, places };
}
