// The part of a link that only tests with something before or after them have.

import type { LinkParameters, ScreeningAnswers } from '#contract/sessions.ts';
import {
  PLAIN_SHARED,
  type SharedParticipation,
  sharedParticipation,
} from '#contract/shared-participation.ts';
import type { SharedLink } from './shared-link.ts';

/** Facts that a participant brings to the start of a session, beside the name. */
export interface Brought {
  parameters: LinkParameters;
  /** Answers to screening questions. */
  answers: ScreeningAnswers;
}

/** Returns it, or that of a plain test where this page cannot read it. */
export function participationOf({
  participation,
}: Pick<SharedLink, 'participation'>): SharedParticipation {
  const parsed = sharedParticipation.safeParse(participation);
  return parsed.success ? parsed.data : PLAIN_SHARED;
}
