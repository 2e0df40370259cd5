// Maps the state of the page to the obstacle that it reports, without names.
import type { DeviceCheckState } from '#capture/devices/device-check.ts';
import type { DeviceProblem, DisplayProblem } from '#capture/devices/media-problem.ts';
import type { SharedDisplayState } from '#capture/devices/shared-display.ts';
import type { Obstacle } from '#contract/obstacles.ts';
import type { Participation } from './participation.ts';
import type { Refusal } from './shared-link.ts';

const ofDevices: Record<DeviceProblem, Obstacle> = {
  cancelled: 'microphone_refused',
  denied: 'microphone_refused',
  denied_by_system: 'microphone_refused',
  no_microphone: 'no_microphone',
  no_camera: 'camera_refused',
  in_use: 'no_microphone',
  failed: 'no_microphone',
  insecure: 'browser_unable',
  unsupported: 'browser_unable',
};

const ofDisplay: Record<DisplayProblem, Obstacle | null> = {
  devices_first: null,
  cancelled: 'sharing_refused',
  denied: 'sharing_refused',
  failed: 'sharing_refused',
  unsupported: 'browser_unable',
};

const ofRefusal: Record<Refusal['kind'], Obstacle | null> = {
  closed: 'test_closed',
  full: 'test_full',
  // A lack of storage is reported as a full test.
  workspace_full: 'test_full',
  server_full: 'test_full',
  already_taken: 'already_taken',
  // The server has counted the answer.
  screened_out: null,
  personal_link_used: null,
  personal_link_invalid: null,
  crowd: null,
  pilot_refused: null,
  unknown: null,
  unsupported: null,
};

export function refusalObstacle({ kind }: Refusal): Obstacle | null {
  return ofRefusal[kind];
}

/** @param report receives the current obstacle, or null if there is none, until the recording begins */
export function reportObstacles(
  { devices, display, run }: Pick<Participation, 'devices' | 'display' | 'run'>,
  report: (obstacle: Obstacle | null) => void,
): void {
  const look = () => {
    const { phase } = devices.getSnapshot();
    // While the browser's prompt is open, no obstacle is reported.
    if (phase === 'idle' || phase === 'asking' || display.getSnapshot().phase === 'asking') return;
    if (run.getSnapshot().recorder.phase !== 'idle') return;
    report(stepObstacle(devices.getSnapshot(), display.getSnapshot()));
  };
  devices.subscribe(look);
  display.subscribe(look);
}

/** Returns the obstacle at the device check or the shared display, or null. A missing camera is no obstacle. */
export function stepObstacle(
  devices: Pick<DeviceCheckState, 'problem' | 'blocked'>,
  display: Pick<SharedDisplayState, 'phase' | 'problem'>,
): Obstacle | null {
  if (devices.problem === 'denied' && isCameraAlone(devices.blocked)) return 'camera_refused';
  if (devices.problem !== null) return ofDevices[devices.problem];
  if (display.problem !== null) return ofDisplay[display.problem];
  return display.phase === 'ended' ? 'sharing_refused' : null;
}

function isCameraAlone([first, ...others]: DeviceCheckState['blocked']): boolean {
  return first === 'camera' && others.length === 0;
}
