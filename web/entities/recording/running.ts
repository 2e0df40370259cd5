// Recordings that run: live, or silent once nothing was heard of their participants for a while. The server decides;
// a page asks again when the first live one may have fallen silent, and hears when a silent one is live again.
import type { RecordingInfo } from '#contract/recordings.ts';
import type { RunningCounts } from '#contract/test-summary.ts';

type Running = Pick<RecordingInfo, 'state' | 'silentInMs'>;

/** Null: it is over. */
export function presenceOf({ state, silentInMs }: Running): 'live' | 'silent' | null {
  if (state === 'ready') return null;
  return silentInMs === 0 ? 'silent' : 'live';
}

/** `5 live · 1 silent`, without what there is none of; empty when none runs. */
export function runningText({ live, silent }: Pick<RunningCounts, 'live' | 'silent'>): string {
  return [live > 0 && `${live} live`, silent > 0 && `${silent} silent`].filter(Boolean).join(' · ');
}

/** Epoch milliseconds at which a live one may be silent, of an answer that came at `nowMs`; null: it is not live. */
export function silentAtMs(
  { silentInMs }: Pick<Running, 'silentInMs'>,
  nowMs: number,
): number | null {
  return silentInMs ? nowMs + silentInMs : null;
}

/** An answer that is on its way for as long comes after the moment it is asked for. */
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
