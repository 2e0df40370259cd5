// Findings: added by rule or written, changed by version so that neither of two people loses a text, put in order.
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { EvidenceInput, Finding, FindingChange, findingInput } from '#contract/findings.ts';
import type { FindingId, UserId } from '#contract/ids.ts';
import { EVIDENCE_MAX, FINDINGS_MAX } from '#contract/limits.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { atFirstTask, firstTask } from '#server/revisions/first-task.read.ts';
import { lockTest } from '#server/tests/tests.db.ts';
import { changeVersioned, deleteVersioned } from '#server/versions/versioned-rows.db.ts';
import { loadFindings } from './finding-answers.read.ts';
import {
  deleteEvidence,
  type FindingRef,
  insertEvidence,
  insertFinding,
  type NewEvidence,
  orderEvidence,
  orderFindings,
  readFindings,
} from './findings.db.ts';
import { newEvidence } from './new-evidence.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>;

/** @throws AppError bad_input for evidence of another test, or too many findings; not_found */
export async function createFinding(
  parts: Needs,
  { test, by }: { test: Authorized<TestRef>; by: UserId },
  { evidence: given, ...input }: z.output<typeof findingInput>,
): Promise<Finding> {
  const ofTask = await atFirstTask(parts.db, test);
  const evidence = await newEvidence(parts, ofTask, given);
  const id = await parts.db.transaction().execute(async (db) => {
    // Findings are added one after another, because positions must differ and one by rule is stored only once.
    if (!(await lockTest(db, test))) throw new AppError('not_found');
    const present = await loadFindings(db, ofTask);
    const existing = input.isByRule
      ? present.find((one) => isSameByRule(one, evidence))
      : undefined;
    if (existing) return existing.id;
    requireRoom('sentence', present.length + 1, [FINDINGS_MAX, 'A test', 'findings']);
    const id = await insertFinding(db, test, { ...input, by, position: present.length + 1 });
    // A deletion leaves a gap in the order: behind all of them.
    await orderFindings(db, test.testId, [...present.map((one) => one.id), id]);
    await insertEvidence(db, id, { evidence, from: 1 });
    return id;
  });
  return await requireFinding(parts.db, test, id);
}

/** Returns whether a finding by rule has the number of the new evidence, of its place and filter. */
function isSameByRule({ isByRule, evidence: [first] }: Finding, evidence: readonly NewEvidence[]) {
  const [given] = evidence;
  if (!isByRule || first?.kind !== 'number' || given?.kind !== 'number') return false;
  const identifyNumber = ({ number, filter, moments }: typeof first.number) => ({
    number,
    filter,
    moments,
  });
  return isDeepStrictEqual(identifyNumber(first.number), identifyNumber(given.number));
}

function requireRoom(
  field: string,
  count: number,
  [most, whole, things]: [most: number, whole: string, things: string],
): void {
  if (count <= most) return;
  throw new AppError('bad_input', {
    fields: { [field]: `${whole} can have at most ${most} ${things}.` },
  });
}

/** @throws AppError not_found */
async function requireFinding(
  db: Parts['db'],
  { testId }: Pick<TestRef, 'testId'>,
  id: FindingId,
): Promise<Finding> {
  const step = await firstTask(db, testId);
  const [finding] = await loadFindings(db, { testId, step }, [id]);
  if (!finding) throw new AppError('not_found');
  return finding;
}

/**
 * Values that are stored already are no change, for example after a lost answer.
 * @throws AppError changed_meanwhile with what is there now; bad_input; not_found
 */
export async function changeFinding(
  { db }: Pick<Parts, 'db'>,
  { ref, by }: { ref: FindingRef; by: UserId },
  { version, evidence, ...change }: FindingChange,
): Promise<Finding> {
  const { id } = ref;
  const present = await requireFinding(db, ref, id);
  const before = present.evidence.map((one) => one.id);
  const { sentence, text, severity, recommendation } = present;
  const current = { sentence, text, severity, recommendation };
  const values = {
    sentence: change.sentence,
    text: change.text,
    severity: change.severity === undefined ? severity : change.severity,
    recommendation: change.recommendation ?? recommendation,
  };
  if (isDeepStrictEqual([current, before], [values, evidence])) return present;
  const isDone =
    present.version === version &&
    (await db.transaction().execute(async (transaction) => {
      if (!(await changeVersioned(transaction, 'findings', { id, version, by, values })))
        return false;
      const isOwn = evidence.every((one) => before.includes(one));
      if (!isOwn || new Set(evidence).size < evidence.length) {
        throw new AppError('bad_input', {
          fields: { evidence: 'This is not evidence of this finding.' },
        });
      }
      await orderEvidence(transaction, id, evidence);
      return true;
    }));
  const now = await requireFinding(db, ref, id);
  if (!isDone) throw new AppError('changed_meanwhile', { present: now });
  return now;
}

/**
 * Adds to whatever is there; a clip or a note that is evidence already stays where it is.
 * @throws AppError bad_input for evidence of another test, or too much of it; not_found
 */
export async function addEvidence(
  parts: Needs,
  { ref, by }: { ref: FindingRef; by: UserId },
  input: EvidenceInput,
): Promise<Finding> {
  const { id } = ref;
  const evidence = await newEvidence(parts, await atFirstTask(parts.db, ref), [input]);
  await parts.db.transaction().execute(async (db) => {
    if (!(await changeVersioned(db, 'findings', { id, by }))) throw new AppError('not_found');
    const { evidence: present } = await requireFinding(db, ref, id);
    requireRoom('evidence', present.length + 1, [EVIDENCE_MAX, 'A finding', 'pieces of evidence']);
    await insertEvidence(db, id, { evidence, from: present.length + 1 });
  });
  return await requireFinding(parts.db, ref, id);
}

/** @throws AppError not_found */
export async function removeEvidence(
  { db }: Pick<Parts, 'db'>,
  { ref, by }: { ref: FindingRef; by: UserId },
  evidenceId: string,
): Promise<void> {
  const { id } = ref;
  await db.transaction().execute(async (transaction) => {
    const isDone =
      (await changeVersioned(transaction, 'findings', { id, by })) &&
      (await deleteEvidence(transaction, id, evidenceId));
    if (!isDone) throw new AppError('not_found');
  });
}

/** @returns all findings of the test in their new order. @throws AppError not_found, also for `after` */
export async function placeFinding(
  { db }: Pick<Parts, 'db'>,
  ref: FindingRef,
  after: FindingId | null,
): Promise<FindingId[]> {
  const { id } = ref;
  return await db.transaction().execute(async (transaction) => {
    if (!(await lockTest(transaction, ref))) throw new AppError('not_found');
    const present = (await readFindings(transaction, ref)).map((row) => row.id);
    const others = present.filter((each) => each !== id);
    const at = after === null ? 0 : others.indexOf(after) + 1;
    if (others.length === present.length || (after !== null && at === 0)) {
      throw new AppError('not_found');
    }
    await orderFindings(transaction, ref.testId, others.toSpliced(at, 0, id));
    return (await readFindings(transaction, ref)).map((row) => row.id);
  });
}

/** @throws AppError changed_meanwhile with what is there now; not_found */
export async function deleteFinding(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  { ref, version }: { ref: FindingRef; version: number },
): Promise<void> {
  if (!(await deleteVersioned(parts.db, 'findings', { id: ref.id, version }))) {
    const present = await requireFinding(parts.db, ref, ref.id);
    throw new AppError('changed_meanwhile', { present });
  }
  parts.securityLog.write({ event: 'finding.deleted', testId: ref.testId });
}
