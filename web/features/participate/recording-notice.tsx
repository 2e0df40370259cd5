// What the participant should know while recording: sound lost, no room, no network. Mostly nothing.
import type { RunState } from '#capture/run/capture-run.ts';

/** Less than this behind is an ordinary hiccup. */
const BEHIND_BYTES = 5 * 1024 ** 2;

interface RecordingNoticeProps extends Omit<RunState, 'quality'> {
  /** The shared tab is another one. */
  isAnotherTab: boolean;
}

export function RecordingNotice(state: RecordingNoticeProps) {
  const text = noticeOf(state);
  if (text === null) return null;
  return (
    <p role="status" className="bg-warning-soft px-4 py-2 text-sm text-text">
      {text}
    </p>
  );
}

function noticeOf({
  recorder,
  room,
  durable,
  upload,
  ...rest
}: RecordingNoticeProps): string | null {
  if (rest.isAnotherTab) {
    return 'You are sharing another tab: the prototype is not in the picture. Stop, open the link again and share this tab or the entire screen.';
  }
  if (recorder.microphoneLost) {
    return 'Your microphone is gone: the recording goes on without sound.';
  }
  if (room === 'low') {
    return 'This browser has little room left for the recording, so its picture is coarser for now. Nothing recorded so far is lost.';
  }
  if (room !== 'ok') {
    return 'This browser has no room for more of the recording. It stops soon unless the upload catches up; nothing recorded so far is lost.';
  }
  const isBehind = upload.spooledBytes - upload.storedBytes > BEHIND_BYTES;
  if (upload.connected || !isBehind) return null;
  return durable
    ? 'The connection is lost. Just go on: the recording is kept in this browser until it is back.'
    : 'The connection is lost. Keep this tab open: the recording is kept in it until the connection is back.';
}
