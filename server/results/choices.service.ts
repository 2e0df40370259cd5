// Values of the filter bar, with the number of people behind each.
import { answerFilter } from '#contract/result-filter.ts';
import type { ResultChoices } from '#contract/results.ts';
import { outcomesOf } from '#server/filters/filter-counts.db.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import { readChoices, readRevisionChoices } from './choices.db.ts';

export async function choicesOf(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  of: ResultsOf,
): Promise<ResultChoices> {
  const { testId, step, revision } = of;
  const [choices, revisions, screens] = await Promise.all([
    readChoices(parts.db, of),
    readRevisionChoices(parts.db, of),
    namedScreens(parts, { testId, step, revisionId: revision?.id ?? null }),
  ]);
  return {
    ...choices.filtered,
    revisions: revisions.map(({ number, people, created_at }) => ({
      number,
      people,
      createdAt: created_at.toISOString(),
    })),
    outcomes: outcomesOf(choices.outcomes),
    screens: screens.map((screen) => ({
      ...screen,
      people: choices.screens[screen.number] ?? 0,
    })),
    devices: choices.devices,
    answers: answerFilter.options.map((answer) => ({ answer, people: choices.answers[answer] })),
    tags: choices.tags,
  };
}
