// Exports: what one would hold, its making, how far it is, and its end.

import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { testExports } from '#contract/exports.api.ts';
import type { Exported, ExportTakes } from '#contract/exports.ts';
import type { ExportId } from '#contract/ids.ts';
import { EXPORT_HOURS } from '#contract/limits.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import { resultsOf } from '#server/filters/people-filter.read.ts';
import { exportPrefix } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, SignIn, TestRef } from '#server/platform/access/authorized.ts';
import { authorizeExport, type ExportRef } from '#server/platform/access/authorized-export.ts';
import { sendDeletions } from '#server/platform/jobs/jobs.ts';
import { sessionSums } from './exported-rows.db.ts';
import {
  brokenExports,
  deleteEarlierExports,
  deleteExport,
  deleteOldExports,
  type ExportRow,
  endExport,
  insertExport,
  isDeliverable,
  readExport,
  readLastExport,
} from './exports.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'securityLog' | 'db' | 'archives' | 'jobs'>;

export async function outlookOf(
  parts: Needs,
  test: Authorized<TestRef>,
  { caller, filter }: { caller: SignIn; filter: ResultFilter },
): Promise<z.output<typeof testExports.outlook.answer>> {
  const of = await resultsOf(parts.db, test, filter);
  const sums = await sessionSums(parts.db, of);
  const last = await readLastExport(parts.db, test, caller);
  return {
    sessions: sums.sessions,
    videos: { count: sums.videos, sizeBytes: sums.videoBytes },
    heatmaps: { count: sums.heatmaps, sizeBytes: sums.heatmapBytes },
    last: last && (await exportFromRow(parts, last)),
  };
}

/** @throws AppError export_running; member_only if a viewer requests names */
export async function makeExport(
  parts: Needs,
  test: Authorized<TestRef>,
  { caller, filter, takes }: { caller: SignIn; filter: ResultFilter; takes: ExportTakes },
): Promise<Exported> {
  const { userId } = caller;
  if (takes.names && caller.role === 'viewer') throw new AppError('member_only');
  const id = await parts.db.transaction().execute(async (db) => {
    const earlier = await deleteEarlierExports(db, test, caller);
    await sendDeletions(parts.jobs, earlier.map(exportPrefix), db);
    const exportId = await insertExport(db, test, { userId, filter, takes });
    if (!exportId) throw new AppError('export_running');
    await parts.jobs.send('exports.prepare', { exportId }, db);
    return exportId;
  });
  parts.securityLog.write({ event: 'test.exported', testId: test.testId });
  return await readExported(parts, await authorizeExport(parts.db, caller, id));
}

/** @throws AppError not_found */
export async function readExported(parts: Needs, ref: Authorized<ExportRef>): Promise<Exported> {
  const row = await readExport(parts.db, ref);
  if (!row) throw new AppError('not_found');
  return await exportFromRow(parts, row);
}

/** An export is over as soon as one of its sessions is deleted, even if no one requests its bytes. */
async function exportFromRow(parts: Needs, row: ExportRow): Promise<Exported> {
  const { id, state, madeAt, sizeBytes, asked } = row;
  if (state === 'ready' && !(await isStillWhole(parts, id)))
    return await exportFromRow(parts, { ...row, state: 'over' });
  const archive = state === 'ready' ? await parts.archives.open(id, madeAt) : null;
  return {
    id,
    state,
    takes: asked.takes,
    madeAt: madeAt.toISOString(),
    keptUntil: new Date(madeAt.getTime() + EXPORT_HOURS * 3_600_000).toISOString(),
    sessions: state === 'ready' ? row.sessions : null,
    preparedBytes: row.preparedBytes,
    sizeBytes: state === 'ready' ? sizeBytes : null,
    fileName: fileNameOf(row),
    files:
      archive?.files.flatMap(({ name, source, ...file }) =>
        source.from === 'files' && !name.includes('/') ? [{ name, sizeBytes: file.sizeBytes }] : [],
      ) ?? [],
  };
}

/** Letters that every file system takes: `order-a-plant_2026-11-22.zip`. */
function fileNameOf({ testName, madeAt }: ExportRow): string {
  const words = testName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return `${words.join('-').slice(0, 60) || 'test'}_${madeAt.toISOString().slice(0, 10)}.zip`;
}

/** An export in preparation ends at its next step. @throws AppError not_found */
export async function removeExport(
  parts: Pick<Parts, 'db' | 'jobs'>,
  ref: Authorized<ExportRef>,
): Promise<void> {
  await parts.db.transaction().execute(async (db) => {
    if (!(await deleteExport(db, ref))) throw new AppError('not_found');
    await sendDeletions(parts.jobs, [exportPrefix(ref.exportId)], db);
  });
}

/** The job exports.remove-ended: deletes everything of an old export, and of one with a deleted session. */
export async function removeEndedExports(parts: Pick<Parts, 'db' | 'jobs'>): Promise<void> {
  await parts.db.transaction().execute(async (db) => {
    const ids = await deleteOldExports(db);
    await sendDeletions(parts.jobs, ids.map(exportPrefix), db);
  });
  for (const exportId of await brokenExports(parts.db)) await giveNoMore(parts, exportId);
}

/**
 * Returns whether a ready export may be delivered. One with a deleted session may not, and all that is stored of it is
 * then deleted.
 */
export async function isStillWhole(
  parts: Pick<Parts, 'db' | 'jobs'>,
  exportId: ExportId,
): Promise<boolean> {
  if (await isDeliverable(parts.db, { exportId })) return true;
  await giveNoMore(parts, exportId);
  return false;
}

/** Deletes the stored objects of an export; its row has the reason. */
export async function giveNoMore(
  parts: Pick<Parts, 'db' | 'jobs'>,
  exportId: ExportId,
): Promise<void> {
  await parts.db.transaction().execute(async (db) => {
    await endExport(db, { exportId });
    await sendDeletions(parts.jobs, [exportPrefix(exportId)], db);
  });
}
