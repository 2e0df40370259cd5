// How many participants of a test record at this moment, in words.
import type { Test } from '#contract/tests.ts';

/** Null when nobody does. */
export function recordingNow({ recordings_info }: Pick<Test, 'recordings_info'>): string | null {
  const count = recordings_info.filter(({ state }) => state === 'receiving').length;
  return count === 0 ? null : `${count} recording now`;
}
