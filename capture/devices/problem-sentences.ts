// State → sentence for the participant (specification, section 8, and our own where it is silent).
import type { DeviceProblem, DisplayProblem } from './media-problem.ts';
import type { BlockedDevice } from './permission-help.ts';

/** Describes the problem; `help` describes the way out. */
export interface Sentence {
  text: string;
  help: string;
}

const devicesRequired = 'Camera & Microphone permissions are required to proceed.';
const screenRequired = 'Screen sharing is required to proceed with the test. Please try again.';
const screenFailed = 'Screen sharing permission denied or an error occurred. Please try again.';

export const deviceSentences: Record<DeviceProblem, Sentence> = {
  cancelled: {
    text: devicesRequired,
    help: 'The question was closed without an answer. Try again and choose Allow.',
  },
  denied: { text: devicesRequired, help: 'This site is blocked from using them.' },
  denied_by_system: {
    text: devicesRequired,
    help: 'Your computer blocks this browser from using them. Allow the browser in your system’s privacy settings under Camera and Microphone, then try again.',
  },
  no_microphone: {
    text: devicesRequired,
    help: 'No microphone was found. Plug one in or switch it on: it is noticed at once.',
  },
  in_use: {
    text: devicesRequired,
    help: 'Your microphone can’t be opened. Another program may be using it, for example a video call. Close that program and try again.',
  },
  insecure: {
    text: 'This page was opened over an insecure connection.',
    help: 'Browsers allow recording on secure addresses only. Open the link with https:// or ask the person who sent it.',
  },
  unsupported: {
    text: 'This browser can’t record.',
    help: 'Open the link on a computer in a current Chrome, Edge, Firefox or Safari.',
  },
  failed: {
    text: devicesRequired,
    help: 'The browser could not open them. Choose other devices or try again.',
  },
};

/** Returns the help for `denied` in browsers that report which of the two devices they refuse. */
export function blockedHelp([only, ...others]: readonly BlockedDevice[]): string {
  if (only === undefined || others.length > 0) return deviceSentences.denied.help;
  return `This site is blocked from using the ${only}.`;
}

export const displaySentences: Record<DisplayProblem, Sentence> = {
  devices_first: {
    text: 'Please allow camera and microphone permissions first.',
    help: 'Go back one step to check them.',
  },
  cancelled: {
    text: screenRequired,
    help: 'Choose ‘Entire Screen’ in the browser’s dialog, select the screen and press Share.',
  },
  denied: {
    text: screenFailed,
    help: 'Your computer blocks this browser from recording the screen. Allow the browser in your system’s privacy settings under Screen Recording, restart it and open this link again.',
  },
  unsupported: {
    text: 'This browser can’t share the screen.',
    help: 'Phones and tablets can’t. Open the link on a computer in a current Chrome, Edge, Firefox or Safari.',
  },
  failed: { text: screenFailed, help: 'The browser could not start it.' },
};
