// When something last happened with a test.
import type { Test } from '#contract/tests.ts';

/** The newest recording or the last edit, whichever is later, in epoch milliseconds. */
export function lastActivityMs(test: Pick<Test, 'updatedAt' | 'storedTimeStamp'>): number {
  return Math.max(Date.parse(test.updatedAt), test.storedTimeStamp ?? 0);
}
