// Which of the steps 1 to 3 is shown, and the countdown over the last.
import { useSyncExternalStore } from 'react';
import { Countdown } from './countdown.tsx';
import { DeviceStep } from './device-step.tsx';
import { EndedStep } from './ended-step.tsx';
import { ParticipantFrame } from './participant-frame.tsx';
import type { Participation } from './participation.ts';
import { RecordingStep } from './recording-step.tsx';
import { ShareStep } from './share-step.tsx';

export function RunSteps({ participation }: { participation: Participation }) {
  const { subscribe, getSnapshot } = participation;
  const { stage, countdown, startFailed } = useSyncExternalStore(subscribe, getSnapshot);
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
