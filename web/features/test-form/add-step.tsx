// The ways to add a step to the form of a test.
import { Plus, Split } from 'lucide-react';
import { type Ref, useId } from 'react';
import { STEPS_MAX } from '#contract/limits.ts';
import { questionSets } from '#contract/question-sets.ts';
import type { QuestionForm, SetName } from '#contract/questions.ts';
import { newQuestion, newSet, newText, type PanelValues } from '#web/entities/test/form-values.ts';
import { questionKinds } from '#web/entities/test/step-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { StepActions } from './use-steps.tsx';

interface Way {
  id: string;
  label: string;
  /** Name of the group that begins with this way. */
  group?: string;
  make: () => PanelValues;
}

function entriesOf<Key extends string, Value>(record: Readonly<Record<Key, Value>>) {
  return Object.entries(record) as [Key, Value][];
}

const ways: readonly Way[] = [
  ...entriesOf<QuestionForm['type'], string>(questionKinds).map(([type, label]) => ({
    id: type,
    label,
    make: () => newQuestion(type),
  })),
  ...entriesOf<SetName, { title: string }>(questionSets).map(([set, { title }], at) => ({
    id: set,
    label: title,
    ...(at === 0 ? { group: 'Published sets' } : {}),
    make: () => newSet(set),
  })),
  { id: 'text', label: 'Text to read', group: 'No answer', make: newText },
];

interface AddStepProps {
  ref: Ref<HTMLButtonElement>;
  actions: StepActions;
}

export function AddStep({ ref, actions }: AddStepProps) {
  const id = useId();
  const { isFull, add } = actions;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line border-dashed px-5 py-3 sm:px-6">
      <div className="flex flex-wrap gap-2">
        <Button
          ref={ref}
          variant="secondary"
          icon={<Plus aria-hidden className="size-4" />}
          disabled={isFull}
          aria-describedby={id}
          onClick={actions.addTask}
        >
          Add a task
        </Button>
        <Menu
          align="start"
          trigger={
            <Button
              variant="secondary"
              icon={<Plus aria-hidden className="size-4" />}
              disabled={isFull}
              aria-describedby={id}
            >
              Add a question
            </Button>
          }
          items={ways.map(({ make, ...way }) => ({ ...way, onSelect: () => add(make()) }))}
        />
        {actions.onlyTask !== null && (
          <Button
            variant="secondary"
            icon={<Split aria-hidden className="size-4" />}
            disabled={isFull}
            onClick={() => actions.addVariant(actions.onlyTask ?? 0)}
          >
            Test two versions
          </Button>
        )}
      </div>
      <p id={id} className="text-muted text-sm">
        {isFull
          ? `A test can have up to ${STEPS_MAX} steps.`
          : 'Participants do everything one after another, in one recording.'}
      </p>
    </div>
  );
}
