// Example answers of calls whose answer is not JSON: the content, and the headers with meaning.
import { exportId, recordingId, uploadId, workspaceId } from './example-names.ts';

export interface RawAnswerExample {
  description: string;
  /** Media type of the body, if there is one. */
  type?: string;
  /** A second media type that the body may have. */
  otherType?: string;
  headers?: Record<string, string>;
  /** A body that is text. */
  body?: string;
}

const png = {
  type: 'image/png',
  headers: { 'Cache-Control': 'private, no-cache' },
};
const webp = { type: 'image/webp', headers: { 'Cache-Control': 'private, no-cache' } };

/** Example answer for each row without a JSON answer, by `group.name`. */
export const rawAnswerExamples: Record<string, RawAnswerExample> = {
  'accounts.signIn': {
    description: 'To the issuer’s sign-in page.',
    headers: { Location: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=…&state=…' },
  },
  'accounts.signInReturn': {
    description: 'To `next`, signed in.',
    headers: { Location: '/dashboard' },
  },
  'accounts.openEmailChange': {
    description: 'To the page of the change.',
    headers: { Location: '/email-change#mX2c8Vd0rJ7Yt4sQ9wLk1nB5hG3fP6zA0uEoIyTbRsM' },
  },
  'uploads.discover': {
    description: 'What this server speaks; no credentials are needed.',
    headers: {
      'Tus-Resumable': '1.0.0',
      'Tus-Version': '1.0.0',
      'Tus-Extension': 'creation,creation-defer-length',
      'Tus-Max-Size': '2147483648',
    },
  },
  'uploads.discoverOne': {
    description: 'The same at the address of an upload.',
    headers: { 'Tus-Resumable': '1.0.0', 'Tus-Version': '1.0.0' },
  },
  'uploads.create': {
    description: 'Where the upload goes.',
    headers: { 'Tus-Resumable': '1.0.0', Location: `/api/uploads/${uploadId}` },
  },
  'uploads.append': {
    description: 'How many bytes are stored. HEAD answers 200 with the same headers.',
    headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '262144', 'Upload-Defer-Length': '1' },
  },
  'stills.poster': { description: 'The poster, WebP or JPEG.', ...webp },
  'stills.sheet': { description: 'One sheet of 5 × 2 stills, WebP or JPEG.', ...webp },
  'screens.image': { description: 'The image.', ...png },
  'transcripts.file': {
    description: 'The file, as `format` says: WebVTT here.',
    type: 'text/vtt',
    body: 'WEBVTT\n\n00:01:01.200 --> 00:01:03.000\nWhere is the basket?\n',
  },
  'recordings.video': {
    description:
      'The whole video, WebM or MP4 as the browser recorded it. With `Range` 206 and `Content-Range: bytes 0-1023/18350112`; with a matching `If-None-Match` 304.',
    type: 'video/webm',
    otherType: 'video/mp4',
    headers: {
      'Accept-Ranges': 'bytes',
      'Content-Length': '18350112',
      ETag: `"${recordingId}-18350112"`,
    },
  },
  'clips.video': {
    description: 'The same of a clip.',
    type: 'video/webm',
    otherType: 'video/mp4',
    headers: {
      'Accept-Ranges': 'bytes',
      'Clip-Early-Ms': '1240',
      'Content-Length': '4350112',
      ETag: `"${recordingId}-18350112-38200-51200"`,
    },
  },
  'myRecording.video': {
    description: 'As of `recordings.video`.',
    type: 'video/webm',
    otherType: 'video/mp4',
    headers: { 'Accept-Ranges': 'bytes', 'Content-Length': '18350112' },
  },
  'testExports.archive': {
    description:
      'The whole archive. With `Range` 206 and `Content-Range: bytes 1000-1914012873/1914012874`, with `HEAD` its size alone.',
    type: 'application/zip',
    headers: {
      'Accept-Ranges': 'bytes',
      'Content-Length': '1914012874',
      ETag: `"${exportId}"`,
      'Content-Disposition': 'attachment; filename="checkout_2026-11-22.zip"',
    },
  },
  'testExports.file': {
    description: 'The table or text.',
    type: 'text/csv',
    body: '\ufeffsession,session_id,revision\r\n12,019aa381-60e4-7b7e-a1d4-0c2b9f6d8e21,1\r\n',
  },
  'reels.download': {
    description: 'The archive; with `Range` 206 and `Content-Range`, with `HEAD` its size alone.',
    type: 'application/zip',
    headers: {
      'Accept-Ranges': 'bytes',
      'Content-Length': '48211904',
      ETag: '"pVh3mYl0dRk2sQ9bZc7wFg"',
      'Content-Disposition': 'attachment; filename="Checkout.zip"',
    },
  },
  'recordings.heatmapImage': { description: 'The heatmap.', ...png },
  'updates.stream': {
    description: 'Open until either side ends it.',
    type: 'text/event-stream',
    body: `event: opened\ndata: {"workspaceId":"${workspaceId}"}\n\nevent: beat\ndata: {}\n\n`,
  },
};
