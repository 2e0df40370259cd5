// Devices without which a participant may go on at the device check.
import { type DeviceCheckState, usedDevices } from '#capture/devices/device-check.ts';
import type { BlockedDevice } from '#capture/devices/permission-help.ts';

type State = Pick<DeviceCheckState, 'phase' | 'problem' | 'blocked' | 'uses'>;

/**
 * Returns sets of devices to go on without: all of them at any time, and one of two when it may be the reason of the problem.
 */
export function waysAround(state: State): BlockedDevice[][] {
  const { phase, problem, uses } = state;
  if (problem === 'insecure' || problem === 'unsupported') return [];
  const used = usedDevices(uses);
  const optional = used.filter((device) => uses[device] === 'optional');
  const isProblem = phase === 'problem' && used.length > 1;
  const single = isProblem ? optional.filter((device) => isSuspect(state, device)) : [];
  const ways = single.map((device) => [device]);
  return optional.length === used.length ? [...ways, optional] : ways;
}

function isSuspect({ problem, blocked }: State, device: BlockedDevice): boolean {
  if (problem === 'no_camera') return device === 'camera';
  if (problem === 'no_microphone' || problem === 'in_use') return device === 'microphone';
  return blocked.length === 0 || blocked.includes(device);
}
