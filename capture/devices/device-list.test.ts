// Tests of the choices that both device selectors offer.
import { describe, expect, it } from 'vitest';
import { type DeviceFacts, deviceList, hasDevice } from './device-list.ts';

const device = (kind: MediaDeviceKind, deviceId: string, label = ''): DeviceFacts => ({
  kind,
  deviceId,
  label,
});

describe('deviceList', () => {
  it('has a default option each without permission', () => {
    const before = [device('videoinput', ''), device('audioinput', '')];
    const { cameras, microphones } = deviceList(before);
    expect(cameras.map((option) => option.label)).toEqual(['Default camera']);
    expect(microphones.map((option) => option.label)).toEqual(['Default microphone']);
  });

  it('lists real devices by label and leaves aliases and outputs out', () => {
    const { cameras, microphones } = deviceList([
      device('audioinput', 'default', 'Default - Desk'),
      device('audioinput', 'communications', 'Communications - Desk'),
      device('audioinput', 'a1', 'Desk'),
      device('audioinput', 'a2'),
      device('audiooutput', 'o1', 'Speakers'),
      device('videoinput', 'v1', 'Lid'),
    ]);
    expect(cameras.map((option) => option.deviceId)).toEqual(['', 'v1']);
    expect(microphones.map((option) => option.label)).toEqual([
      'Default microphone',
      'Desk',
      'Microphone 2',
    ]);
  });
});

describe('hasDevice', () => {
  it('sees unnamed devices', () => {
    expect(hasDevice([device('audioinput', '')], 'audioinput')).toBe(true);
    expect(hasDevice([device('videoinput', '')], 'audioinput')).toBe(false);
  });
});
