// The search over what people of a test said: moments with the words around, those asked for marked.
import type { SpokenMoment, SpokenMoments, SpokenQuery } from '#contract/transcripts.ts';
import type { ResultsOf } from '#server/filters/filtered-people.rules.ts';
import type { Parts } from '#server/parts.ts';
import { cutPage } from '#server/platform/db/lists.ts';
import { momentFromRow } from '#server/results/shown-moment.rules.ts';
import { directionOf } from './languages.ts';
import { markedText } from './marked-text.ts';
import { matchingWords, readSpoken, type SpokenRow, spokenCursor } from './spoken.db.ts';

const PAGE = 20;
const BEGINNING = { number: 0, segment: -1 };

export async function spokenMomentsOf(
  { db }: Pick<Parts, 'db'>,
  of: ResultsOf,
  { words, cursor, limit = PAGE }: SpokenQuery,
): Promise<SpokenMoments> {
  const after = cursor === undefined ? BEGINNING : spokenCursor.parse(cursor);
  let said = { people: 0, morePeople: false };
  const page = await cutPage({ limit }, async (most) => {
    const {
      rows,
      people,
      more: morePeople,
    } = await readSpoken(db, of, { words, after, limit: most });
    said = { people, morePeople };
    const marked = await matchesIn(db, rows, words);
    return rows.map((row) => ({
      item: spokenMomentOf(row, { words, matching: marked.get(row.config ?? '') ?? null }),
      cursor: `${row.number}-${row.segment}`,
    }));
  });
  return { ...page, ...said };
}

/** Words of the rows that were asked for, by the configuration of their language. */
async function matchesIn(
  db: Parts['db'],
  rows: readonly SpokenRow[],
  asked: string,
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const config of new Set(rows.map((row) => row.config))) {
    if (config === null) continue;
    const texts = rows.filter((row) => row.config === config).map(textOf);
    const words = [...new Set(texts.flatMap((text) => text.split(/\s+/)))];
    found.set(config, await matchingWords(db, config, { asked, words }));
  }
  return found;
}

function textOf({ corrected, heard }: SpokenRow): string {
  return corrected ?? heard.text;
}

function spokenMomentOf(
  row: SpokenRow,
  asked: { words: string; matching: ReadonlySet<string> | null },
): SpokenMoment {
  const text = textOf(row);
  const said = markedText(text, asked);
  return {
    ...momentFromRow(row),
    atMs: row.corrected === null ? firstMatch(row, said) : row.heard.startMs,
    segment: row.segment,
    startMs: row.heard.startMs,
    endMs: row.heard.endMs,
    said,
    language: row.language,
    direction: directionOf(row.language, text),
  };
}

/** When the first marked piece is said. */
function firstMatch({ heard: { words, startMs } }: SpokenRow, said: SpokenMoment['said']): number {
  const first = said.findIndex(({ isMatch }) => isMatch);
  const before = said.slice(0, Math.max(0, first)).map(({ text }) => text);
  // A match may begin within a word.
  const count = before.join('').trimStart().split(/\s+/).length - 1;
  return words[count]?.startMs ?? startMs;
}
