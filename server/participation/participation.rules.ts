// Rules of how people take part in a test.
import { isDeepStrictEqual } from 'node:util';
import type { Participation } from '#contract/participation.ts';
import { PLAIN_SHARED, type SharedParticipation } from '#contract/shared-participation.ts';

/** Returns what the page needs, or null if nothing was chosen. */
export function sharedParticipationOf({
  title: _,
  ...shared
}: Participation): SharedParticipation | null {
  return isDeepStrictEqual(shared, PLAIN_SHARED) ? null : shared;
}
