// The search over the transcripts of a test: moments with the words around, and the matching words marked.
import type { SpokenMoment, SpokenMoments, SpokenQuery } from '#contract/transcripts.ts';
import type { ResultsOf } from '#server/filters/people-filter.rules.ts';
import type { Parts } from '#server/parts.ts';
import { cutPage } from '#server/platform/db/lists.ts';
import { momentFromRow } from '#server/results/moment-answers.rules.ts';
import { directionOf } from './languages.ts';
import { markMatches } from './mark-matches.ts';
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
