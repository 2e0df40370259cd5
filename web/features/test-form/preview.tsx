// The preview of a test in its form: what a participant sees at the chosen step, at phone or desktop width. Nothing is
// recorded or stored.
import { useState } from 'react';
import { isTask, type Step } from '#contract/steps.ts';
import type { TaskQuestion } from '#contract/task-questions.ts';
import { stepName } from '#insight/step-name.ts';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { PreviewStep } from './preview-step.tsx';
import { PreviewWindow } from './preview-window.tsx';
import type { StoredTask } from './use-goal.ts';

const devices = {
  phone: { label: 'Phone', width: 390, height: 640 },
  desktop: { label: 'Desktop', width: 1280, height: 800 },
} as const;
type Device = keyof typeof devices;

interface PreviewProps {
  /** All steps as they would be stored. */
  steps: readonly Step[];
  /** Place of the chosen step, from 0. */
  at: number;
  /** The chosen task as it is stored, or null. */
  stored: StoredTask | null;
  /** Questions after the chosen task. */
  asks: readonly TaskQuestion[];
  /** Opens the step at a place. */
  onStep: (at: number) => void;
}

export function Preview({ steps, at, stored, asks, onStep }: PreviewProps) {
  const [device, setDevice] = useState<Device>('phone');
  const step = steps[at];
  if (!step) return null;
  const { width, height } = devices[device];
  return (
    <section aria-labelledby="preview" className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id="preview" className="text-lg">
          Preview
        </h2>
        <ChoiceGroup
          label="Width of the preview"
          choices={[
            { id: 'phone', label: devices.phone.label },
            { id: 'desktop', label: devices.desktop.label },
          ]}
          value={device}
          onChange={setDevice}
        />
      </div>
      <div className="device" data-device={device}>
        <PreviewWindow title={`Preview of ${stepName(steps, at)}`} width={width} height={height}>
          <PreviewStep
            key={`${step.number} ${isTask(step) ? step.figmaUrl : ''}`}
            {...{ steps, at, step, stored, asks }}
            onLeave={(by) => steps[at + by] && onStep(at + by)}
          />
        </PreviewWindow>
      </div>
      <p className="text-muted text-sm">
        Press through it as a participant would. Nothing is recorded.
      </p>
    </section>
  );
}
