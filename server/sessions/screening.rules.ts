// Decides by the answers to screening questions whether a person can take part.
import { z } from 'zod/mini';
import { type Given, holds } from '#contract/conditions.ts';
import { AppError } from '#contract/errors.ts';
import type { ScreeningAnswers } from '#contract/sessions.ts';
import { answerSchema, givenBy, type StepAnswer } from '#contract/step-answers.ts';
import type { OwnCondition } from '#contract/step-condition.ts';
import type { ScreeningStep } from '#contract/steps.ts';

/** An answer that its question takes, or null for a skipped question. */
export interface CheckedAnswer {
  step: ScreeningStep;
  answer: StepAnswer | null;
  words: readonly string[];
}

/** The answer with which a test ends: the question, and the word of the answer as filters name it. */
export interface ScreeningEnd {
  step: number;
  word: string;
}

export interface Screened {
  end: ScreeningEnd | null;
  answers: CheckedAnswer[];
  /** Number of the next question that the person has to answer, or null if none is left. */
  next: number | null;
}

/**
 * Reads answers in the order of the questions until one ends the test or is missing. Questions whose condition does not
 * hold are passed over, and their answers left out.
 * @throws AppError bad_input for an answer that its question does not take, twice the same question, or another step
 */
export function screenAnswers(
  steps: readonly ScreeningStep[],
  brought: ScreeningAnswers,
): Screened {
  checkNumbers(steps, brought);
  const given = new Map<number, Given>();
  const answers: CheckedAnswer[] = [];
  for (const step of steps) {
    const { number, shownWhen, screening } = step;
    if (shownWhen && !holds(shownWhen, given.get(shownWhen.step) ?? null)) continue;
    const one = brought.find((one) => one.step === number);
    if (!one) return { end: null, answers, next: number };
    const answer = checkedAnswer(step, one.answer);
    const own = givenBy(step, answer);
    if (own) given.set(number, own);
    answers.push({ step, answer, words: own?.words ?? [] });
    const { endsWhen } = screening;
    if (endsWhen && holds(endsWhen, own)) {
      return { end: { step: number, word: endWord(endsWhen, own) }, answers, next: null };
    }
  }
  return { end: null, answers, next: null };
}

function checkNumbers(steps: readonly ScreeningStep[], brought: ScreeningAnswers): void {
  const numbers = brought.map(({ step }) => step);
  const isTwice = new Set(numbers).size < numbers.length;
  const other = numbers.find((number) => !steps.some((step) => step.number === number));
  if (isTwice) throw refusal('A question is answered twice.');
  if (other !== undefined) throw refusal(`Step ${other} is no screening question.`);
}

function refusal(text: string): AppError {
  return new AppError('bad_input', { fields: { answers: text } });
}

function checkedAnswer(step: ScreeningStep, answer: unknown): StepAnswer | null {
  const schema = answerSchema(step);
  const parsed = (step.isRequired ? schema : z.nullable(schema)).safeParse(answer);
  if (!parsed.success) throw refusal(parsed.error.issues[0]?.message ?? '');
  return parsed.data;
}

/** Returns the word of the answer that ends a test: the first one that the condition names, or the first of all. */
function endWord(condition: OwnCondition, given: Given | null): string {
  if (given === null) return 'skipped';
  if (given.number !== null) return `${given.number}..${given.number}`;
  const named = 'is' in condition && given.words.find((word) => condition.is.includes(word));
  return named || (given.words[0] ?? 'answered');
}

/** @throws AppError bad_input when a question is left */
export function requireAll({ next }: Screened): void {
  if (next !== null) throw refusal(`Screening question ${next} has no answer.`);
}

/** A limit of people with an answer. */
export interface Seat {
  step: number;
  word: string;
  most: number;
}

/** Returns the limits that a person with these answers counts for. */
export function seatsOf(answers: readonly CheckedAnswer[]): Seat[] {
  return answers.flatMap(({ step, words }) =>
    step.screening.seats
      .filter(({ word }) => words.includes(word))
      .map((seat) => ({ step: step.number, ...seat })),
  );
}
