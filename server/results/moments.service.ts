// The people behind a number, each with the moment in their recording and its still.
import type { Moments, MomentsQuery } from '#contract/moments.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { cutPage } from '#server/platform/db/lists.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import { momentFromRow } from './moment-answers.rules.ts';
import { readHeading } from './moment-headings.db.ts';
import { readMoments } from './moments.db.ts';

const PAGE = 50;

/** @throws AppError bad_input when the query names no screen where it must */
export async function momentsAnswer(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  of: ResultsOf,
  query: MomentsQuery,
): Promise<Moments> {
  const revisionId = of.revision?.id ?? null;
  const screens = await namedScreens(parts, { testId: of.testId, step: of.step, revisionId });
  const screen = screens.find(({ number }) => number === query.at) ?? null;
  const momentsQuery = { ...query, nodeId: screen?.screenId ?? null };
  let sums = { total: 0, times: 0 };
  const page = await cutPage({ limit: query.limit ?? PAGE }, async (rows) => {
    const { rows: found, ...all } = await readMoments(parts.db, of, {
      query: momentsQuery,
      limit: rows,
    });
    sums = all;
    return found.map((row) => ({ item: momentFromRow(row), cursor: String(row.number) }));
  });
  const heading = await readHeading(parts.db, of, { query, screens, people: sums.total, ...sums });
  return { ...page, ...sums, screen, ...heading };
}
