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
  const withScreen = { ...uses, screen: 'required' } as const;
  expect(stageNames(withScreen)).toEqual(stages);
  expect(introWords(withScreen)).toMatchObject({
    devices,
    consent: line,
    screen: 'required',
  });
});

it('has no stage and no device without a screen', () => {
  const uses = { microphone: 'off', camera: 'off', screen: 'off' } as const;
  expect(stageNames(uses)).toEqual(['User Details']);
  expect(introWords(uses)).toMatchObject({
    devices: '',
    aloud: '',
    screen: 'off',
    consent: 'By continuing, you agree that your clicks and answers are stored.',
  });
});
