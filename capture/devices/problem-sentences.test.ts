// The sentences of section 8 come first; more exact help follows.
import { expect, it } from 'vitest';
import { deviceSentences, displaySentences } from './problem-sentences.ts';

it.each(['cancelled', 'denied', 'denied_by_system', 'no_microphone', 'in_use', 'failed'] as const)(
  'devices: %s',
  (problem) => {
    const { text, help } = deviceSentences[problem];
    expect(text).toBe('Camera & Microphone permissions are required to proceed.');
    expect(help).not.toBe('');
  },
);

it.each([
  ['devices_first', 'Please allow camera and microphone permissions first.'],
  ['cancelled', 'Screen sharing is required to proceed with the test. Please try again.'],
  ['denied', 'Screen sharing permission denied or an error occurred. Please try again.'],
  ['failed', 'Screen sharing permission denied or an error occurred. Please try again.'],
] as const)('screen: %s', (problem, text) => {
  expect(displaySentences[problem].text).toBe(text);
});
