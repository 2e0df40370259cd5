// Notice of a missing device in step 0.
import { useEffect, useState } from 'react';
import { Alert } from '#web/ui/alert.tsx';

const notices = {
  microphone: {
    tone: 'warning',
    title: 'This computer seems to have no microphone.',
    text: 'Connect one to continue, because the test records your voice.',
  },
  camera: {
    tone: 'info',
    title: 'This computer seems to have no camera.',
    text: 'That is fine: your screen and your voice are recorded without it.',
  },
} as const;

/** It does not block, because a device may be connected later, and step 1 checks. */
export function DeviceNotice() {
  const missing = useMissingDevice();
  if (missing === null) return null;
  const { tone, title, text } = notices[missing];
  return (
    <Alert tone={tone} title={title}>
      {text}
    </Alert>
  );
}

/** Browsers list the kinds of devices even without a permission. */
function useMissingDevice(): keyof typeof notices | null {
  const [missing, setMissing] = useState<keyof typeof notices | null>(null);
  useEffect(() => {
    const { mediaDevices } = navigator;
    if (!mediaDevices?.enumerateDevices) return;
    const look = () => {
      mediaDevices.enumerateDevices().then(
        (devices) => {
          const has = (kind: MediaDeviceKind) => devices.some((device) => device.kind === kind);
          setMissing(has('audioinput') ? (has('videoinput') ? null : 'camera') : 'microphone');
        },
        // Unknown until the device check.
        () => setMissing(null),
      );
    };
    look();
    mediaDevices.addEventListener('devicechange', look);
    return () => mediaDevices.removeEventListener('devicechange', look);
  }, []);
  return missing;
}
