// Values of the filter bar, with the number of people behind each.
import { cardAnswer } from '#contract/result-filter.ts';
import type { ResultChoices } from '#contract/results.ts';
import { outcomesOf } from '#server/filters/filter-counts.db.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import { readChoices, readRevisionChoices } from './choices.db.ts';
import { readFilteredQuestions, readGivenAnswers } from './questions.db.ts';

export async function choicesOf(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  of: ResultsOf,
): Promise<ResultChoices> {
  const { testId, step, revision } = of;
  const [choices, questions, given, revisions, screens] = await Promise.all([
    readChoices(parts.db, of),
    readFilteredQuestions(parts.db, of),
    readGivenAnswers(parts.db, of),
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
    variants: choices.variants,
    turns: choices.turns,
    parameters: choices.parameters,
    answers: cardAnswer.options.map((answer) => ({ answer, people: choices.answers[answer] })),
    questions: questions.map((question) => ({
      question,
      answers: Object.entries(given).flatMap(([answer, people]) =>
        answer.startsWith(`${question.number}:`) ? { answer, people } : [],
      ),
    })),
    tags: choices.tags,
  };
}
