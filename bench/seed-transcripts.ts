// Transcripts of twenty minutes each, as many as a study of years has: some hundred different ones, again and again.
import { sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';
import type { SeededTest } from '#testing/large/result-sessions.ts';
import { randomNumbers } from '#testing/random-numbers.ts';

/** Twenty minutes of thinking aloud. */
const SEGMENTS = 240;
const SEGMENT_WORDS = 11;
/** Number of different words. The n-th word is spoken about 1/n as often as the first, as in natural languages. */
const VOCABULARY = 8000;
const DIFFERENT = 100;
/** One transcript in this number is in a language that PostgreSQL does not support. */
const OTHERS = 10;

/** Said by all, by about half, and by one in a hundred of the different ones. */
export const SEARCH_WORDS = {
  byAll: 'woid',
  byHalf: 'wodoub',
  byFew: 'seldomly',
  byNone: 'never',
} as const;

const letters = 'bcdfghklmnprstvz';
/** Sounds like a word, and is one of its own. */
function wordOf(number: number): string {
  const syllables = [number % 16, (number >> 4) % 16, (number >> 8) % 16, (number >> 12) % 16];
  return syllables.map((at, n) => `${letters[at]}${'aeio'[(at + n) % 4]}`).join('');
}

export async function addTranscripts(db: Database, { testId }: SeededTest): Promise<void> {
  const random = randomNumbers(DIFFERENT);
  for (let each = 0; each < DIFFERENT; each += 1) {
    const segments = Array.from({ length: SEGMENTS }, (_, at) => segmentOf(random, { each, at }));
    const spokenText = segments.map(({ text }) => text).join('\n');
    const isOther = each % OTHERS === OTHERS - 1;
    const config = isOther ? null : 'english';
    await sql`WITH made AS MATERIALIZED (SELECT
          CASE WHEN ${isOther} THEN transcript_grams(${testId}, ${spokenText}) END AS grams,
          CASE WHEN NOT ${isOther} THEN transcript_search(${testId}, 'english', ${spokenText}) END AS search)
      INSERT INTO transcripts (session_id, test_id, workspace_id, state, run_id, made_by, engine, language, segments, said, config, search, grams)
      SELECT sessions.id, test_id, tests.workspace_id, 'ready', sessions.id, sessions.id, 'recogniser.example', ${isOther ? 'pl' : 'en'}, ${JSON.stringify(segments)}, ${spokenText},
        ${config}, made.search, made.grams
      FROM sessions JOIN tests ON tests.id = test_id, made WHERE test_id = ${testId} AND number > 100 AND number % ${DIFFERENT}::int = ${each}`.execute(
      db,
    );
  }
  await sql`ANALYZE transcripts`.execute(db);
}

function segmentOf(random: (limit: number) => number, { each, at }: { each: number; at: number }) {
  const startMs = at * 5000;
  const texts = Array.from({ length: SEGMENT_WORDS }, () =>
    wordOf(Math.floor(VOCABULARY ** (random(1000) / 1000))),
  );
  if (at === 40) texts[3] = SEARCH_WORDS.byAll;
  if (at === 80 && each % 2 === 0) texts[3] = SEARCH_WORDS.byHalf;
  if (at === 120 && each === 7) texts[3] = SEARCH_WORDS.byFew;
  const words = texts.map((text, n) => ({
    startMs: startMs + n * 400,
    endMs: startMs + n * 400 + 350,
    text,
  }));
  return { startMs, endMs: startMs + 4700, text: texts.join(' '), words };
}
