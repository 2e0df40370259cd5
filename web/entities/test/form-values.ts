// Values of the form of a test: its name and its tasks. A field of a task that is added to the contract's form does not
// compile until it is here.
import { z } from 'zod/mini';
import { stepNumber } from '#contract/step-number.ts';
import { testForm } from '#contract/tests.ts';
import { type StoredDraft, storedGoal } from '#web/entities/storage-keys.ts';

const { name, ...taskFields } = testForm.shape;

const taskValues = z.object({
  ...taskFields,
  /** Identifies the task within the form. */
  key: z.string(),
  /** Number of its step, or null for a new one. */
  number: z.nullable(stepNumber),
  /** The goal as it was chosen in this form, or null if it was not changed. */
  goal: z.nullable(storedGoal),
});
export type TaskValues = z.infer<typeof taskValues>;

export const testValues = z.object({ name, tasks: z.array(taskValues) });
export type TestValues = z.infer<typeof testValues>;

let lastKey = 0;

/** Returns the values of a task that is not in the test yet. */
export function newTask(fields: Partial<Pick<TaskValues, 'task' | 'figmaUrl' | 'goal'>> = {}) {
  lastKey += 1;
  const empty = { task: '', figmaUrl: '' } satisfies Record<keyof typeof taskFields, string>;
  return { ...empty, goal: null, ...fields, key: `new-${lastKey}`, number: null };
}

/** Returns the form's values of a draft, or of none. */
export function valuesOfDraft(draft: StoredDraft | null): TestValues {
  if (draft === null) return { name: '', tasks: [newTask()] };
  const { name, moreTasks = [], ...first } = draft;
  return {
    name,
    tasks: [first, ...moreTasks].map(({ task, figmaUrl, goal = null }) =>
      newTask({ task, figmaUrl, goal }),
    ),
  };
}

/** Returns the draft that is stored of the values: the first task has the fields of section 3. */
export function draftOfValues({ name, tasks }: TestValues): StoredDraft {
  const [first = newTask(), ...others] = tasks;
  const fieldsOf = ({ task, figmaUrl, goal }: TaskValues) => ({
    task,
    figmaUrl,
    ...(goal ? { goal } : {}),
  });
  const moreTasks = others.map(fieldsOf);
  return { name, ...fieldsOf(first), ...(moreTasks.length > 0 ? { moreTasks } : {}) };
}

/** Returns whether a task has all that saving it needs. */
export function isCompleteTask(task: TaskValues): boolean {
  return taskValues.safeParse(task).success;
}
