// Reads the address of a recording's page, the present and the earlier one.
import type { RecordingAddress } from '#contract/paths.ts';

/**
 * Returns the address for the calls of a recording's page, whose names may be empty. Null if the path is not one of a
 * recording (a stray '%', a segment missing).
 */
export function readRecordingAddress(pathname: string): RecordingAddress | null {
  const segments = pathname.replace(/\/$/, '').split('/').slice(1).map(decode);
  const [uniqueId, testId, ...names] = segments.slice(segments[0] === 'recordings' ? 1 : 2);
  if (!uniqueId || !testId || !names.every(Boolean)) return null;
  if (segments[0] === 'recordings' && names.length === 1) {
    const [timestamp] = names;
    return { uniqueId, testId, company: '', testName: '', userTimestamp: `_${timestamp}` };
  }
  const [company, testName, userTimestamp] = names;
  const isEarlier = segments[0] === 'api' && segments[1] === 'tests' && names.length === 3;
  if (!isEarlier || !company || !testName || !userTimestamp) return null;
  return { uniqueId, testId, company, testName, userTimestamp };
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    // The segment is no percent-encoding, so the address is not ours.
    return null;
  }
}
