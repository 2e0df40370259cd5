// Step 1: camera and microphone, with preview and level.
import type { DeviceCheckState } from '#capture/devices/device-check.ts';
import { permissionHelp } from '#capture/devices/permission-help.ts';
import { blockedHelp, deviceSentences } from '#capture/devices/problem-sentences.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { CameraCircle } from './camera-circle.tsx';
import { DeviceSelectors } from './device-selectors.tsx';
import type { Participation } from './participation.ts';
import { StepHeading } from './step-heading.tsx';

export function DeviceStep({ participation }: { participation: Participation }) {
  const { devices } = participation;
  const state = useStore(devices);
  const isReady = state.phase === 'ready';
  const { title, text } = headingOf(state);
  const allow = () => {
    devices.open().catch((error) => console.error('The devices could not be opened.', error));
  };
  return (
    <Card className="grid justify-items-center gap-6 sm:p-8">
      <StepHeading title={title}>{text}</StepHeading>
      <Problem state={state} />
      <CameraCircle
        stream={state.stream}
        hasCamera={state.hasCamera}
        isAsked={isReady || state.phase === 'problem'}
        className="size-36 sm:size-44"
      />
      <DeviceSelectors {...{ devices, state }} />
      {isReady ? (
        <Button
          size="lg"
          className="w-full"
          // The second half of a double click on 'Allow' lands here.
          onClick={({ detail }) => detail < 2 && participation.continueToShare()}
        >
          Continue
        </Button>
      ) : (
        <Button
          size="lg"
          className="w-full"
          busy={state.phase === 'asking'}
          busyLabel="Waiting for your answer…"
          onClick={allow}
        >
          Allow microphone and camera
        </Button>
      )}
    </Card>
  );
}

function headingOf({ phase, hasCamera }: DeviceCheckState): { title: string; text: string } {
  if (phase !== 'ready') {
    return {
      title: 'Check camera and microphone',
      text: 'Your screen and your voice are recorded. Your picture shows in a corner of the screen.',
    };
  }
  if (hasCamera) {
    return {
      title: 'Great! You are looking cool',
      text: 'Say something: the bar below moves when your microphone hears you.',
    };
  }
  return {
    title: 'Great! Your microphone is on',
    text: 'No camera is on, which is fine: your voice and your screen are what counts. Say something: the bar below moves when your microphone hears you.',
  };
}

function Problem({ state: { problem, blocked } }: { state: DeviceCheckState }) {
  if (problem === null) return null;
  const { text, help } = deviceSentences[problem];
  return (
    <Alert tone="danger" title={text} className="w-full">
      {problem === 'denied'
        ? `${blockedHelp(blocked)} ${permissionHelp(navigator.userAgent, blocked)}`
        : help}
    </Alert>
  );
}
