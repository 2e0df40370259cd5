// Whether this browser can record at all.

export type BrowserObstacle = 'insecure' | 'no_screen' | 'no_recorder';

/** What makes a recording impossible here; null where it may work: devices are looked for later. */
export function browserObstacle(): BrowserObstacle | null {
  if (!isSecureContext) return 'insecure';
  if (!navigator.mediaDevices || !('getDisplayMedia' in navigator.mediaDevices)) return 'no_screen';
  return typeof MediaRecorder === 'undefined' ? 'no_recorder' : null;
}
