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

const DENIED_HELP = 'This site is blocked from using them.';

const unable: Partial<Record<DeviceProblem, Sentence>> = {
  insecure: {
    text: 'This page was opened over an insecure connection.',
    help: 'Browsers allow recording on secure addresses only. Open the link with https:// or ask the person who sent it.',
  },
  unsupported: {
    text: 'This browser can’t record.',
    help: 'Open the link on a computer in a current Chrome, Edge, Firefox or Safari.',
  },
};

/** @param used devices that the check requests, of which those in `required` are required */
export function deviceSentence(
  problem: DeviceProblem,
  used: readonly BlockedDevice[],
  required: readonly BlockedDevice[],
): Sentence {
  return unable[problem] ?? { text: titleOf(used, required), help: helpOf(problem, used) };
}

function titleOf(used: readonly BlockedDevice[], required: readonly BlockedDevice[]): string {
  const [only] = required;
  if (only === undefined)
    return `This page has no access to your ${used.toReversed().join(' and ')}.`;
  // An optional camera is requested together with the microphone.
  if (used.length > 1 && required.includes('microphone')) return devicesRequired;
  return `${only === 'camera' ? 'Camera' : 'Microphone'} permission is required to proceed.`;
}

function helpOf(problem: DeviceProblem, used: readonly BlockedDevice[]): string {
  const device = used.includes('microphone') ? 'microphone' : 'camera';
  const settings = used.length > 1 ? 'Camera and Microphone' : capitals[device];
  switch (problem) {
    case 'cancelled':
      return 'The question was closed without an answer. Try again and choose Allow.';
    case 'denied_by_system':
      return `Your computer blocks this browser from using them. Allow the browser in your system’s privacy settings under ${settings}, then try again.`;
    case 'no_microphone':
      return 'No microphone was found. Plug one in or switch it on: it is noticed at once.';
    case 'no_camera':
      return 'No camera was found. Plug one in or switch it on: it is noticed at once.';
    case 'in_use':
      return `Your ${device} can’t be opened. Another program may be using it, for example a video call. Close that program and try again.`;
    case 'failed':
      return 'The browser could not open them. Choose other devices or try again.';
    default:
      return DENIED_HELP;
  }
}

const capitals = { microphone: 'Microphone', camera: 'Camera' };

/** Returns the help for `denied` in browsers that report which of the two devices they refuse. */
export function blockedHelp([only, ...others]: readonly BlockedDevice[]): string {
  if (only === undefined || others.length > 0) return DENIED_HELP;
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
