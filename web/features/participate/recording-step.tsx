// Step 3: the prototype at full height under a thin bar, with self-view and dots. Renders when the
// stage changes; what changes every second renders alone, so that the prototype does not.
import { useStore } from '#web/lib/use-store.ts';
import { CameraCircle } from './camera-circle.tsx';
import type { Participation } from './participation.ts';
import { PrototypeView } from './prototype-view.tsx';
import { RecordingBar } from './recording-bar.tsx';
import { RecordingNotice } from './recording-notice.tsx';

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
        <PrototypeView participation={participation} />
        <SelfView participation={participation} />
      </main>
    </div>
  );
}

function SelfView({ participation: { devices } }: { participation: Participation }) {
  const stream = useStore(devices, (state) => state.stream);
  const hasCamera = useStore(devices, (state) => state.hasCamera);
  if (!hasCamera) return null;
  return (
    <CameraCircle
      stream={stream}
      hasCamera
      className="pointer-events-none absolute bottom-4 left-4 size-24 shadow-lg sm:size-28"
    />
  );
}
