// Answers to questions and sets. The step says which ones it takes; `answerWords` and `answerNumber` are what conditions,
// filters and results read of them.
import { z } from 'zod/mini';
import { type Choice, choiceWords, type Given } from './conditions.ts';
import {
  LONG_ANSWER_MAX_CHARACTERS,
  OPTIONS_MAX,
  OTHER_MAX_CHARACTERS,
  SHORT_ANSWER_MAX_CHARACTERS,
} from './limits.ts';
import { questionSets } from './question-sets.ts';
import { NONE, OTHER } from './questions.ts';
import type { AnswerStep, PanelStep } from './steps.ts';
import { plainText, requiredText } from './text.ts';

/** Answer to a single or several choice: ids of options, `other`, `none`; `other` is the text of one's own. */
const choiceAnswer = z.object({
  chosen: z.array(z.string()).check(z.minLength(1), z.maxLength(OPTIONS_MAX + 1)),
  other: z.optional(z.string()),
});

/**
 * The answer to a step: of a choice its words, of a scale or a number the number, of yes or no a boolean, of a text the
 * text, of a set one answer an item, null where none was given.
 */
export const stepAnswer = z.union([
  choiceAnswer,
  z.number(),
  z.boolean(),
  z.string(),
  z.array(z.nullable(z.int())),
]);
export type StepAnswer = z.infer<typeof stepAnswer>;

/** Characters that cannot be stored are left out: what a person wrote is not refused for them. */
const answerText = (max: number) =>
  z.pipe(z.pipe(z.string(), z.transform(plainText)), requiredText('Answer', max));

const whole = (from: number, to: number) => z.int().check(z.gte(from), z.lte(to));

/** Returns the schema of the answers that a step takes. */
export function answerSchema(step: AnswerStep): z.ZodMiniType<StepAnswer, unknown> {
  if (step.kind === 'set') {
    const { items, from, to } = questionSets[step.set];
    const { length } = items;
    return z.array(z.nullable(whole(from, to))).check(z.minLength(length), z.maxLength(length));
  }
  const { form } = step;
  switch (form.type) {
    case 'single':
    case 'several':
      return choiceSchema(form);
    case 'scale':
      return whole(1, form.points);
    case 'yes_no':
      return z.boolean();
    case 'number':
      return z.number().check(z.gte(-1e12), z.lte(1e12));
    case 'short_text':
      return answerText(SHORT_ANSWER_MAX_CHARACTERS);
    case 'long_text':
      return answerText(LONG_ANSWER_MAX_CHARACTERS);
  }
}

function choiceSchema(form: Choice) {
  const words = choiceWords(form);
  const chosen = z.array(z.enum(words)).check(
    z.minLength(1),
    z.maxLength(form.type === 'single' ? 1 : words.length),
    z.refine((chosen) => new Set(chosen).size === chosen.length, 'An option is there twice.'),
    z.refine((chosen) => chosen.length === 1 || !chosen.includes(NONE), {
      error: 'None of these stands alone.',
    }),
  );
  return z.object({ chosen, other: z.optional(answerText(OTHER_MAX_CHARACTERS)) }).check(
    z.refine((answer) => answer.other === undefined || answer.chosen.includes(OTHER), {
      error: 'A text of one’s own belongs to the option ‘other’.',
    }),
  );
}

/** Returns what conditions and filters read of an answer. */
export function givenBy(step: PanelStep, answer: StepAnswer | null): Given | null {
  if (answer === null) return null;
  if (typeof answer === 'number') return { words: [], number: answer };
  if (typeof answer === 'boolean') return { words: [answer ? 'yes' : 'no'], number: null };
  if (typeof answer === 'string') return { words: [], number: null };
  if (!Array.isArray(answer)) return { words: answer.chosen, number: null };
  const isSingle = step.kind === 'set' && questionSets[step.set].items.length === 1;
  return { words: [], number: isSingle ? (answer[0] ?? null) : null };
}
