// Rows of findings and their evidence → what the contract answers. Used by the team's calls and by links for viewing.

import type { Evidence, Finding, Gone } from '#contract/findings.ts';
import type { ClipId, FindingId, NoteId } from '#contract/ids.ts';
import { reportNumber } from '#contract/report-numbers.ts';
import { readClips, readNotes, type TaskOfTest } from '#server/notes/notes-by-id.db.ts';
import type { Database } from '#server/platform/db/database.ts';
import { authorshipFromRow } from '#server/versions/versioned-rows.db.ts';
import { type EvidenceRow, type FindingRow, readEvidence, readFindings } from './findings.db.ts';

/** Findings of a test in order. @param ids these alone */
export async function loadFindings(
  db: Database,
  ofTask: TaskOfTest,
  ids?: readonly FindingId[],
): Promise<Finding[]> {
  const rows = await readFindings(db, ofTask, ids);
  const evidence = await readEvidence(
    db,
    rows.map(({ id }) => id),
  );
  const [clips, notes] = await Promise.all([
    readClips(db, ofTask, clipsOf(evidence)),
    readNotes(db, ofTask, notesOf(evidence)),
  ]);
  const evidenceFromRow = (row: EvidenceRow): Evidence => {
    const { id, kind } = row;
    switch (kind) {
      case 'clip':
        return { id, kind, clip: clips.get(row.clip_id ?? '') ?? unavailableReason(row) };
      case 'note':
        return { id, kind, note: notes.get(row.note_id ?? '') ?? unavailableReason(row) };
      case 'number':
        return { id, kind, number: reportNumber.parse(row.number) };
    }
  };
  const ofFinding = Map.groupBy(evidence, ({ finding_id }) => finding_id);
  return rows.map((row) => findingFromRow(row, (ofFinding.get(row.id) ?? []).map(evidenceFromRow)));
}

function findingFromRow(row: FindingRow, evidence: Evidence[]): Finding {
  const { id, sentence, text, by_rule: isByRule, severity, recommendation } = row;
  return {
    ...authorshipFromRow(row),
    ...{ id, sentence, text, isByRule, severity, recommendation, evidence },
  };
}

/** Why a clip or a note is not there. */
export function unavailableReason({ withdrawn }: { withdrawn: boolean }): Gone {
  return withdrawn ? 'withdrawn' : 'deleted';
}

function clipsOf(rows: readonly EvidenceRow[]): ClipId[] {
  return rows.flatMap(({ clip_id }) => (clip_id === null ? [] : [clip_id]));
}

function notesOf(rows: readonly EvidenceRow[]): NoteId[] {
  return rows.flatMap(({ note_id }) => (note_id === null ? [] : [note_id]));
}
