// The place of a thing in the report of its test, and the address that opens it.
import type { Clip } from '#contract/clips.ts';
import type { EvidenceInput, Finding } from '#contract/findings.ts';
import type { FindingId, TestId } from '#contract/ids.ts';
import { pages } from '#web/lib/pages.ts';
import { isSameNumber } from './number-text.ts';

/** Parameter of a report's address: the finding that it opens at. */
export const FINDING_PARAM = 'finding';

export function reportHref(testId: TestId, findingId: FindingId): string {
  const query = new URLSearchParams({ tab: 'report', [FINDING_PARAM]: findingId });
  return `${pages.test.href(testId)}?${query}`;
}

/** Returns the first finding with this evidence, or null if the report does not have it. */
export function findingWith(
  findings: readonly Finding[],
  evidence: EvidenceInput,
): FindingId | null {
  return findings.find((one) => one.evidence.some((each) => isSame(each, evidence)))?.id ?? null;
}

function isSame(stored: Finding['evidence'][number], evidence: EvidenceInput): boolean {
  if (stored.kind === 'number') {
    return evidence.kind === 'number' && isSameNumber(stored.number, evidence.number);
  }
  if (stored.kind === 'clip') {
    const { clip } = stored;
    return evidence.kind === 'clip' && typeof clip !== 'string' && clip.id === evidence.clipId;
  }
  const { note } = stored;
  return evidence.kind === 'note' && typeof note !== 'string' && note.id === evidence.noteId;
}

/** A beginning for those who have none. */
export const OWN_SENTENCE = 'People could not ';

/** Returns a first sentence for a new finding from the words of its evidence, without counts, which follow the results. */
export function suggestedSentence(what: string): string {
  const rest = what.replace(/^[\d,]+ (?:of (?:the )?[\d,]+ ?)?(?:people|person)?[: ]*/, '');
  if (rest === '') return OWN_SENTENCE;
  return rest === what ? what : `People ${rest}`;
}

/** A clip as the dialog 'Add to report' needs it. */
export function reportableClip({ id, title, recording }: Clip) {
  return {
    what: title === '' ? `Clip of ${recording.participantName}` : title,
    sentence: suggestedSentence(title),
    evidence: { kind: 'clip', clipId: id } as const,
  };
}
