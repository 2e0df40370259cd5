// The call that finishes a session (specification, section 7; product description, reading 19).
import type { RawEvent } from '#contract/events.ts';
import { HEATMAPS_MAX } from '#contract/limits.ts';
import { pathSegment } from '#contract/paths.ts';
import { sessions } from '#contract/sessions.api.ts';
import type { SpooledHeatmap, SpooledSession } from '../spool/spool.ts';
import { send } from './call.ts';
import { appendHeatmaps } from './heatmaps-call.ts';

/** Dozens of heatmaps over a slow line. */
const TIMEOUT_MS = 120_000;

/** What goes with the upload's id. */
export interface FinishParts {
  events: readonly RawEvent[];
  heatmaps: readonly SpooledHeatmap[];
}

/**
 * Finishes the session; the same call again gets the same answer.
 * @returns `{participant name}_{epoch milliseconds}`: the recording's name.
 */
export async function finishSession(
  session: SpooledSession,
  parts: FinishParts,
  signal: AbortSignal,
): Promise<string> {
  const response = await send(finishAddress(session), {
    method: 'POST',
    token: session.token,
    body: finishForm(session, parts),
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  return sessions.finish.answer.parse(await response.json()).userTimestamp;
}

/** `/api/link/upload/{uniqueId}/{testId}/{testName}/{company}`. */
export function finishAddress(session: SpooledSession): string {
  const { uniqueId, testId, testName, company } = session;
  return `/api/link/upload/${[uniqueId, testId, testName, company].map(pathSegment).join('/')}`;
}

function finishForm(session: SpooledSession, parts: FinishParts): FormData {
  const form = new FormData();
  form.set('upload', session.uploadId);
  form.set('name', session.participantName);
  form.set('events', JSON.stringify(parts.events));
  appendHeatmaps(form, parts.heatmaps.slice(0, HEATMAPS_MAX));
  return form;
}
