// The call that takes heatmaps ahead of the session's end.
import { linkNodeId } from '#contract/prototypes.ts';
import type { SpooledHeatmap, SpooledSession } from '../spool/spool.ts';
import { send } from './call.ts';

/** A picture of a long page over a slow line; later it goes with the last call. */
const TIMEOUT_MS = 30_000;

/** Stores heatmaps of a session that goes on. @throws CallError */
export async function sendHeatmaps(
  session: SpooledSession,
  heatmaps: readonly SpooledHeatmap[],
  signal: AbortSignal,
): Promise<void> {
  const form = new FormData();
  appendHeatmaps(form, heatmaps);
  await send(`/api/sessions/${session.sessionId}/heatmaps`, {
    method: 'POST',
    token: session.token,
    body: form,
    timeoutMs: TIMEOUT_MS,
    signal,
  });
}

/** One PNG a screen, named by the screen's id as links write it. */
export function appendHeatmaps(form: FormData, heatmaps: readonly SpooledHeatmap[]): void {
  for (const { screenId, png } of heatmaps) {
    const name = linkNodeId(screenId);
    form.append(name, png, `${name}.png`);
  }
}
