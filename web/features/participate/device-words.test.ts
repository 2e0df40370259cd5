// Table tests: the devices of a test → what its participants read. The first row is the specification's.
import { expect, it } from 'vitest';
import { deviceNames, introWords, stageNames } from './device-words.ts';

const consent = (what: string) => `By continuing, you consent to ${what} access.`;

it.each([
  [
    { microphone: 'required', camera: 'optional' },
    'microphone and camera',
    ['User Details', 'Camera Permissions', 'Screen Sharing'],
    'Check your camera and microphone',
    consent('camera, microphone, and screen recording'),
  ],
  [
    { microphone: 'optional', camera: 'off' },
    'microphone',
    ['User Details', 'Microphone Permission', 'Screen Sharing'],
    'Check your microphone',
    consent('microphone and screen recording'),
  ],
  [
    { microphone: 'off', camera: 'required' },
    'camera',
    ['User Details', 'Camera Permissions', 'Screen Sharing'],
    'Check your camera',
    consent('camera and screen recording'),
  ],
  [
    { microphone: 'off', camera: 'off' },
    '',
    ['User Details', 'Screen Sharing'],
    '',
    consent('screen recording'),
  ],
] as const)('%j', (...[uses, names, stages, devices, line]) => {
  expect(deviceNames(uses)).toBe(names);
  expect(stageNames(uses)).toEqual(stages);
  expect(introWords(uses)).toMatchObject({ devices, consent: line });
});
