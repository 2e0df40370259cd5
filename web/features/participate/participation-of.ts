// The part of a link that only tests with something before or after them have.

import type {
  Agreement,
  ConsentItem,
  LinkParameters,
  ScreeningAnswers,
} from '#contract/sessions.ts';
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
  consent: Agreement;
}

/** Returns it, or that of a plain test where this page cannot read it. */
export function participationOf({
  participation,
}: Pick<SharedLink, 'participation'>): SharedParticipation {
  const parsed = sharedParticipation.safeParse(participation);
  return parsed.success ? parsed.data : PLAIN_SHARED;
}

/** Returns the parts of a recording that a test with these devices makes. */
export function itemsOf(devices: SharedParticipation['devices']): ConsentItem[] {
  const items = ['screen', 'microphone', 'camera'] as const;
  return items.filter((item) => devices[item] !== 'off');
}

/**
 * Returns a link whose devices are off to which the participant did not agree.
 * @param items undefined where it is not known what they agreed to
 */
export function withAgreement(
  link: SharedLink,
  items: readonly ConsentItem[] | undefined,
): SharedLink {
  if (!items) return link;
  const participation = participationOf(link);
  const use = (item: ConsentItem) => (items.includes(item) ? participation.devices[item] : 'off');
  const devices = { microphone: use('microphone'), camera: use('camera'), screen: use('screen') };
  return { ...link, participation: { ...participation, devices } };
}
