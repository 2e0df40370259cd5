// All fields of one step in the form of a test.
import type { UseFormReturn } from 'react-hook-form';
import { isTask, type Step } from '#contract/steps.ts';
import type { StepValues, TaskValues, TestValues } from '#web/entities/test/form-values.ts';
import { ConditionField } from './condition-field.tsx';
import { GoalSection } from './goal-section.tsx';
import { PanelFields } from './panel-fields.tsx';
import { ScreeningField } from './screening-field.tsx';
import { TaskOn } from './task-on.tsx';
import type { StoredTask } from './use-goal.ts';
import type { StepActions } from './use-steps.tsx';

export interface OpenStepProps {
  form: UseFormReturn<TestValues>;
  actions: StepActions;
  /** Place of the step in the form, from 0. */
  at: number;
  values: StepValues;
  /** All steps as they would be stored. */
  steps: readonly Step[];
  storedOf: (task: TaskValues) => StoredTask | null;
  placeholder: string;
  offersSample: boolean;
  sessions: number;
}

export function OpenStep({ form, at, values, steps, actions, ...task }: OpenStepProps) {
  const onMove = (to: number) => actions.move(at, to);
  return (
    <>
      {isTask(values) ? (
        <OpenTask form={form} at={at} values={values} {...task} />
      ) : (
        <PanelFields form={form} at={at} values={values} />
      )}
      {values.kind === 'question' && (
        <ScreeningField form={form} at={at} values={values} steps={steps} onMove={onMove} />
      )}
      {!(isTask(values) && (values.variant ?? 1) > 1) && (
        <ConditionField form={form} at={at} steps={steps} />
      )}
    </>
  );
}

type OpenTaskProps = Omit<OpenStepProps, 'actions' | 'steps' | 'values'> & { values: TaskValues };

function OpenTask({ form, at, values, storedOf, ...rest }: OpenTaskProps) {
  const { placeholder, offersSample, sessions } = rest;
  const stored = storedOf(values);
  return (
    <>
      <TaskOn
        form={form}
        at={at}
        task={values}
        stored={stored?.step}
        placeholder={placeholder}
        offersSample={offersSample}
        isVariant={(values.variant ?? 1) > 1}
      />
      <div className="border-line border-t pt-5">
        <GoalSection
          form={form}
          at={at}
          task={values}
          stored={stored}
          sessions={stored ? sessions : 0}
          heading="h3"
        />
      </div>
    </>
  );
}
