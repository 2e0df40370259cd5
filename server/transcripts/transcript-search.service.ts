// The search over the transcripts of a test: moments with the words around, and the matching words marked.
import type { SpokenMoment, SpokenMoments, SpokenQuery } from '#contract/transcripts.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { cutPage } from '#server/platform/db/lists.ts';
import { momentFromRow } from '#server/results/moment-answers.rules.ts';
import { directionOf } from './languages.ts';
import {
  matchingWords,
  readMatches,
  type SearchRow,
  searchCursor,
} from './transcript-search.db.ts';

const PAGE = 20;
const BEGINNING = { number: 0, segment: -1 };

export async function searchMoments(
  { db }: Pick<Parts, 'db'>,
  of: ResultsOf,
  { words, cursor, limit = PAGE }: SpokenQuery,
): Promise<SpokenMoments> {
  const after = cursor === undefined ? BEGINNING : searchCursor.parse(cursor);
  let counts = { people: 0, morePeople: false };
  const page = await cutPage({ limit }, async (most) => {
    const {
      rows,
      people,
      more: morePeople,
    } = await readMatches(db, of, { words, after, limit: most });
    counts = { people, morePeople };
    const marked = await matchesIn(db, rows, words);
    return rows.map((row) => ({
      item: momentFromMatch(row, { words, matching: marked.get(row.config ?? '') ?? null }),
      cursor: `${row.number}-${row.segment}`,
    }));
  });
  return { ...page, ...counts };
}

/** Returns the matching words of the rows, by the configuration of their language. */
async function matchesIn(
  db: Parts['db'],
  rows: readonly SearchRow[],
  search: string,
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const config of new Set(rows.map((row) => row.config))) {
    if (config === null) continue;
    const texts = rows.filter((row) => row.config === config).map(textOf);
    const words = [...new Set(texts.flatMap((text) => text.split(/\s+/)))];
    found.set(config, await matchingWords(db, config, { search, words }));
  }
  return found;
}

function textOf({ corrected, spoken }: SearchRow): string {
  return corrected ?? spoken.text;
}

function momentFromMatch(
  row: SearchRow,
  search: { words: string; matching: ReadonlySet<string> | null },
): SpokenMoment {
  const text = textOf(row);
  const pieces = markMatches(text, search);
  return {
    ...momentFromRow(row),
    atMs: row.corrected === null ? firstMatch(row, pieces) : row.spoken.startMs,
    segment: row.segment,
    startMs: row.spoken.startMs,
    endMs: row.spoken.endMs,
    said: pieces,
    language: row.language,
    direction: directionOf(row.language, text),
  };
}

/** Returns the time of the first marked piece. */
function firstMatch(
  { spoken: { words, startMs } }: SearchRow,
  pieces: SpokenMoment['said'],
): number {
  const first = pieces.findIndex(({ isMatch }) => isMatch);
  const before = pieces.slice(0, Math.max(0, first)).map(({ text }) => text);
  // A match may begin within a word.
  const count = before.join('').trimStart().split(/\s+/).length - 1;
  return words[count]?.startMs ?? startMs;
}

// A text in pieces, those that were searched for marked.

type MarkedPieces = SpokenMoment['said'];

/**
 * @param search `matching`: words of the text that match, or null if the text contains `words`, case and accents aside
 */
function markMatches(
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

/** Folds a text as the database's function folded() does, and returns where in the text each character comes from. */
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
