// The list of tasks in the form of a test: which one is open, and adding, copying, moving and deleting with its question.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { STEPS_MAX } from '#contract/limits.ts';
import { newTask, type TaskValues, type TestValues } from '#web/entities/test/form-values.ts';
import { dismissToast, toast } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { GoalDraft } from './goal-draft.ts';

export interface TaskActions {
  isFull: boolean;
  add: () => void;
  duplicate: (at: number) => void;
  move: (from: number, to: number) => void;
  /** Asks first if the task has results. */
  askToRemove: (at: number) => void;
}

export function useTasks(
  form: UseFormReturn<TestValues>,
  options: {
    hasResults: (task: TaskValues) => boolean;
    goalOf: (task: TaskValues) => GoalDraft;
    /** Has the focus after a task was deleted. */
    focusAfter: RefObject<HTMLElement | null>;
  },
) {
  const { insert, move, remove } = useFieldArray({ control: form.control, name: 'tasks' });
  const [open, setOpen] = useState<string | null>(null);
  const [question, setQuestion] = useState<number | null>(null);
  const undo = useRef<number | null>(null);
  useEffect(() => () => void (undo.current !== null && dismissToast(undo.current)), []);
  const tasksNow = () => form.getValues('tasks');
  const insertAt = (at: number, task: TaskValues) => {
    setOpen(task.key);
    insert(at, task, { focusName: `tasks.${at}.task` });
  };
  const removeAt = (at: number) => {
    const task = tasksNow()[at];
    if (!task) return;
    setQuestion(null);
    remove(at);
    options.focusAfter.current?.focus();
    undo.current = toast.undoable(`Task ${at + 1} deleted.`, {
      onUndo: () => insertAt(Math.min(at, tasksNow().length), task),
      subject: 'task',
    });
  };
  const actions: TaskActions = {
    isFull: form.watch('tasks').length >= STEPS_MAX,
    add: () => {
      const tasks = tasksNow();
      // Most tests stay on one prototype.
      insertAt(tasks.length, newTask({ figmaUrl: tasks.at(-1)?.figmaUrl ?? '' }));
    },
    duplicate: (at) => {
      const task = tasksNow()[at];
      if (!task) return;
      const copy = { ...task, goal: options.goalOf(task) };
      insertAt(at + 1, newTask(copy));
    },
    move,
    askToRemove: (at) => {
      const task = tasksNow()[at];
      if (task && options.hasResults(task)) setQuestion(at);
      else removeAt(at);
    },
  };
  const dialog = { at: question, close: () => setQuestion(null), remove: removeAt };
  return { open, setOpen, actions, dialog };
}

/** The question before a task with results is deleted. */
export function DeleteTaskDialog({
  dialog: { at, close, remove },
}: {
  dialog: ReturnType<typeof useTasks>['dialog'];
}) {
  return (
    <Dialog
      open={at !== null}
      onClose={close}
      title={`Delete task ${(at ?? 0) + 1}?`}
      description="New participants no longer get it. Its recordings and results stay in the revisions that had it."
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Keep the task
          </Button>
          <Button variant="danger" onClick={() => at !== null && remove(at)}>
            Delete task
          </Button>
        </>
      }
    />
  );
}
