// The condition of a step in its three forms: on an answer, or on the way in which a task ended.
import { z } from 'zod/mini';
import { OPTIONS_MAX, STEPS_MAX } from './limits.ts';
import { NONE, OTHER, optionId } from './questions.ts';
import { stepEnd } from './step-end.ts';
import { stepNumber } from './step-number.ts';

/** A word of an answer: an option's id, `other`, `none`, `yes`, `no`, or how a task ended. */
export const answerWord = z.union([optionId, z.enum([OTHER, NONE, 'yes', 'no']), stepEnd]);
const answerWords = z.array(answerWord).check(z.minLength(1), z.maxLength(OPTIONS_MAX + 2));

const bound = z.number().check(z.gte(-1e12), z.lte(1e12));

/** The three forms of a condition. @param on fields that name the earlier step */
function conditionOn<Fields extends Record<string, z.ZodMiniType>>(on: Fields) {
  return z.union([
    /** The answer has one of these words. */
    z.strictObject({ ...on, is: answerWords }),
    /** It has none of them; also when the step was not answered or not shown. */
    z.strictObject({ ...on, isNot: answerWords }),
    /** The answer to a scale or a number lies between these, both included. */
    z.strictObject({ ...on, from: bound, to: bound }),
  ]);
}

export const stepCondition = conditionOn({ step: stepNumber });
export type StepCondition = z.infer<typeof stepCondition>;

/** A condition on the answer to the step that has it. */
export const ownCondition = conditionOn({});
export type OwnCondition = z.infer<typeof ownCondition>;

const place = z.int().check(z.gte(1), z.lte(STEPS_MAX));

/**
 * A condition in the body of create and update: the earlier step is named by its number, or, since a new step has none,
 * by its place in the list, `at`, from 1.
 */
export const stepConditionInput = z.union([stepCondition, conditionOn({ at: place })]);
export type StepConditionInput = z.infer<typeof stepConditionInput>;
