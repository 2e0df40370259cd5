// The form of a test with several steps: from 1,200 px on its list, the chosen step and the preview stand beside each other,
// below it one under the other.
import { Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, type RefObject, useId } from 'react';
import { isTask, type Step } from '#contract/steps.ts';
import type { TaskQuestion } from '#contract/task-questions.ts';
import { stepName } from '#insight/step-name.ts';
import type { TaskValues } from '#web/entities/test/form-values.ts';
import { kindText } from '#web/entities/test/step-text.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { MoveButtons } from '#web/ui/move-buttons.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { AddStep } from './add-step.tsx';
import { OpenStep } from './open-step.tsx';
import { Preview } from './preview.tsx';
import type { PublishCheck } from './publish-checks.ts';
import { StepList, type StepListProps } from './step-list.tsx';
import './editor.css';

interface StepsEditorProps extends Omit<StepListProps, 'isBeside'> {
  /** All steps as they would be stored. */
  steps: readonly Step[];
  checks: readonly PublishCheck[];
  /** Says to screen readers where a step was moved. */
  announcement: string;
  addButton: RefObject<HTMLButtonElement | null>;
  /** The field of the test's name. */
  name: ReactNode;
  asksOf: (task: TaskValues) => readonly TaskQuestion[];
  onSubmit: () => void;
  /** Buttons that send the form or leave it. */
  actionsRow: ReactNode;
  /** The question before a step is deleted. */
  deletion: ReactNode;
}

const THREE_COLUMNS = '(width >= 75rem)';

export function StepsEditor(props: StepsEditorProps) {
  const { form, steps, actions, open, onOpen, storedOf, checks } = props;
  const isWide = useMedia(THREE_COLUMNS);
  const values = form.watch('steps');
  const found = values.findIndex(({ key }) => key === open);
  const at = found === -1 ? 0 : found;
  const chosen = values[at];
  const openAt = (place: number) => onOpen(values[place]?.key ?? null);
  return (
    <div className="editor">
      <form
        noValidate
        className="editor-form"
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        <Card>{props.name}</Card>
        <div className="grid min-w-0 gap-4">
          <StepList {...props} open={isWide ? (chosen?.key ?? null) : open} isBeside={isWide} />
          <AddStep ref={props.addButton} actions={actions} />
        </div>
        <div className="grid min-w-0 gap-4">
          {isWide && chosen && <ChosenStep {...props} at={at} values={chosen} />}
          {!isWide && <Checks checks={checks} steps={steps} onOpen={openAt} />}
          <div className="editor-ways grid gap-3">{props.actionsRow}</div>
        </div>
        <p aria-live="polite" className="sr-only">
          {props.announcement}
        </p>
      </form>
      <aside aria-label="Preview and checks" className="editor-preview grid min-w-0 gap-6">
        {chosen && (
          <Preview
            steps={steps}
            at={at}
            stored={isTask(chosen) ? storedOf(chosen) : null}
            asks={isTask(chosen) ? props.asksOf(chosen) : []}
            onStep={openAt}
          />
        )}
        {isWide && <Checks checks={checks} steps={steps} onOpen={openAt} />}
      </aside>
      {props.deletion}
    </div>
  );
}

type ChosenStepProps = Parameters<typeof OpenStep>[0];

function ChosenStep(props: ChosenStepProps) {
  const { steps, at, actions } = props;
  const name = stepName(steps, at);
  const step = steps[at];
  return (
    <Card aria-label={name} className="grid gap-4">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 grow text-lg">
          {name} {step && <span className="font-normal text-muted text-sm">{kindText(step)}</span>}
        </h2>
        <MoveButtons
          what={name}
          isFirst={at === 0}
          isLast={at === steps.length - 1}
          onMove={(by) => actions.move(at, at + by)}
        />
      </div>
      <OpenStep key={props.values.key} {...props} />
    </Card>
  );
}

interface ChecksProps extends Pick<StepsEditorProps, 'checks' | 'steps'> {
  onOpen: (at: number) => void;
}

/** Lists the things that will not work once the test is published; each leads to its step. */
function Checks({ checks, steps, onOpen }: ChecksProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-base">
        Before you publish
      </h2>
      {checks.length === 0 ? (
        <p className="flex gap-2 text-sm">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
          All {steps.length} steps are ready.
        </p>
      ) : (
        <ul className="grid gap-1">
          {checks.map(({ at, name, isProblem, text }) => (
            <li key={`${at} ${text}`}>
              <button type="button" className="editor-check" onClick={() => onOpen(at)}>
                <TriangleAlert
                  aria-hidden
                  className={`mt-0.5 size-4 shrink-0 ${isProblem ? 'text-danger' : 'text-warning'}`}
                />
                <span className="wrap-anywhere">
                  {name}: {text}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
