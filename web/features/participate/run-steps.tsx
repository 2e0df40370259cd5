// Which of the steps 1 to 3 is shown, and the countdown over the last.
import { useStore } from '#web/lib/use-store.ts';
import { Countdown } from './countdown.tsx';
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
