// Step 1: camera and microphone, with preview and level.
import { Mic } from 'lucide-react';
import type { DeviceCheckState } from '#capture/devices/device-check.ts';
import type { DeviceEntry } from '#capture/devices/device-list.ts';
import type { LevelMeter } from '#capture/devices/level-meter.ts';
import { permissionHelp } from '#capture/devices/permission-help.ts';
import { blockedHelp, deviceSentences } from '#capture/devices/problem-sentences.ts';
import { Store } from '#capture/store.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { CameraCircle } from './camera-circle.tsx';
import type { Participation } from './participation.ts';
import { StepHeading } from './step-heading.tsx';

export function DeviceStep({ participation }: { participation: Participation }) {
  const { devices } = participation;
  const state = useStore(devices);
  const isReady = state.phase === 'ready';
  const allow = () => {
    devices.open().catch((error) => console.error('The devices could not be opened.', error));
  };
  return (
    <Card className="grid justify-items-center gap-6 sm:p-8">
      <StepHeading title={isReady ? 'Great! You are looking cool' : 'Check camera and microphone'}>
        {isReady
          ? 'Say something: the bar below moves when your microphone hears you.'
          : 'Your screen and your voice are recorded. Your picture shows in a corner of the screen.'}
      </StepHeading>
      <Problem state={state} />
      <CameraCircle stream={state.stream} hasCamera={state.hasCamera} className="size-44" />
      <LevelBar meter={state.level} />
      <Selectors {...{ participation, state }} />
      {isReady && !state.hasCamera && (
        <Alert tone="info" className="w-full">
          No camera can be used, so you won’t see yourself. That is fine: your voice and screen are
          what counts.
        </Alert>
      )}
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

function Selectors(props: { participation: Participation; state: DeviceCheckState }) {
  const { list, chosen } = props.state;
  const choose = (part: Partial<DeviceCheckState['chosen']>) => {
    const choice = props.participation.devices.choose(part);
    choice.catch((error) => console.error('The device could not be changed.', error));
  };
  return (
    <div className="grid w-full gap-4 sm:grid-cols-2">
      <Select
        label="Camera"
        value={chosen.camera}
        options={options(list.cameras)}
        onChange={(event) => choose({ camera: event.target.value })}
      />
      <Select
        label="Microphone"
        value={chosen.microphone}
        options={options(list.microphones)}
        onChange={(event) => choose({ microphone: event.target.value })}
      />
    </div>
  );
}

function options(entries: readonly DeviceEntry[]) {
  return entries.map(({ deviceId, label }) => ({ value: deviceId, label }));
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

const silent = new Store(0);

/** The microphone's level as a bar that moves with the voice. */
function LevelBar({ meter }: { meter: LevelMeter | null }) {
  const level = useStore(meter ?? silent);
  return (
    <div className="flex w-full max-w-56 items-center gap-2.5 text-muted">
      <Mic aria-hidden className="size-4.5 shrink-0" />
      <meter aria-label="Microphone level" value={level} className="sr-only" />
      <div
        aria-hidden
        className="h-2 flex-1 overflow-hidden rounded-full bg-sunken inset-ring inset-ring-line"
      >
        <div
          className="h-full origin-left bg-success transition-transform duration-75"
          style={{ transform: `scaleX(${level})` }}
        />
      </div>
    </div>
  );
}
