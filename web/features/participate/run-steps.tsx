// Renders one of the steps 1 to 3, and the countdown over the last.

import { useEffect, useRef } from 'react';
import { useStore } from '#web/lib/use-store.ts';
import { DeviceStep } from './device-step.tsx';
import { EndedStep } from './ended-step.tsx';
import { ParticipantFrame } from './participant-frame.tsx';
import type { Participation } from './participation.ts';
import { RecordingStep } from './recording-step.tsx';
import { ShareStep } from './share-step.tsx';

export function RunSteps({ participation }: { participation: Participation }) {
  const { stage, countdown, startFailed } = useStore(participation);
  switch (stage) {
    case 'devices':
      return (
        <ParticipantFrame step={1}>
          <DeviceStep participation={participation} />
        </ParticipantFrame>
      );
    case 'share':
      return (
        <ParticipantFrame step={2}>
          <ShareStep participation={participation} startFailed={startFailed} />
        </ParticipantFrame>
      );
    case 'countdown':
    case 'recording':
      // The prototype loads under the countdown, so that the first frame recorded shows it.
      return (
        <>
          <RecordingStep participation={participation} isCovered={stage === 'countdown'} />
          {stage === 'countdown' && <Countdown value={countdown} />}
        </>
      );
    case 'ended':
      return (
        <ParticipantFrame>
          <EndedStep participation={participation} />
        </ParticipantFrame>
      );
  }
}

/** Countdown over the whole page: 5 to 1, then 'Go!'. */
function Countdown({ value }: { value: number }) {
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => dialog.current?.focus(), []);
  return (
    <div
      ref={dialog}
      tabIndex={-1}
      role="dialog"
      aria-modal
      aria-label="The recording starts in a moment"
      className="fixed inset-0 z-50 grid place-content-center justify-items-center gap-6 bg-canvas"
    >
      <p
        key={value}
        role="timer"
        aria-live="assertive"
        className="appear font-bold text-[clamp(7rem,30vmin,16rem)] text-accent tabular-nums leading-none tracking-[-0.05em]"
      >
        {value > 0 ? value : 'Go!'}
      </p>
      <p className="text-balance px-6 text-center text-lg text-muted">
        Think aloud: say what you see, look for and expect.
      </p>
    </div>
  );
}
