// Table test: devices of a test and the parts of a recording to which a participant agreed → devices that are used.
import { expect, it } from 'vitest';
import { PLAIN_SHARED } from '#contract/shared-participation.ts';
import { participationOf, withAgreement } from './participation-of.ts';
import type { SharedLink } from './shared-link.ts';

const devices = { microphone: 'required', camera: 'optional', screen: 'required' } as const;
const link = { participation: { ...PLAIN_SHARED, devices } } as unknown as SharedLink;

it.each([
  ['all parts', ['screen', 'microphone', 'camera'], devices],
  ['without the camera', ['screen', 'microphone'], { ...devices, camera: 'off' }],
  ['nothing', [], { microphone: 'off', camera: 'off', screen: 'off' }],
  ['not known, as an earlier version stored it', undefined, devices],
] as const)('%s', (...[, items, expected]) => {
  expect(participationOf(withAgreement(link, items)).devices).toEqual(expected);
});
