// Step 1: camera and microphone, with preview and level.

import { Camera, Mic } from 'lucide-react';
import {
  type DeviceCheck,
  type DeviceCheckState,
  usedDevices,
} from '#capture/devices/device-check.ts';
import { DEFAULT_DEVICE_ID, type DeviceEntry } from '#capture/devices/device-list.ts';
import type { DeviceUses } from '#capture/devices/device-stream.ts';
import type { LevelMeter } from '#capture/devices/level-meter.ts';
import { type BlockedDevice, permissionHelp } from '#capture/devices/permission-help.ts';
import { blockedHelp, deviceSentence } from '#capture/devices/problem-sentences.ts';
import { Store } from '#capture/store.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Select } from '#web/ui/select.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { CameraCircle } from './camera-circle.tsx';
import { deviceNames } from './device-words.ts';
import type { Participation } from './participation.ts';
import { StepHeading } from './step-heading.tsx';
import { waysAround } from './ways-around.ts';

export function DeviceStep({ participation }: { participation: Participation }) {
  const { devices } = participation;
  const state = useStore(devices);
  const isReady = state.phase === 'ready';
  const { title, text } = headingOf(state, participation.uses);
  const names = deviceNames(state.uses);
  const allow = () => {
    devices.open().catch((error) => console.error('The devices could not be opened.', error));
  };
  return (
    <Card className="grid justify-items-center gap-6 sm:p-8">
      <StepHeading title={title}>{text}</StepHeading>
      <Problem state={state} />
      {state.uses.camera !== 'off' && (
        <CameraCircle
          stream={state.stream}
          hasCamera={state.hasCamera}
          isRequested={isReady || state.phase === 'problem'}
          className="size-36 sm:size-44"
        />
      )}
      <DeviceSelectors devices={devices} state={state} />
      {isReady ? (
        <Button
          size="lg"
          className="w-full"
          // Absorbs the second half of a double click on 'Allow'.
          onClick={({ detail }) => detail < 2 && participation.continueToShare()}
        >
          Continue
        </Button>
      ) : (
        <Button
          size="lg"
          className="w-full max-[22rem]:px-2"
          busy={state.phase === 'asking'}
          busyLabel="Waiting for your answer…"
          onClick={allow}
        >
          {`Allow ${names}`}
        </Button>
      )}
      {!isReady && <WaysAround participation={participation} state={state} />}
    </Card>
  );
}

/** Buttons of a participant who can't or won't give an optional device. */
function WaysAround({
  participation,
  state,
}: {
  participation: Participation;
  state: DeviceCheckState;
}) {
  const ways = waysAround(state);
  const goOn = (without: readonly BlockedDevice[]) => {
    participation.devices
      .openWithout(without)
      .then(() => {
        const { uses } = participation.devices.getSnapshot();
        if (usedDevices(uses).length === 0) participation.continueToShare();
      })
      .catch((error) => console.error('The devices could not be opened.', error));
  };
  if (ways.length === 0) return null;
  return (
    <div className="grid w-full gap-3">
      {ways.map((devices) => {
        const [left] = usedDevices(state.uses).filter((device) => !devices.includes(device));
        const without = devices.length > 1 ? 'microphone and camera' : `a ${devices[0]}`;
        return (
          <Button
            key={without}
            variant="secondary"
            disabled={state.phase === 'asking'}
            onClick={() => goOn(devices)}
          >
            {left ? `Use the ${left} alone` : `Continue without ${without}`}
          </Button>
        );
      })}
    </div>
  );
}

function headingOf({ phase, hasCamera, stream }: DeviceCheckState, uses: DeviceUses): Sentence {
  const hasVoice = uses.microphone !== 'off';
  const isSpoken = (stream?.getAudioTracks().length ?? 0) > 0;
  const level = 'Say something: the bar below moves when your microphone hears you.';
  if (phase !== 'ready') {
    const names = deviceNames(uses, 'camera');
    const isBoth = uses.camera !== 'off' && hasVoice;
    const recorded = hasVoice
      ? 'Your screen and your voice are recorded.'
      : 'Your screen is recorded.';
    const picture = uses.camera === 'off' ? '' : ' Your picture shows in a corner of the screen.';
    return { title: isBoth ? `Check ${names}` : `Check your ${names}`, text: recorded + picture };
  }
  if (!isSpoken)
    return { title: 'Great! You are looking cool', text: 'Your voice is not recorded.' };
  if (hasCamera) return { title: 'Great! You are looking cool', text: level };
  const title = 'Great! Your microphone is on';
  if (uses.camera === 'off') return { title, text: level };
  return {
    title,
    text: `No camera is on, which is fine: your voice and your screen are what counts. ${level}`,
  };
}

interface Sentence {
  title: string;
  text: string;
}

function Problem({ state: { problem, blocked, uses } }: { state: DeviceCheckState }) {
  if (problem === null) return null;
  const used = usedDevices(uses);
  const required = used.filter((device) => uses[device] === 'required');
  const { text, help } = deviceSentence(problem, used, required);
  return (
    <Alert tone={required.length > 0 ? 'danger' : 'warning'} title={text} className="w-full">
      {problem === 'denied'
        ? `${blockedHelp(blocked)} ${permissionHelp(navigator.userAgent, blocked.length > 0 ? blocked : used)}`
        : help}
    </Alert>
  );
}

interface DeviceSelectorsProps {
  devices: DeviceCheck;
  state: DeviceCheckState;
}

/** Selects the camera and the microphone, and shows the microphone's level. */
function DeviceSelectors({ devices, state }: DeviceSelectorsProps) {
  const { list, chosen, stream, level, uses } = state;
  const [camera] = stream?.getVideoTracks() ?? [];
  const [microphone] = stream?.getAudioTracks() ?? [];
  const choose = (part: Partial<DeviceCheckState['chosen']>) => {
    const choice = devices.choose(part);
    choice.catch((error) => console.error('The device could not be changed.', error));
  };
  const used = usedDevices(uses);
  return (
    <div
      className={classNames('grid w-full items-start gap-4', used.length > 1 && 'sm:grid-cols-2')}
    >
      {used.includes('camera') && (
        <Select
          label="Camera"
          icon={<Camera className="size-4" />}
          value={chosen.camera}
          options={options(list.cameras, camera)}
          onChange={(event) => choose({ camera: event.target.value })}
        />
      )}
      {used.includes('microphone') && (
        <div className="grid gap-2">
          <Select
            label="Microphone"
            icon={<Mic className="size-4" />}
            value={chosen.microphone}
            options={options(list.microphones, microphone)}
            onChange={(event) => choose({ microphone: event.target.value })}
          />
          <LevelBar meter={level} />
        </div>
      )}
    </div>
  );
}

/** The default option contains the name of the browser's default device (Chromium: 'Default - Name'). */
function options(entries: readonly DeviceEntry[], inUse: MediaStreamTrack | undefined) {
  return entries.map(({ deviceId, label }) => {
    const name = deviceId === DEFAULT_DEVICE_ID ? inUse?.label : undefined;
    return { value: deviceId, label: name ? `Default: ${name.replace(/^Default - /, '')}` : label };
  });
}

const silent = new Store(0);
const SEGMENTS = Array.from({ length: 20 }, (_, index) => (index + 1) / 20);

/** The microphone's level in segments that light up with the voice. */
function LevelBar({ meter }: { meter: LevelMeter | null }) {
  const level = useStore(meter ?? silent);
  return (
    <>
      <meter aria-label="Microphone level" value={level} className="sr-only" />
      <div aria-hidden className="flex h-2 gap-0.5 forced-color-adjust-none">
        {SEGMENTS.map((from) => (
          <span
            key={from}
            className={classNames(
              'flex-1 rounded-full',
              level >= from ? 'bg-success' : 'bg-sunken inset-ring inset-ring-line',
            )}
          />
        ))}
      </div>
    </>
  );
}
