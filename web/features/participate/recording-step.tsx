// Step 3: the prototype at full height under a thin bar, with self-view and dots. Renders when the
// stage changes; what changes every second renders alone, so that the prototype does not.
import type { Participation } from './participation.ts';
import { PrototypeView } from './prototype-view.tsx';
import { RecordingBar } from './recording-bar.tsx';
import { RecordingNotice } from './recording-notice.tsx';
import { SelfView } from './self-view.tsx';

interface RecordingStepProps {
  participation: Participation;
  /** The countdown stands above: nothing here can be reached yet. */
  isCovered: boolean;
}

export function RecordingStep({ participation, isCovered }: RecordingStepProps) {
  return (
    <div inert={isCovered} className="flex h-dvh flex-col">
      <RecordingBar {...{ participation, isCovered }} />
      <RecordingNotice participation={participation} />
      <main className="relative min-h-0 flex-1">
        <SelfView participation={participation} />
        <PrototypeView participation={participation} />
      </main>
    </div>
  );
}
