// The Summary of a test: sums of its sessions → numbers with their intervals, and where it went wrong.
import type { ResultSummary } from '#contract/results.ts';
import type { PanelStep } from '#contract/steps.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { averageTime, singleTimes } from '#insight/numbers/times.ts';
import { answerText, answerWords, panelTitle } from '#insight/question-words.ts';
import { outcomesOf } from '#server/filters/filter-counts.db.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { findingsAnswer } from './findings.service.ts';
import { easeOf, lostnessOf, timeToGoalOf } from './measures.rules.ts';
import { readQuestions } from './questions.db.ts';
import { type Funnel, readFunnel, readSummary } from './summary.db.ts';

export async function summaryOf(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  of: ResultsOf,
  chargePlaces: (places: number) => Promise<void> = async () => undefined,
): Promise<ResultSummary> {
  const { db } = parts;
  const [sums, funnel, wentWrong] = await Promise.all([
    readSummary(db, of),
    readFunnel(db, of),
    findingsAnswer(parts, of, chargePlaces),
  ]);
  const hasGoal = of.withGoal.length > 0;
  // A share of outcomes says nothing about people who were selected by their outcome.
  const hasShares = hasGoal && !of.filter.outcome;
  const { goal = null, goalSet = null, asks = [] } = of.task ?? {};
  return {
    ...sums.filtered,
    funnel: { ...funnel, screenedOut: await screenedOutInWords(db, of, funnel) },
    outcomes: outcomesOf(sums.outcomes),
    goal,
    goalSet: goalSet && { at: goalSet.at.toISOString(), afterSessions: goalSet.afterSessions },
    asks,
    success: hasShares ? proportionOf(sums.reached, sums.n) : null,
    direct: hasShares ? proportionOf(sums.direct, sums.n) : null,
    timeToGoal: hasGoal ? timeToGoalOf(sums) : null,
    timeOnTask: { ...averageTime(sums.onTaskMs), values: singleTimes(sums.onTaskMs) },
    lostness: lostnessOf(of, sums),
    ease: { counts: sums.ease, average: easeOf(sums.ease), outside: sums.easeOutside },
    didIt: { yes: sums.yes, no: sums.no, outside: sums.didItOutside },
    comments: sums.comments,
    helped: sums.helped,
    ...wentWrong,
  };
}

/** Returns the answers that ended an opening in the words of the newest version that has them. */
async function screenedOutInWords(
  db: Parts['db'],
  { testId }: ResultsOf,
  { screenedOut }: Funnel,
): Promise<ResultSummary['funnel']['screenedOut']> {
  const steps = [...new Set(screenedOut.map(({ step }) => step))];
  const versions = new Map<number, PanelStep[]>();
  for (const step of steps) {
    versions.set(step, await readQuestions(db, { testId, revision: null }, step));
  }
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
