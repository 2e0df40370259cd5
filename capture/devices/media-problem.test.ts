// Table tests of what browsers' refusals mean.
import { describe, expect, it } from 'vitest';
import {
  type DeviceProblem,
  type DisplayProblem,
  deviceProblem,
  displayProblem,
  isCameraMissing,
  isChoiceGone,
  type PermissionFacts,
} from './media-problem.ts';

const refused = (name: string, message = '') => new DOMException(message, name);
const facts = (part: Partial<PermissionFacts> = {}): PermissionFacts => ({
  camera: null,
  microphone: null,
  hasMicrophone: true,
  hasCamera: true,
  ...part,
});

describe('deviceProblem', () => {
  it.each<[string, [DOMException, PermissionFacts], DeviceProblem]>([
    [
      'Chromium, prompt closed',
      [refused('NotAllowedError', 'Permission dismissed'), facts({ camera: 'prompt' })],
      'cancelled',
    ],
    [
      'Chromium, denied',
      [refused('NotAllowedError', 'Permission denied'), facts({ camera: 'denied' })],
      'denied',
    ],
    [
      'Chromium, system',
      [refused('NotAllowedError', 'Permission denied by system'), facts({ camera: 'granted' })],
      'denied_by_system',
    ],
    [
      'denied, nothing known',
      [refused('NotAllowedError', 'The request is not allowed'), facts()],
      'denied',
    ],
    [
      'still asking',
      [refused('NotAllowedError', 'The request is not allowed'), facts({ microphone: 'prompt' })],
      'cancelled',
    ],
    [
      'one denied, one asking',
      [refused('NotAllowedError'), facts({ camera: 'denied', microphone: 'prompt' })],
      'denied',
    ],
    ['no microphone', [refused('NotFoundError'), facts({ hasMicrophone: false })], 'no_microphone'],
    ['no camera', [refused('NotFoundError'), facts({ hasCamera: false })], 'no_camera'],
    ['in use', [refused('NotReadableError', 'Could not start audio source'), facts()], 'in_use'],
    ['anything else', [refused('InvalidStateError'), facts()], 'failed'],
  ])('%s', (_, [error, known], expected) => {
    expect(deviceProblem(error, known)).toBe(expected);
  });

  it('reads what is no error at all', () => {
    expect(deviceProblem('no', facts())).toBe('failed');
  });
});

describe('displayProblem', () => {
  it.each<[string, DOMException, DisplayProblem]>([
    ['picker closed', refused('NotAllowedError', 'Permission denied'), 'cancelled'],
    ['picker closed in Firefox', refused('AbortError'), 'cancelled'],
    ['system', refused('NotAllowedError', 'Permission denied by system'), 'denied'],
    [
      'policy',
      refused(
        'NotAllowedError',
        'Access to the feature "display-capture" is disallowed by permissions policy.',
      ),
      'denied',
    ],
    ['nothing to share', refused('NotFoundError'), 'failed'],
    ['broken', refused('NotReadableError'), 'failed'],
  ])('%s', (_, error, expected) => {
    expect(displayProblem(error)).toBe(expected);
  });
});

describe('what may be tried another way', () => {
  it('falls back to the microphone when the camera is missing or taken', () => {
    expect(isCameraMissing(refused('NotFoundError'))).toBe(true);
    expect(isCameraMissing(refused('NotReadableError'))).toBe(true);
    expect(isCameraMissing(refused('NotAllowedError'))).toBe(false);
  });

  it('falls back to the default when the chosen device has gone', () => {
    expect(isChoiceGone(refused('OverconstrainedError'))).toBe(true);
    expect(isChoiceGone(refused('NotFoundError'))).toBe(false);
  });
});
