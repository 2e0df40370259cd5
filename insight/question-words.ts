// Words of questions and of their answers, on pages, in headings and in exports.
import { answerRange } from '#contract/conditions.ts';
import { questionSets } from '#contract/question-sets.ts';
import { NONE, OTHER } from '#contract/questions.ts';
import type { StepAnswer } from '#contract/step-answers.ts';
import type { PanelStep } from '#contract/steps.ts';
import { answerNumber } from './numbers/answer-number.ts';

/** Returns the text by which people know a step without a task. */
export function panelTitle(step: PanelStep): string {
  switch (step.kind) {
    case 'question':
      return step.question;
    case 'set':
      return questionSets[step.set].title;
    case 'text':
      return step.text;
  }
}

export interface AnswerWord {
  /** Word of the answer in a filter. */
  word: string;
  text: string;
}

/** Returns the answers of a choice, or of yes or no, in their order; none for other forms. */
export function answerWords(step: PanelStep): AnswerWord[] {
  if (step.kind !== 'question') return [];
  const { form } = step;
  if (form.type === 'yes_no') {
    return [
      { word: 'yes', text: 'Yes' },
      { word: 'no', text: 'No' },
    ];
  }
  if (!('options' in form)) return [];
  return [
    ...form.options.map(({ id, text }) => ({ word: id, text })),
    ...(form.other ? [{ word: OTHER, text: 'Other' }] : []),
    ...(form.none ? [{ word: NONE, text: 'None of these' }] : []),
  ];
}

const stateWords: Record<string, string> = { answered: 'answered', skipped: 'skipped' };

/** @param word of an answer in a filter, such as `daily`, `yes`, `skipped` or `1..3` */
export function answerText(step: PanelStep, word: string): string {
  const [from, to] = word.split('..');
  if (from !== undefined && to !== undefined) return from === to ? from : `${from}–${to}`;
  const option = answerWords(step).find((one) => one.word === word);
  return option?.text ?? stateWords[word] ?? word;
}

/** Returns whether all answers of a step have so few values that a list can offer them. */
export function hasFewAnswers(step: PanelStep): boolean {
  const range = answerRange(step);
  return range !== null && ('words' in range || Number.isFinite(range.to));
}

/** Returns an answer as a text: options by their words, with one's own; a set by its numbers and its score. */
export function answerInWords(step: PanelStep, answer: StepAnswer): string {
  if (typeof answer === 'string') return answer;
  if (typeof answer === 'number') return `${answer}${scaleEnd(step)}`;
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (Array.isArray(answer)) return setInWords(step, answer);
  return answer.chosen
    .map((word) =>
      word === OTHER && answer.other ? `Other: ${answer.other}` : answerText(step, word),
    )
    .join(', ');
}

function scaleEnd(step: PanelStep): string {
  return step.kind === 'question' && step.form.type === 'scale' ? ` of ${step.form.points}` : '';
}

function setInWords(step: PanelStep, items: readonly (number | null)[]): string {
  if (step.kind !== 'set') return '';
  const { to } = questionSets[step.set];
  const [first] = items;
  if (items.length === 1) return first === null ? '–' : `${first} of ${to}`;
  const numbers = items.map((item) => item ?? '–').join(', ');
  const score = answerNumber(step, [...items]);
  return score === null ? numbers : `${numbers} (score ${Math.round(score * 10) / 10} of 100)`;
}
