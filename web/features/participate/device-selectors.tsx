// Which camera and microphone are used, and how loud the microphone hears.
import { Camera, Mic } from 'lucide-react';
import type { DeviceCheck, DeviceCheckState } from '#capture/devices/device-check.ts';
import { DEFAULT_DEVICE_ID, type DeviceEntry } from '#capture/devices/device-list.ts';
import type { LevelMeter } from '#capture/devices/level-meter.ts';
import { Store } from '#capture/store.ts';
import { useStore } from '#web/lib/use-store.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Select } from '#web/ui/select.tsx';

interface DeviceSelectorsProps {
  devices: DeviceCheck;
  state: DeviceCheckState;
}

export function DeviceSelectors({ devices, state }: DeviceSelectorsProps) {
  const { list, chosen, stream, level } = state;
  const [camera] = stream?.getVideoTracks() ?? [];
  const [microphone] = stream?.getAudioTracks() ?? [];
  const choose = (part: Partial<DeviceCheckState['chosen']>) => {
    const choice = devices.choose(part);
    choice.catch((error) => console.error('The device could not be changed.', error));
  };
  return (
    <div className="grid w-full items-start gap-4 sm:grid-cols-2">
      <Select
        label="Camera"
        icon={<Camera className="size-4" />}
        value={chosen.camera}
        options={options(list.cameras, camera)}
        onChange={(event) => choose({ camera: event.target.value })}
      />
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
    </div>
  );
}

/** The default option names the device that the browser took for it (Chromium: 'Default - Name'). */
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
