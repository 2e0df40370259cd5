// A question, a published set or a text in the list of a test's steps: its words, what can be answered, when it is shown.
import type { PanelStep } from '#contract/steps.ts';
import {
  answersOf,
  conditionText,
  kindText,
  type ListedStep,
  stepText,
} from '#web/entities/test/step-text.ts';
import { Name } from '#web/ui/name.tsx';

/** Look of the facts below a step's text. */
const smallStyle = 'max-w-prose text-muted text-sm [overflow-wrap:anywhere]';

export function PanelStepText({ step }: { step: PanelStep }) {
  const facts = factsOf(step);
  return (
    <>
      <p dir="auto" className="max-w-prose whitespace-pre-line text-start [overflow-wrap:anywhere]">
        {stepText(step)}
      </p>
      {step.kind === 'question' && step.help !== '' && (
        <p dir="auto" className={`${smallStyle} text-start`}>
          {step.help}
        </p>
      )}
      {facts.length > 0 && (
        <p className={smallStyle}>
          {facts.map((fact, at) => (
            <span key={fact}>
              {at > 0 && ' · '}
              <Name>{fact}</Name>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

/** Returns the kind of a step, its answers, and whether they can be left out. */
function factsOf(step: PanelStep): string[] {
  if (step.kind === 'text') return [];
  return [
    kindText(step),
    ...(isChoice(step) ? answersOf(step).map(({ label }) => label) : []),
    ...scaleOf(step),
    ...(step.isRequired ? [] : ['Not required']),
  ];
}

function isChoice(step: PanelStep): boolean {
  return step.kind === 'question' && 'options' in step.form;
}

function scaleOf(step: PanelStep): string[] {
  if (step.kind !== 'question' || step.form.type !== 'scale') return [];
  const { points, low, high } = step.form;
  return [`1 ${low}`.trim(), `${points} ${high}`.trim()];
}

/** The condition of a step; renders nothing for a step without one. */
export function StepCondition({ steps, at }: { steps: readonly ListedStep[]; at: number }) {
  const condition = conditionText(steps, at);
  return (
    condition && (
      <p dir="auto" className={`${smallStyle} text-start`}>
        <Name>{condition}</Name>
      </p>
    )
  );
}
