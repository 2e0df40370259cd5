// Table tests of the obstacles that the page reports.
import { expect, it } from 'vitest';
import type { DeviceProblem, DisplayProblem } from '#capture/devices/media-problem.ts';
import type { BlockedDevice } from '#capture/devices/permission-help.ts';
import { refusalObstacle, stepObstacle } from './obstacles.ts';

const devices = (problem: DeviceProblem | null = null, blocked: BlockedDevice[] = []) => ({
  problem,
  blocked,
});
const display = (problem: DisplayProblem | null = null, phase: 'idle' | 'ended' = 'idle') => ({
  phase,
  problem,
});

it.each([
  ['nothing', devices(), display(), null],
  ['a closed question', devices('cancelled'), display(), 'microphone_refused'],
  ['both refused', devices('denied', ['camera', 'microphone']), display(), 'microphone_refused'],
  ['refused, of what is not known', devices('denied'), display(), 'microphone_refused'],
  ['the camera refused', devices('denied', ['camera']), display(), 'camera_refused'],
  ['no microphone', devices('no_microphone'), display(), 'no_microphone'],
  ['a microphone in use', devices('in_use'), display(), 'no_microphone'],
  ['an insecure page', devices('insecure'), display(), 'browser_unable'],
  ['a picker that was closed', devices(), display('cancelled'), 'sharing_refused'],
  ['sharing the system refuses', devices(), display('denied'), 'sharing_refused'],
  ['a phone', devices(), display('unsupported'), 'browser_unable'],
  ['sharing that ended before the recording', devices(), display(null, 'ended'), 'sharing_refused'],
  ['a press out of turn', devices(), display('devices_first'), null],
])('%s', (...[, atDevices, atDisplay, obstacle]) => {
  expect(stepObstacle(atDevices, atDisplay)).toBe(obstacle);
});

it.each([
  ['closed', 'test_closed'],
  ['full', 'test_full'],
  ['server_full', 'test_full'],
  ['already_taken', 'already_taken'],
  ['crowd', null],
] as const)('a start that is refused: %s', (kind, obstacle) => {
  expect(refusalObstacle({ kind })).toBe(obstacle);
});
