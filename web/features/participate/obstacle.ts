// What makes a recording impossible here: known before anything is typed or a place is taken.

export type Obstacle = 'insecure' | 'no_screen' | 'no_recorder';

/** Null where a recording may work; devices are looked for later. */
export function obstacleOf(): Obstacle | null {
  if (!isSecureContext) return 'insecure';
  if (!navigator.mediaDevices || !('getDisplayMedia' in navigator.mediaDevices)) return 'no_screen';
  return typeof MediaRecorder === 'undefined' ? 'no_recorder' : null;
}
