// What a caller gives as evidence → what is stored: numbers get value, definition and time, clips and notes must be of the
// test.

import { AppError } from '#contract/errors.ts';
import type { EvidenceInput } from '#contract/findings.ts';
import type { NumberInput, ReportNumber } from '#contract/report-numbers.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import { readClips, readNotes } from '#server/notes/present-noted.db.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { TASK_STEP } from '#server/revisions/steps.rules.ts';
import type { NewEvidence } from './findings.db.ts';
import { numberDefinitions } from './number-definitions.ts';
import { numbersOf } from './report-numbers.ts';

/** @throws AppError bad_input for a clip or a note that the test does not have */
export async function newEvidence(
  parts: Parts,
  test: Authorized<TestRef>,
  given: readonly EvidenceInput[],
): Promise<NewEvidence[]> {
  const { db } = parts;
  const measure = numbersOf(parts, test);
  const clips = given.flatMap((each) => (each.kind === 'clip' ? [each.clipId] : []));
  const notes = given.flatMap((each) => (each.kind === 'note' ? [each.noteId] : []));
  const ofTask = { testId: test.testId, step: TASK_STEP };
  const there = new Set([
    ...(await readClips(db, ofTask, clips)).keys(),
    ...(await readNotes(db, ofTask, notes)).keys(),
  ]);
  if ([...clips, ...notes].some((id) => !there.has(id))) {
    throw new AppError('bad_input', { fields: { evidence: 'This test does not have it.' } });
  }
  const made: NewEvidence[] = [];
  for (const each of given) {
    made.push(
      each.kind === 'number'
        ? { kind: 'number', number: await numberNow(measure, each.number) }
        : each,
    );
  }
  return made;
}

async function numberNow(
  measure: ReturnType<typeof numbersOf>,
  input: NumberInput,
): Promise<ReportNumber> {
  const { filter, value } = await measure(input);
  return {
    ...input,
    filter: queryText(filter),
    value,
    definition: numberDefinitions[input.number],
    at: new Date().toISOString(),
  };
}

/** As an address holds it. */
function queryText(filter: ResultFilter): string {
  const given = Object.entries(filter).map(([name, value]) => [name, String(value)] as const);
  return new URLSearchParams(Object.fromEntries(given)).toString();
}
