// Table tests: the state of the device check → devices to go on without.
import { expect, it } from 'vitest';
import type { DeviceProblem } from '#capture/devices/media-problem.ts';
import type { BlockedDevice } from '#capture/devices/permission-help.ts';
import type { DeviceUse } from '#contract/shared-participation.ts';
import { waysAround } from './ways-around.ts';

const uses = (microphone: DeviceUse, camera: DeviceUse) => ({ microphone, camera });
const [camera, microphone]: BlockedDevice[] = ['camera', 'microphone'];

it.each<
  [ReturnType<typeof uses>, DeviceProblem | null, BlockedDevice[], (BlockedDevice | undefined)[][]]
>([
  [uses('required', 'optional'), null, [], []],
  [uses('required', 'optional'), 'cancelled', [], [[camera]]],
  [uses('required', 'optional'), 'denied', ['camera'], [[camera]]],
  [uses('required', 'optional'), 'denied', ['microphone'], []],
  [uses('required', 'optional'), 'no_microphone', [], []],
  [uses('required', 'required'), 'denied', ['camera'], []],
  [uses('optional', 'required'), 'no_microphone', [], [[microphone]]],
  [uses('optional', 'optional'), null, [], [[camera, microphone]]],
  [uses('optional', 'optional'), 'denied', [], [[camera], [microphone], [camera, microphone]]],
  [uses('optional', 'optional'), 'no_camera', [], [[camera], [camera, microphone]]],
  [uses('optional', 'optional'), 'insecure', [], []],
  [uses('optional', 'off'), null, [], [[microphone]]],
  [uses('optional', 'off'), 'denied', [], [[microphone]]],
  [uses('required', 'off'), 'denied', [], []],
])('%j after %s of %j', (...[used, problem, blocked, ways]) => {
  const phase = problem === null ? 'idle' : 'problem';
  expect(waysAround({ phase, problem, blocked, uses: used })).toEqual(ways);
});
