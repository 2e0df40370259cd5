// After a reload in the middle of a test with several steps: go on, or stop here.

import { isTask } from '#contract/steps.ts';
import { panelHeading } from '#web/entities/step/question-card.tsx';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { deviceNames } from './device-words.ts';
import type { Participation } from './participation.ts';
import { stepLabel } from './recording-bar.tsx';
import { StepHeading } from './step-heading.tsx';

export function GoOnStep({ participation }: { participation: Participation }) {
  const phase = useStore(participation, (state) => state.phase);
  const { step } = participation;
  const names = deviceNames(participation.uses);
  const label = stepLabel(participation);
  return (
    <Card className="grid gap-6 sm:p-8">
      <StepHeading title="Continue where you left off">
        {participation.isAlone ? 'The test' : 'The recording'} was interrupted. Everything until
        then is saved.
      </StepHeading>
      <section aria-labelledby="place" className="rounded-lg bg-sunken px-4 py-3.5">
        <h2 id="place" className="mb-1 font-semibold text-muted text-sm">
          {label}
        </h2>
        {phase === 'asking' ? (
          <p className="sm:text-lg">You finished this task. A few questions about it are next.</p>
        ) : (
          <p dir="auto" className="whitespace-pre-line sm:text-lg">
            {isTask(step) ? step.task : panelHeading(step)}
          </p>
        )}
      </section>
      <div className="grid gap-3">
        <Button size="lg" onClick={() => participation.goOn()}>
          Continue the test
        </Button>
        <Button size="lg" variant="secondary" onClick={() => participation.stopHere()}>
          Stop here
        </Button>
      </div>
      <p className="text-balance text-center text-muted text-sm">
        {participation.isAlone
          ? 'If you stop here, what you have done so far is sent.'
          : `To continue, ${names && `allow ${names} and `}share your screen again. If you stop here, what you have recorded so far is sent.`}
      </p>
    </Card>
  );
}
