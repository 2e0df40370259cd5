// Rules and badges of running recordings: live, or silent if their participants have sent nothing
// for a while.
import type { RecordingInfo } from '#contract/recording-info.ts';
import type { RunningCounts } from '#contract/test-summary.ts';
import { formatTime } from '#web/lib/format-time.ts';
import { Badge, Pulse } from '#web/ui/badge.tsx';

interface PresenceBadgeProps {
  presence: ReturnType<typeof presenceOf>;
  /** The session has clicks and answers alone, which no one can watch live. */
  isAlone: boolean;
}

/** Live or silent; nothing of one that is over. */
export function PresenceBadge({ presence, isAlone }: PresenceBadgeProps) {
  if (presence === null) return null;
  if (isAlone && presence === 'live') return <Badge>In progress</Badge>;
  if (presence === 'live') {
    return (
      <Badge tone="danger">
        <Pulse />
        Live
      </Badge>
    );
  }
  return <Badge tone="warning">Silent</Badge>;
}

/** Describes a silent recording: the event, the stored part, and the next step. */
export function silentText({ lastHeardAt }: Pick<RecordingInfo, 'lastHeardAt'>): string {
  const since = lastHeardAt === null ? '' : ` since ${formatTime(lastHeardAt)}`;
  return `No data${since}. Everything until then is saved. The recording continues if the participant’s connection returns.`;
}

/** `5 live · 1 silent`; nothing when none runs. */
export function RunningBadge({ running }: { running: RunningCounts }) {
  const text = runningText(running);
  if (text === '') return null;
  return (
    <Badge tone={running.live > 0 ? 'danger' : 'warning'}>
      {running.live > 0 && <Pulse />}
      <span className="tabular-nums">{text}</span>
    </Badge>
  );
}

// The server decides whether a recording is silent. A page refetches when the first live one may
// have become silent, and the stream of updates reports when a silent one is live again.

type Running = Pick<RecordingInfo, 'state' | 'silentInMs'>;

/** Returns the presence, or null if the recording is over. */
export function presenceOf({ state, silentInMs }: Running): 'live' | 'silent' | null {
  if (state === 'ready') return null;
  return silentInMs === 0 ? 'silent' : 'live';
}

/** `5 live · 1 silent`, without what there is none of; empty when none runs. */
export function runningText({ live, silent }: Pick<RunningCounts, 'live' | 'silent'>): string {
  return [live > 0 && `${live} live`, silent > 0 && `${silent} silent`].filter(Boolean).join(' · ');
}

/** Epoch milliseconds at which a live one may be silent, of an answer that came at `nowMs`, or null if it is not live. */
export function silentAtMs(
  { silentInMs }: Pick<Running, 'silentInMs'>,
  nowMs: number,
): number | null {
  return silentInMs ? nowMs + silentInMs : null;
}

/** Added to the moment of a request, so that its answer is not computed too early. */
const MARGIN_MS = 250;
/** After a call that failed. */
const AGAIN_MS = 5000;

/**
 * For `refetchInterval`: milliseconds until a live recording may be silent; false when none is live.
 * @param answeredAtMs when these recordings, or counts of them, were answered
 */
export function untilSilentMs(
  recordings: readonly Pick<Running, 'silentInMs'>[],
  answeredAtMs: number,
  nowMs: number = Date.now(),
): number | false {
  const live = recordings.flatMap(({ silentInMs }) => silentInMs || []);
  if (live.length === 0) return false;
  const ms = answeredAtMs + Math.min(...live) + MARGIN_MS - nowMs;
  return ms > 0 ? ms : AGAIN_MS;
}
