// The funnel of a test in words: who opened the link, was screened out, began, recorded and finished.
import type { ResultSummary } from '#contract/results.ts';
import { answerText, answerWords, panelTitle } from '#insight/question-words.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { type Funnel, readFunnel } from './funnel.db.ts';
import { readQuestions } from './questions.db.ts';

export async function funnelOf(db: Parts['db'], of: ResultsOf): Promise<ResultSummary['funnel']> {
  const funnel = await readFunnel(db, of);
  return { ...funnel, screenedOut: await screenedOutInWords(db, of, funnel) };
}

/** Returns the answers that ended an opening in the words of the newest version that has them. */
async function screenedOutInWords(
  db: Parts['db'],
  { testId }: ResultsOf,
  { screenedOut }: Funnel,
): Promise<ResultSummary['funnel']['screenedOut']> {
  const steps = [...new Set(screenedOut.map(({ step }) => step))];
  const questions = await readQuestions(db, { testId, revision: null }, steps);
  const versions = Map.groupBy(questions, ({ number }) => number);
  return screenedOut.map(({ step, word, people }) => {
    const [newest, ...earlier] = versions.get(step) ?? [];
    if (!newest) return { step, question: '', answer: word, people };
    const known = earlier.flatMap(answerWords).find((one) => one.word === word)?.text;
    const answer = answerText(newest, word);
    return {
      step,
      question: panelTitle(newest),
      answer: answer === word ? (known ?? word) : answer,
      people,
    };
  });
}
