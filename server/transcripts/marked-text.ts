// A text in pieces, those that were searched for marked.
import type { SpokenMoment } from '#contract/transcripts.ts';

type Said = SpokenMoment['said'];

/** @param asked `matching`: words of the text that fit; null: the text contains `words`, case and accents aside */
export function markedText(
  text: string,
  { words, matching }: { words: string; matching: ReadonlySet<string> | null },
): Said {
  return matching === null ? markedParts(text, words) : markedWords(text, matching);
}

function markedWords(text: string, matching: ReadonlySet<string>): Said {
  const said: Said = [];
  for (const part of text.split(/(\s+)/)) {
    const isMatch = matching.has(part);
    const last = said.at(-1);
    if (last?.isMatch === isMatch) last.text += part;
    else if (part !== '') said.push({ text: part, isMatch });
  }
  return said;
}

function markedParts(text: string, words: string): Said {
  const { folded, places } = foldedText(text);
  const wanted = foldedText(words).folded;
  const said: Said = [];
  let from = 0;
  for (
    let at = folded.indexOf(wanted);
    at !== -1;
    at = folded.indexOf(wanted, at + wanted.length)
  ) {
    const start = places[at] ?? 0;
    const end = places[at + wanted.length] ?? text.length;
    if (start > from) said.push({ text: text.slice(from, start), isMatch: false });
    said.push({ text: text.slice(start, end), isMatch: true });
    from = end;
  }
  if (from < text.length) said.push({ text: text.slice(from), isMatch: false });
  return said;
}

/** As migration 0018 folds texts, with the place in the text that each folded character comes from. */
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
