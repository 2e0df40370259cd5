// The frame of the participant page while not recording: logo, stepper, one column.
import type { ReactNode } from 'react';
import { isPilotIn } from '#contract/pilots.ts';
import { Logo } from '#web/ui/logo.tsx';
import { Stepper } from '#web/ui/stepper.tsx';

const plainSteps = ['User Details', 'Camera Permissions', 'Screen Sharing'];

interface ParticipantFrameProps {
  /** Index of the active step; none without a test to take. */
  step?: number;
  /** Labels of the steps, of a test that does not use the plain devices. */
  steps?: string[];
  children: ReactNode;
}

export function ParticipantFrame({ step, steps = plainSteps, children }: ParticipantFrameProps) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col px-4 pt-4 pb-8 sm:px-6 sm:pt-8 sm:pb-16">
      <header className="mb-6 flex flex-col items-center gap-3 sm:mb-8">
        <Logo />
        {isPilotIn(location.search) && (
          <p className="text-center text-muted text-sm">
            You are trying this test: your session counts nowhere.
          </p>
        )}
      </header>
      {step !== undefined && (
        <nav aria-label="Progress" className="mb-6 sm:mb-8">
          <Stepper label="Steps of this test" steps={steps} active={step} />
        </nav>
      )}
      <main className="grid gap-4">{children}</main>
    </div>
  );
}
