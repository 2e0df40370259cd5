// Reads which recording a page's address names. The router's own decoding turns `%252F` into a
// slash, so the segments are taken from the address itself: names may hold any character.
import type { RecordingAddress } from '#contract/paths.ts';

/** Null when the address is not one of a recording (a stray '%', a segment missing). */
export function readRecordingAddress(pathname: string): RecordingAddress | null {
  const [, api, tests, ...segments] = pathname.replace(/\/$/, '').split('/');
  if (api !== 'api' || tests !== 'tests' || segments.length !== 5) return null;
  const decoded = segments.map(decode);
  const [uniqueId, testId, company, testName, userTimestamp] = decoded;
  if (!(uniqueId && testId && company && testName && userTimestamp)) return null;
  return { uniqueId, testId, company, testName, userTimestamp };
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not percent-encoding: no address of ours.
    return null;
  }
}
