// Detects browsers that cannot record.

export type BrowserObstacle = 'insecure' | 'no_screen' | 'no_recorder';

/** Returns the reason why this browser cannot record, or null if it may. Devices are checked later. */
export function browserObstacle(): BrowserObstacle | null {
  if (!isSecureContext) return 'insecure';
  if (!navigator.mediaDevices || !('getDisplayMedia' in navigator.mediaDevices)) return 'no_screen';
  return typeof MediaRecorder === 'undefined' ? 'no_recorder' : null;
}
