// What the participant should know while recording: sound lost, no space, no network. Usually nothing.
import type { SharedDisplayState } from '#capture/devices/shared-display.ts';
import type { RunState } from '#capture/run/capture-run.ts';
import { RECORDING_MAX_MS } from '#contract/limits.ts';
import { useStore } from '#web/lib/use-store.ts';
import type { Participation } from './participation.ts';

/** Less than this behind is an ordinary hiccup. */
const BEHIND_BYTES = 5 * 1024 ** 2;
/** Enough to come to an end. */
const LAST_MS = 60_000;

export function RecordingNotice({ participation }: { participation: Participation }) {
  const { run, display } = participation;
  const isAnotherTab = useStore(display, (state) => state.isAnotherTab);
  const text = useStore(run, (state) => recordingNotice(state, { isAnotherTab }));
  // Present while empty: screen readers announce only what enters a known region.
  return (
    <div role="status" className="bg-warning-soft text-sm text-text">
      {text && <p className="px-4 py-2">{text}</p>}
    </div>
  );
}

/** The one sentence that matters most now. */
export function recordingNotice(
  { recorder, space, durable, upload }: RunState,
  { isAnotherTab }: Pick<SharedDisplayState, 'isAnotherTab'>,
): string | null {
  if (recorder.elapsedMs >= RECORDING_MAX_MS - LAST_MS) {
    return 'Less than a minute left: the recording stops after twenty minutes, and nothing of it is lost.';
  }
  if (isAnotherTab) {
    return 'You are sharing another tab: the prototype is not in the picture.';
  }
  if (recorder.microphoneLost) {
    return 'Your microphone is gone: the recording goes on without sound.';
  }
  if (recorder.microphoneMuted) {
    return 'Your microphone is muted, by its own switch or by the system: you are not heard until it is switched on again.';
  }
  if (space === 'low') {
    return 'This browser has little space left for the recording, so its picture is coarser for now. Nothing recorded so far is lost.';
  }
  if (space !== 'ok') {
    return 'This browser has no space for more of the recording. It stops soon unless the upload catches up; nothing recorded so far is lost.';
  }
  const isBehind = upload.spooledBytes - upload.storedBytes > BEHIND_BYTES;
  if (upload.connected || !isBehind) return null;
  return durable
    ? 'The connection is lost. Just go on: the recording is kept in this browser until it is back.'
    : 'The connection is lost. Keep this tab open: the recording is kept in it until the connection is back.';
}
