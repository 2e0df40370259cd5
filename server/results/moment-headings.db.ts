// The heading of moments, with the name of their layer from the database.
import type { ReportMoments } from '#contract/report-numbers.ts';
import type { NamedScreen } from '#contract/screen-names.ts';
import { answerText, panelTitle } from '#insight/question-words.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';
import { readLayers } from '#server/screens/geometry.db.ts';
import { layerOf, placeOnImage } from '#server/screens/place-boxes.rules.ts';
import { type Heading, type MomentList, momentHeading } from './moment-headings.rules.ts';
import { readQuestions } from './questions.db.ts';

interface Described {
  query: ReportMoments;
  screens: readonly NamedScreen[];
  people: number;
  times: number;
}

/** Reads the name of the moments' layer for their heading. */
export async function readHeading(
  db: Database,
  of: ResultsOf,
  { query, screens, people, times }: Described,
): Promise<Heading> {
  const { at, place = '' } = query;
  const hasLayer = at !== undefined && layerOf(place) !== null;
  const layers = await readLayers(db, of, hasLayer ? [{ screen: at, place }] : []);
  const { layer } = placeOnImage(place, layers.get(at ?? 0));
  const screenName = (number: number) =>
    screens.find((screen) => screen.number === number)?.name ?? `Screen ${number}`;
  const question = await readQuestionOf(db, of);
  return momentHeading({ query, people, times, layer, question, screenName });
}

/** Returns the question of the results, and the answers to it that the filter selects. */
async function readQuestionOf(db: Database, of: ResultsOf): Promise<MomentList['question']> {
  if (of.panel === null) return null;
  const [question] = await readQuestions(db, of, [of.panel]);
  if (!question) return null;
  const words = (of.filter.answer ?? []).flatMap((answer) => {
    const [step, word = ''] = answer.split(':');
    return Number(step) === of.panel ? word : [];
  });
  const skipped = words.includes('skipped');
  // Everyone who answered includes those with an answer.
  const isOfAll = words.includes('answered');
  const answers = words
    .filter((word) => word !== 'skipped')
    .map((word) => answerText(question, word));
  return { title: panelTitle(question), answers: isOfAll ? [] : answers, skipped };
}
