// Rules of how people take part in a test.
import { isDeepStrictEqual } from 'node:util';
import type { Participation } from '#contract/participation.ts';
import { PLAIN_SHARED, type SharedParticipation } from '#contract/shared-participation.ts';
import type { PanelStep } from '#contract/steps.ts';

/**
 * Returns what the page needs, or null if nothing was chosen.
 * The rules of screening questions stay here.
 */
export function sharedParticipationOf(
  { title: _title, consent: _consent, ...chosen }: Participation,
  {
    screener,
    consent,
  }: { screener: readonly PanelStep[]; consent: SharedParticipation['consent'] },
): SharedParticipation | null {
  const shared = { ...chosen, consent, screener: screener.map(withoutRules) };
  return isDeepStrictEqual(shared, PLAIN_SHARED) ? null : shared;
}

function withoutRules(step: PanelStep): PanelStep {
  return step.kind === 'question' ? { ...step, screening: undefined } : step;
}
