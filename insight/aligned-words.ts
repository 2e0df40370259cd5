// Times of the words of a corrected text: unchanged words have their old times, the others share
// the time in between.

export interface TimedWord {
  startMs: number;
  endMs: number;
  text: string;
}

/**
 * @param original words of a segment, in the order of time
 * @param text the corrected text
 * @returns its words, in parts between white space
 */
export function alignedWords(
  original: readonly TimedWord[],
  text: string,
  { startMs, endMs }: Pick<TimedWord, 'startMs' | 'endMs'>,
): TimedWord[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const pairs = commonWords(
    original.map(({ text }) => keyOf(text)),
    words.map(keyOf),
  );
  const aligned: TimedWord[] = [];
  let from = { original: 0, word: 0 };
  for (const pair of [...pairs, { original: original.length, word: words.length }]) {
    const replaced = original.slice(from.original, pair.original);
    const next = original[pair.original];
    const gap = {
      startMs: replaced[0]?.startMs ?? aligned.at(-1)?.endMs ?? startMs,
      endMs: replaced.at(-1)?.endMs ?? next?.startMs ?? endMs,
    };
    aligned.push(...spread(words.slice(from.word, pair.word), gap));
    const word = words[pair.word];
    if (next && word !== undefined) aligned.push({ ...next, text: word });
    from = { original: pair.original + 1, word: pair.word + 1 };
  }
  return aligned;
}

/** Case and punctuation are corrected without a change of the word. */
function keyOf(word: string): string {
  const letters = word.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]/gu, '');
  return letters === '' ? word : letters;
}

/** Each gets a part of the time by its letters. */
function spread(
  words: readonly string[],
  { startMs, endMs }: Pick<TimedWord, 'startMs' | 'endMs'>,
): TimedWord[] {
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const length = Math.max(0, endMs - startMs);
  let before = 0;
  return words.map((text) => {
    const from = Math.round(startMs + (length * before) / letters);
    before += text.length;
    return { startMs: from, endMs: Math.round(startMs + (length * before) / letters), text };
  });
}

/** The longest common subsequence of two lists, as pairs of places. */
function commonWords(
  original: readonly string[],
  words: readonly string[],
): { original: number; word: number }[] {
  const longest = Array.from({ length: original.length + 1 }, () =>
    new Array<number>(words.length + 1).fill(0),
  );
  const at = (one: number, other: number) => longest[one]?.[other] ?? 0;
  for (let one = original.length - 1; one >= 0; one -= 1) {
    const row = longest[one] ?? [];
    for (let other = words.length - 1; other >= 0; other -= 1) {
      const isSame = original[one] === words[other];
      row[other] = isSame
        ? 1 + at(one + 1, other + 1)
        : Math.max(at(one + 1, other), at(one, other + 1));
    }
  }
  const pairs: { original: number; word: number }[] = [];
  let [one, other] = [0, 0];
  while (one < original.length && other < words.length) {
    if (original[one] === words[other]) {
      pairs.push({ original: one, word: other });
      one += 1;
      other += 1;
    } else if (at(one + 1, other) >= at(one, other + 1)) one += 1;
    else other += 1;
  }
  return pairs;
}
