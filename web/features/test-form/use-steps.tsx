// The list of steps in the form of a test: which one is open, and adding, copying, moving and deleting with its question.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { STEPS_MAX, VARIANTS_MAX } from '#contract/limits.ts';
import { isTask } from '#contract/steps.ts';
import { stepInSentence, stepName } from '#insight/step-name.ts';
import {
  copyOfStep,
  newTask,
  type PanelValues,
  type StepValues,
  type TaskValues,
  type TestValues,
} from '#web/entities/test/form-values.ts';
import { dismissToast, toast } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type GoalDraft, isSame } from './goal-draft.ts';
import { movedStep, sizeOfGroup, withoutStep, withShuffled, withVariant } from './step-groups.ts';

export interface StepActions {
  isFull: boolean;
  /** Place of the only task, if it has no variants, or null. */
  onlyTask: number | null;
  addTask: () => void;
  add: (step: PanelValues) => void;
  duplicate: (at: number) => void;
  addVariant: (at: number) => void;
  hasMostVariants: (at: number) => boolean;
  shuffle: (at: number, shuffled: boolean) => void;
  /** Moves a step to another's place. */
  move: (from: number, to: number) => void;
  /** Asks first if the step has results. */
  askToRemove: (at: number) => void;
}

/** The field of a step that has the focus once it is added. */
const firstFields = {
  task: 'task',
  question: 'question',
  set: 'isRequired',
  text: 'text',
} as const;

export function useSteps(
  form: UseFormReturn<TestValues>,
  options: {
    hasResults: (step: StepValues) => boolean;
    goalOf: (task: TaskValues) => GoalDraft;
    /** Has the focus after a step was deleted. */
    focusAfter: RefObject<HTMLElement | null>;
  },
) {
  const { insert, replace } = useFieldArray({ control: form.control, name: 'steps' });
  const [open, setOpen] = useState<string | null>(null);
  const [question, setQuestion] = useState<number | null>(null);
  /** Says to screen readers where a step was moved. */
  const [announcement, setAnnouncement] = useState('');
  const undo = useRef<number | null>(null);
  useEffect(() => () => void (undo.current !== null && dismissToast(undo.current)), []);
  const stepsNow = () => form.getValues('steps');
  const insertAt = (at: number, step: StepValues) => {
    setOpen(step.key);
    insert(at, step, { focusName: `steps.${at}.${firstFields[step.kind]}` });
  };
  const removeAt = (at: number) => {
    const steps = stepsNow();
    const step = steps[at];
    if (!step) return;
    setQuestion(null);
    const left = withoutStep(steps, at);
    replace(left);
    options.focusAfter.current?.focus();
    undo.current = toast.undoable(`${stepName(steps, at)} deleted.`, {
      onUndo: () => {
        // A task with variants comes back as it was, unless its steps were changed meanwhile.
        if (isSame(stepsNow(), left)) replace(steps);
        else insertAt(Math.min(at, stepsNow().length), alone(step));
        setOpen(step.key);
      },
      subject: 'step',
    });
  };
  const actions: StepActions = {
    onlyTask: onlyTaskOf(form.watch('steps')),
    isFull: form.watch('steps').length >= STEPS_MAX,
    addTask: () => {
      const steps = stepsNow();
      // Most tests stay on one prototype.
      const figmaUrl = steps.filter(isTask).at(-1)?.figmaUrl ?? '';
      insertAt(steps.length, newTask({ figmaUrl }));
    },
    add: (step) => insertAt(stepsNow().length, step),
    duplicate: (at) => {
      const step = stepsNow()[at];
      if (!step) return;
      const copy = isTask(step) ? { ...alone(step), goal: options.goalOf(step) } : step;
      insertAt(
        at + sizeOfGroup(stepsNow(), at) - ((isTask(step) && step.variant) || 1) + 1,
        copyOfStep(copy),
      );
    },
    addVariant: (at) => {
      const next = withVariant(stepsNow(), at);
      if (!next) return;
      replace(next.steps);
      setOpen(next.added.key);
    },
    hasMostVariants: (at) => sizeOfGroup(stepsNow(), at) >= VARIANTS_MAX,
    shuffle: (at, shuffled) => replace(withShuffled(stepsNow(), at, shuffled)),
    move: (from, to) => {
      if (from === to) return;
      setAnnouncement(
        `${stepName(stepsNow(), from)} is step ${to + 1} of ${stepsNow().length} now.`,
      );
      replace(movedStep(stepsNow(), from, to));
    },
    askToRemove: (at) => {
      const step = stepsNow()[at];
      if (step && options.hasResults(step)) setQuestion(at);
      else removeAt(at);
    },
  };
  const dialog = {
    at: question,
    name: stepInSentence(stepsNow(), question ?? 0),
    close: () => setQuestion(null),
    remove: removeAt,
  };
  return { open, setOpen, actions, dialog, announcement };
}

/** Returns the place of the only task, or null if there are several. */
function onlyTaskOf(steps: readonly StepValues[]): number | null {
  const at = steps.findIndex(isTask);
  return steps.filter(isTask).length === 1 ? at : null;
}

/** Returns a step that is no variant of another. */
function alone<Step extends StepValues>(step: Step): Step {
  const { variant: _, ...rest } = { variant: undefined, ...step };
  return rest as Step;
}

/** The question before a step with results is deleted. */
export function DeleteStepDialog({
  dialog: { at, name, close, remove },
}: {
  dialog: ReturnType<typeof useSteps>['dialog'];
}) {
  const [what = 'step'] = name.split(' ');
  return (
    <Dialog
      open={at !== null}
      onClose={close}
      title={`Delete ${name}?`}
      description="New participants no longer get it. Its recordings and results stay in the revisions that had it."
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Keep the {what}
          </Button>
          <Button variant="danger" onClick={() => at !== null && remove(at)}>
            Delete {what}
          </Button>
        </>
      }
    />
  );
}
