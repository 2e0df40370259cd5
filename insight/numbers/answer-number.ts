// The number that an answer to a question is, by which filters select it and results sum it.
import type { StepAnswer } from '#contract/step-answers.ts';
import type { AnswerStep } from '#contract/steps.ts';
import { susScore, umuxLiteScore } from './scores.ts';

/**
 * Returns the answer to a scale, a number or a set of one item; of SUS and UMUX-Lite the score, 0 to 100.
 * @returns null for other answers, and for a set of which an item was left out
 */
export function answerNumber(step: AnswerStep, answer: StepAnswer): number | null {
  if (typeof answer === 'number') return answer;
  if (step.kind !== 'set' || !Array.isArray(answer)) return null;
  const items = answer.flatMap((item) => item ?? []);
  if (items.length < answer.length) return null;
  const [first = 0, second = 0] = items;
  switch (step.set) {
    case 'sus':
      return susScore(items);
    case 'umux_lite':
      return umuxLiteScore([first, second]);
    case 'seq':
    case 'nps':
      return first;
  }
}
