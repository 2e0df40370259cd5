// Words for the steps of a test, wherever they are listed: kind, first words, answers and condition. insight/step-name.ts
// has their names.
import type { QuestionForm } from '#contract/questions.ts';
import { stepEnd } from '#contract/step-end.ts';
import { isTask, type PanelStep, type TaskStep } from '#contract/steps.ts';
import { answerWords, panelTitle } from '#insight/question-words.ts';
import { stepName } from '#insight/step-name.ts';

/** A step of a test or of a revision. */
export type ListedStep =
  | PanelStep
  | Pick<TaskStep, 'number' | 'kind' | 'task' | 'shownWhen' | 'shuffled' | 'variant'>;

export const questionKinds: Readonly<Record<QuestionForm['type'], string>> = {
  single: 'Single choice',
  several: 'Several choices',
  scale: 'Scale',
  yes_no: 'Yes or no',
  number: 'Number',
  short_text: 'Short text',
  long_text: 'Long text',
};

/** Returns what a step is beside its name, or empty where the name says it. */
export function kindText(step: ListedStep): string {
  if (step.kind === 'question') return questionKinds[step.form.type];
  return step.kind === 'set' ? 'Published set' : '';
}

/** Returns what the step asks or says. */
export function stepText(step: ListedStep): string {
  return isTask(step) ? step.task : panelTitle(step);
}

const endLabels = { done: 'Done with this task', stuck: 'I’m stuck' } as const;

interface Answer {
  word: string;
  label: string;
}

/** Returns the words of a step's answers, with what participants press. */
export function answersOf(step: ListedStep): Answer[] {
  if (isTask(step)) return stepEnd.options.map((word) => ({ word, label: endLabels[word] }));
  return answerWords(step).map(({ word, text }) => ({ word, label: text }));
}

/** Returns the condition of the step at a place as a sentence, or null if it has none. */
export function conditionText(steps: readonly ListedStep[], at: number): string | null {
  const condition = steps[at]?.shownWhen;
  if (!condition) return null;
  const place = steps.findIndex(({ number }) => number === condition.step);
  const on = steps[place];
  if (!on) return 'Shown only if an answer fits that is no longer there';
  const name = stepName(steps, place);
  if ('from' in condition) {
    const { from, to } = condition;
    if (Number.isNaN(from) || Number.isNaN(to)) return `Shown only if ${name} …`;
    const range = from === to ? `is ${from}` : `is from ${from} to ${to}`;
    return `Shown only if ${name} ${range}`;
  }
  const [named, verb] =
    'is' in condition
      ? [condition.is, isTask(on) ? 'ended with' : 'is']
      : [condition.isNot, isTask(on) ? 'did not end with' : 'is not'];
  const labels = answersOf(on)
    .filter(({ word }) => named.includes(word))
    .map(({ label }) => `“${label}”`);
  return `Shown only if ${name} ${verb} ${labels.join(' or ') || '…'}`;
}
