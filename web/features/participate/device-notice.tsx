// Notice of a missing device in step 0.
import { useEffect, useState } from 'react';
import { Alert } from '#web/ui/alert.tsx';
import { participationOf } from './participation-of.ts';
import type { SharedLink } from './shared-link.ts';

const notices = {
  microphone: {
    title: 'This computer seems to have no microphone.',
    required: 'Connect one to continue, because the test records your voice.',
    optional: 'That is fine: you can take part without it.',
  },
  camera: {
    title: 'This computer seems to have no camera.',
    required: 'Connect one to continue, because the test needs your picture.',
    optional: 'That is fine: your screen and your voice are recorded without it.',
  },
} as const;

/** It does not block, because a device may be connected later, and step 1 checks. */
export function DeviceNotice({ link }: { link: SharedLink }) {
  const { devices } = participationOf(link);
  const missing = useMissingDevices().find((device) => devices[device] !== 'off');
  if (missing === undefined) return null;
  const isRequired = devices[missing] === 'required';
  const { title, required, optional } = notices[missing];
  const isSilent = missing === 'camera' && devices.microphone === 'off';
  return (
    <Alert tone={isRequired ? 'warning' : 'info'} title={title}>
      {isRequired ? required : isSilent ? notices.microphone.optional : optional}
    </Alert>
  );
}

/** Browsers list the kinds of devices even without a permission. */
function useMissingDevices(): readonly (keyof typeof notices)[] {
  const [missing, setMissing] = useState<readonly (keyof typeof notices)[]>([]);
  useEffect(() => {
    const { mediaDevices } = navigator;
    if (!mediaDevices?.enumerateDevices) return;
    const look = () => {
      mediaDevices.enumerateDevices().then(
        (devices) => {
          const lacks = (kind: MediaDeviceKind) => devices.every((device) => device.kind !== kind);
          setMissing([
            ...(lacks('audioinput') ? (['microphone'] as const) : []),
            ...(lacks('videoinput') ? (['camera'] as const) : []),
          ]);
        },
        // Unknown until the device check.
        () => setMissing([]),
      );
    };
    look();
    mediaDevices.addEventListener('devicechange', look);
    return () => mediaDevices.removeEventListener('devicechange', look);
  }, []);
  return missing;
}
