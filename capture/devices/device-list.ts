// Cameras and microphones to choose from; labels are there once permission is granted.

export interface DeviceEntry {
  /** Empty: the system's default. */
  deviceId: string;
  label: string;
}

type DeviceKind = 'videoinput' | 'audioinput';

export interface DeviceList {
  cameras: DeviceEntry[];
  microphones: DeviceEntry[];
}

/** `deviceId` of the option that leaves the choice to the system. */
export const DEFAULT_DEVICE_ID = '';

/** The part of `enumerateDevices` that the check reads. */
export type DeviceFacts = Pick<MediaDeviceInfo, 'deviceId' | 'label' | 'kind'>;

/** Options of both selectors, each with a default first (specification, section 2); only that before permission. */
export function deviceList(devices: readonly DeviceFacts[]): DeviceList {
  return {
    cameras: [option('Default camera'), ...entries(devices, 'videoinput')],
    microphones: [option('Default microphone'), ...entries(devices, 'audioinput')],
  };
}

/** Returns whether there is any device of a kind, with or without a label. */
export function hasDevice(devices: readonly DeviceFacts[], kind: DeviceKind): boolean {
  return devices.some((device) => device.kind === kind);
}

function option(label: string): DeviceEntry {
  return { deviceId: DEFAULT_DEVICE_ID, label };
}

/** Empty before permission; the others are Chromium's second names of listed devices. */
const aliases = new Set(['', 'default', 'communications']);

function entries(devices: readonly DeviceFacts[], kind: DeviceKind): DeviceEntry[] {
  const real = devices.filter((device) => device.kind === kind && !aliases.has(device.deviceId));
  const word = kind === 'videoinput' ? 'Camera' : 'Microphone';
  return real.map(({ deviceId, label }, index) => ({
    deviceId,
    label: label || `${word} ${index + 1}`,
  }));
}
