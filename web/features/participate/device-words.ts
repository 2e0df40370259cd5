// Words for the devices that a test uses. Those of a plain test are the specification's.
import type { SharedParticipation } from '#contract/shared-participation.ts';

type Uses = SharedParticipation['devices'];
type Devices = Pick<Uses, 'microphone' | 'camera'>;

/** Names of the devices that are used: 'microphone and camera', or empty without any. */
export function deviceNames(devices: Devices, first: keyof Devices = 'microphone'): string {
  const second = first === 'camera' ? 'microphone' : 'camera';
  return ([first, second] as const).filter((name) => devices[name] !== 'off').join(' and ');
}

/** Labels of the steps before the recording. */
export function stageNames(devices: Uses): string[] {
  const permissions = { camera: 'Camera Permissions', microphone: 'Microphone Permission' };
  const device = devices.camera === 'off' ? 'microphone' : 'camera';
  const isUsed = devices[device] !== 'off';
  return [
    'User Details',
    ...(isUsed ? [permissions[device]] : []),
    ...(devices.screen === 'off' ? [] : ['Screen Sharing']),
  ];
}

/** Texts of step 0 that depend on the devices. */
export interface IntroWords {
  /** Empty without a device. */
  devices: string;
  screen: Uses['screen'];
  /** Instruction after the tasks. */
  aloud: string;
  consent: string;
}

export function introWords(uses: Uses): IntroWords {
  const names = deviceNames(uses, 'camera');
  return {
    screen: uses.screen,
    devices: names && `Check your ${names}`,
    aloud: uses.microphone === 'off' ? '' : ' and think aloud',
    consent: consentLine(uses),
  };
}

function consentLine(uses: Uses): string {
  if (uses.screen === 'off') {
    return 'By continuing, you agree that your clicks and answers are stored.';
  }
  const names = deviceNames(uses, 'camera').replace(' and ', ', ');
  if (names === '') return 'By continuing, you consent to screen recording access.';
  const and = names.includes(',') ? ', and' : ' and';
  return `By continuing, you consent to ${names}${and} screen recording access.`;
}
