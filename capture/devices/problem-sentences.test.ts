// The sentences of section 8 come first; more exact help follows.
import { expect, it } from 'vitest';
import { deviceSentence, displaySentences } from './problem-sentences.ts';

it.each(['cancelled', 'denied', 'denied_by_system', 'no_microphone', 'in_use', 'failed'] as const)(
  'devices: %s',
  (problem) => {
    const { text, help } = deviceSentence(problem, ['camera', 'microphone'], ['microphone']);
    expect(text).toBe('Camera & Microphone permissions are required to proceed.');
    expect(help).not.toBe('');
  },
);

it.each([
  [['microphone'], ['microphone'], 'Microphone permission is required to proceed.'],
  [['camera'], ['camera'], 'Camera permission is required to proceed.'],
  [['camera', 'microphone'], ['camera'], 'Camera permission is required to proceed.'],
  [['microphone'], [], 'This page has no access to your microphone.'],
] as const)('devices %j, of which %j are required', (used, required, text) => {
  expect(deviceSentence('cancelled', used, required).text).toBe(text);
});

it('names the camera where it is the only device', () => {
  expect(deviceSentence('in_use', ['camera'], []).help).toMatch(/^Your camera can’t be opened/);
});

it.each([
  ['devices_first', 'Please allow camera and microphone permissions first.'],
  ['cancelled', 'Screen sharing is required to proceed with the test. Please try again.'],
  ['denied', 'Screen sharing permission denied or an error occurred. Please try again.'],
  ['failed', 'Screen sharing permission denied or an error occurred. Please try again.'],
] as const)('screen: %s', (problem, text) => {
  expect(displaySentences[problem].text).toBe(text);
});
