// Which screen each click led to: the first one presented after it, before the next click.
import type { Step } from './steps.ts';

interface Pressed {
  screenId: string;
  /** Milliseconds since the recording started. */
  atMs: number;
  /** Whether the prototype reacted; null when the message did not say. */
  reacted: boolean | null;
}

/** A change comes some ms before or after its press; measured as in derive.ts. A slow connection takes longer. */
const LEADS_WITHIN_MS = 3000;

/**
 * @param clicks in the order of their messages
 * @param steps of the path, in the order of their presentation
 * @returns for each click the screen that it led to; null: to none
 */
export function ledTo(clicks: readonly Pressed[], steps: readonly Step[]): (string | null)[] {
  let next = 0;
  return clicks.map((click, at) => {
    while (isBefore(steps[next], click)) next += 1;
    const step = steps[next];
    const { atMs, reacted } = click;
    if (reacted === false || !step) return null;
    const untilMs = Math.min(
      atMs + LEADS_WITHIN_MS,
      clicks[at + 1]?.atMs ?? Number.POSITIVE_INFINITY,
    );
    return step.enteredAtMs <= untilMs ? step.screenId : null;
  });
}

/** A click whose screen's own message was lost stands for it: both have one time. */
function isBefore(step: Step | undefined, { atMs, screenId }: Pressed): boolean {
  if (!step) return false;
  return step.enteredAtMs < atMs || (step.enteredAtMs === atMs && step.screenId === screenId);
}
