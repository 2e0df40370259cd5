// The calls of a session beside its video: messages, heatmaps, and the two ways to end it.
import type { RawEvent } from '#contract/events.ts';
import { HEATMAPS_MAX } from '#contract/limits.ts';
import { linkNodeId } from '#contract/prototypes.ts';
import { sessions } from '#contract/sessions.api.ts';
import type { RecordingEnd, SpooledHeatmap, SpooledSession } from '../spool/spool.ts';
import { CallError, type SessionAccess, sendOf } from './call.ts';

/** A batch of messages is a few kB. */
const EVENTS_TIMEOUT_MS = 15_000;
/** One heatmap of a long screen over a slow connection; later it goes with the last call. */
const HEATMAPS_TIMEOUT_MS = 30_000;
/** A server that closes a long recording answers the last call within this time; a busy one may need more. */
const FINISH_LEAST_TIMEOUT_MS = 20_000;
const FINISH_MOST_TIMEOUT_MS = 120_000;
/** Dozens of heatmaps over a slow connection, in bytes a millisecond (20 kbit/s). */
const SLOW_BYTES_PER_MS = 2.5;
const ABANDON_TIMEOUT_MS = 15_000;

const never = new AbortController().signal;

/**
 * Sends a batch of raw messages. An empty batch only requests the state.
 * @returns how many messages the server has, counted from the first without a gap, and whether it
 * accepts no more
 */
export async function sendEvents(
  session: SpooledSession,
  events: readonly RawEvent[],
  signal: AbortSignal,
): Promise<{ stored: number; full: boolean }> {
  const response = await sendOf(session, sessions.events, {
    json: { events },
    timeoutMs: EVENTS_TIMEOUT_MS,
    signal,
  });
  return sessions.events.answer.parse(await response.json());
}

/** Stores heatmaps of a running session. @throws CallError */
export async function sendHeatmaps(
  session: SpooledSession,
  heatmaps: readonly SpooledHeatmap[],
  signal: AbortSignal,
): Promise<void> {
  const form = new FormData();
  appendHeatmaps(form, heatmaps);
  await sendOf(session, sessions.heatmaps, {
    body: form,
    timeoutMs: HEATMAPS_TIMEOUT_MS,
    signal,
  });
}

/**
 * Finishes the session (specification, section 7); the same call again gets the same answer.
 * @param parts what goes with the upload's id.
 * @throws CallError
 */
export async function finishSession(
  session: SpooledSession,
  parts: {
    events: readonly RawEvent[];
    heatmaps: readonly SpooledHeatmap[];
    end: RecordingEnd;
    /** Number of failed calls before this one, each of which doubles the timeout. */
    failures: number;
  },
  signal: AbortSignal,
): Promise<void> {
  const form = new FormData();
  form.set('upload', session.uploadId);
  form.set('name', session.participantName);
  const events = JSON.stringify(parts.events);
  form.set('events', events);
  if (parts.end !== 'stopped') form.set('ended', parts.end);
  const heatmaps = parts.heatmaps.slice(0, HEATMAPS_MAX);
  appendHeatmaps(form, heatmaps);
  const sizeBytes = heatmaps.reduce((sum, { png }) => sum + png.size, events.length);
  const firstMs = FINISH_LEAST_TIMEOUT_MS + sizeBytes / SLOW_BYTES_PER_MS;
  const response = await sendOf(session, sessions.finish, {
    body: form,
    timeoutMs: Math.min(FINISH_MOST_TIMEOUT_MS, firstMs * 2 ** parts.failures),
    signal,
  });
  sessions.finish.answer.parse(await response.json());
}

/**
 * Ends a session in which nothing was recorded, so that its slot is free; may run while the page goes away.
 * @returns whether the server answered; when not, it does the same after a while without a sign of life.
 */
export async function abandonSession(session: SessionAccess): Promise<boolean> {
  try {
    await sendOf(session, sessions.abandon, {
      timeoutMs: ABANDON_TIMEOUT_MS,
      aside: { keepalive: true },
      signal: never,
    });
    return true;
  } catch (error) {
    const status = error instanceof CallError ? error.failure.status : 0;
    return status > 0 && status < 500;
  }
}

/** One PNG a screen, named by the screen's id as links write it. */
function appendHeatmaps(form: FormData, heatmaps: readonly SpooledHeatmap[]): void {
  for (const { screenId, png } of heatmaps) {
    const name = linkNodeId(screenId);
    form.append(name, png, `${name}.png`);
  }
}
