// The job retention.run: warns of recordings that will be deleted, and deletes them a week after the warning, in
// batches.
import type { Parts } from '#server/parts.ts';
import { deletableUntil, warnsOf } from './notice.ts';
import {
  countClips,
  countDue,
  deleteDue,
  listWarnings,
  logDeleted,
  type Rule,
  readRetention,
  retentionCutoff,
  rulesOf,
  testsWithDue,
} from './retention.db.ts';
import { sendWarning } from './warning.mail.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'publicUrl' | 'db' | 'secrets' | 'jobs'>;

/** A transaction holds its test's row: some hundredths of a second. */
const RECORDINGS_PER_BATCH = 100;
/** A job runs for about so long, and queues the next one. */
const RUN_MS = 60_000;

/** Harmless twice and beside other servers: the rule's row is locked while a batch is deleted. */
export async function runRetention(parts: Needs): Promise<void> {
  const endsAtMs = performance.now() + RUN_MS;
  for (const rule of await rulesOf(parts.db)) {
    await warnInTime(parts, rule);
    const until = deletableUntil(await listWarnings(parts.db, rule.workspaceId), new Date());
    if (until === null) continue;
    for (const test of await testsWithDue(parts.db, rule, until)) {
      while (await deleteBatch(parts, rule, { test })) {
        if (performance.now() < endsAtMs) continue;
        await parts.jobs.send('retention.run', {});
        return;
      }
    }
  }
}

async function warnInTime(parts: Needs, rule: Rule): Promise<void> {
  await parts.db.transaction().execute(async (db) => {
    const { workspaceId } = rule;
    if ((await readRetention(db, workspaceId, { lock: true })) !== rule.days) return;
    const warnings = await listWarnings(db, workspaceId);
    const { recordings } = await countDue(db, rule, warnsOf(warnings, new Date()));
    if (recordings > 0) await sendWarning(parts, db, rule);
  });
}

/** @returns whether something was deleted: the rule or the warnings may have changed meanwhile */
async function deleteBatch(
  parts: Pick<Parts, 'db' | 'jobs'>,
  rule: Rule,
  { test }: { test: Awaited<ReturnType<typeof testsWithDue>>[number] },
): Promise<boolean> {
  return await parts.db.transaction().execute(async (db) => {
    const { workspaceId } = rule;
    if ((await readRetention(db, workspaceId, { lock: true })) !== rule.days) return false;
    const until = deletableUntil(await listWarnings(db, workspaceId), new Date());
    if (until === null) return false;
    const before = retentionCutoff(rule, until);
    const deleted = await deleteDue(db, { testId: test.id, before, limit: RECORDINGS_PER_BATCH });
    if (deleted.length === 0) return false;
    await logDeleted(db, rule, {
      testId: test.id,
      testName: test.name,
      recordings: deleted.length,
      clips: await countClips(db, deleted),
    });
    await parts.jobs.send('deleted.remove', {}, db);
    return true;
  });
}
