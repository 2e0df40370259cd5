// Stores a participant's answer to a question or a set in the browser, and sends it.
import type { CaptureRun } from '#capture/run/capture-run.ts';
import type { Given } from '#contract/conditions.ts';
import { givenBy, type StepAnswer } from '#contract/step-answers.ts';
import { isQuestion, type PanelStep } from '#contract/steps.ts';

/** @param answer null takes an earlier one back */
export function giveAnswer(
  { run, given }: { run: CaptureRun; given: Map<number, Given> },
  step: PanelStep,
  answer: StepAnswer | null,
): void {
  const { number } = step;
  const isChange = answer !== null || given.has(number);
  if (!isQuestion(step) || !isChange) return;
  const taken = givenBy(step, answer);
  if (taken) given.set(number, taken);
  else given.delete(number);
  run.drafts.keep(number, { given: taken && { ...taken, words: [...taken.words] } });
  run
    .answer({ step: number, answer })
    .catch((error) => console.error('The answer stays in this browser.', error));
}
