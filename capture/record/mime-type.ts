// Which container and codecs a recording gets.

/**
 * In order of preference. VP9 halves the bytes of VP8 on screens; h264 inside WebM comes out
 * unseekable, so MP4 (all that older Safari has) stands before what a browser takes by itself.
 */
const preferred = [
  'video/webm;codecs=vp9,opus',
  'video/webm;codecs=vp8,opus',
  'video/mp4',
] as const;

/**
 * The best type the browser records, or empty: then it takes its own.
 * @param isSupported `MediaRecorder.isTypeSupported`.
 */
export function recordingType(isSupported: (type: string) => boolean): string {
  return preferred.find((type) => isSupported(type)) ?? '';
}
