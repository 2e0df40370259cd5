// Meaning of the browser's refusals: cancelled, denied, no device, in use, insecure or unsupported.

/** Why camera and microphone are not there. */
export type DeviceProblem =
  | 'cancelled'
  | 'denied'
  | 'denied_by_system'
  | 'no_microphone'
  | 'no_camera'
  | 'in_use'
  | 'insecure'
  | 'unsupported'
  | 'failed';

/** Why the screen is not shared. */
export type DisplayProblem = 'devices_first' | 'cancelled' | 'denied' | 'unsupported' | 'failed';

/** Settings that help to explain a refusal. */
export interface PermissionFacts {
  /** State of the Permissions API, or null if the browser does not report it. */
  camera: PermissionState | null;
  microphone: PermissionState | null;
  /** The value is false if a microphone is requested and there is none. */
  hasMicrophone: boolean;
  /** The value is false if there is no camera, and the request fails for that reason. */
  hasCamera: boolean;
}

/**
 * Reads a rejection of getUserMedia (names: Media Capture and Streams, section 10.2). Chromium's
 * message distinguishes a closed prompt ('Permission dismissed') from the system's refusal ('… by
 * system'). In other browsers a permission in state `prompt` was not denied.
 */
export function deviceProblem(error: unknown, facts: PermissionFacts): DeviceProblem {
  const { name, message } = nameAndMessage(error);
  if (name === 'NotAllowedError' || name === 'SecurityError') return refusal(message, facts);
  if (name === 'NotFoundError') return missingDevice(facts);
  if (name === 'NotReadableError' || name === 'AbortError') return 'in_use';
  return 'failed';
}

function missingDevice({ hasMicrophone, hasCamera }: PermissionFacts): DeviceProblem {
  if (!hasMicrophone) return 'no_microphone';
  return hasCamera ? 'failed' : 'no_camera';
}

function refusal(message: string, facts: PermissionFacts): DeviceProblem {
  if (/system/i.test(message)) return 'denied_by_system';
  if (/dismissed/i.test(message)) return 'cancelled';
  const states = [facts.camera, facts.microphone];
  if (states.includes('denied')) return 'denied';
  return states.includes('prompt') ? 'cancelled' : 'denied';
}

/**
 * Reads a rejection of getDisplayMedia. Chromium's message shows whether NotAllowedError is a
 * closed picker or a refusal.
 */
export function displayProblem(error: unknown): DisplayProblem {
  const { name, message } = nameAndMessage(error);
  if (name === 'AbortError') return 'cancelled';
  if (name !== 'NotAllowedError') return name === 'SecurityError' ? 'denied' : 'failed';
  return /system|policy|disallowed/i.test(message) ? 'denied' : 'cancelled';
}

/** Returns true if the camera is the only reason, so that the microphone alone may still work. */
export function isCameraMissing(error: unknown): boolean {
  const { name } = nameAndMessage(error);
  return name === 'NotFoundError' || name === 'NotReadableError';
}

/** Returns true if a selected device is missing, so that the default one may still work. */
export function isChoiceGone(error: unknown): boolean {
  return nameAndMessage(error).name === 'OverconstrainedError';
}

function nameAndMessage(error: unknown): { name: string; message: string } {
  if (error instanceof Error || error instanceof DOMException) {
    return { name: error.name, message: error.message };
  }
  return { name: '', message: '' };
}
