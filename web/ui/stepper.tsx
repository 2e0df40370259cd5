// Position in a sequence of steps: completed, active, pending.
import { Check } from 'lucide-react';
import { classNames } from './class-names.ts';

type StepState = 'completed' | 'active' | 'pending';

const marks: Record<StepState, string> = {
  completed: 'border-accent bg-accent text-on-accent',
  active: 'border-accent text-accent ring-4 ring-accent-soft',
  pending: 'border-line-strong text-muted',
};

interface StepperProps {
  label: string;
  steps: string[];
  /** Index of the active step; past the end, all are completed. */
  active: number;
}

export function Stepper({ label, steps, active }: StepperProps) {
  return (
    <ol aria-label={label} className="flex w-full items-start">
      {steps.map((step, index) => (
        <Step key={step} label={step} number={index + 1} state={stateOf(index, active)} />
      ))}
    </ol>
  );
}

function stateOf(index: number, active: number): StepState {
  if (index === active) return 'active';
  return index < active ? 'completed' : 'pending';
}

function Step({ label, number, state }: { label: string; number: number; state: StepState }) {
  return (
    <li
      aria-current={state === 'active' ? 'step' : undefined}
      data-state={state}
      className="group relative grid flex-1 justify-items-center gap-2 px-1 text-center"
    >
      <span
        className={classNames(
          'absolute top-4 right-[calc(50%+1.625rem)] h-px w-[calc(100%-3.25rem)] group-first:hidden',
          state === 'pending' ? 'bg-line-strong' : 'bg-accent',
        )}
      />
      <span
        className={classNames(
          'relative grid size-8 place-items-center rounded-full border-2 font-semibold text-sm tabular-nums',
          marks[state],
        )}
      >
        {state === 'completed' ? <Check aria-hidden className="size-4" strokeWidth={3} /> : number}
      </span>
      <span className={classNames('text-sm', state === 'active' ? 'font-semibold' : 'text-muted')}>
        {label}
        <span className="sr-only"> ({state})</span>
      </span>
    </li>
  );
}
