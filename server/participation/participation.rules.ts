// Rules of how people take part in a test.
import { isDeepStrictEqual } from 'node:util';
import {
  type Participation,
  PLAIN_PARTICIPATION,
  type SharedParticipation,
} from '#contract/participation.ts';

/** Returns what the page needs, or null if nothing was chosen. */
export function sharedParticipationOf({
  title: _,
  ...shared
}: Participation): SharedParticipation | null {
  const { title: _title, ...plain } = PLAIN_PARTICIPATION;
  return isDeepStrictEqual(shared, plain) ? null : shared;
}
