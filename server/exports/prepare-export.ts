// The job exports.prepare: writes an export's tables, goes through its videos and pictures, and lays its archive out.

import type { ExportId, SessionId } from '#contract/ids.ts';
import { resultsOf } from '#server/filters/people-filter.read.ts';
import { exportFilesKey, exportPrefix } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized } from '#server/platform/access/authorized.ts';
import { authorizeExportJob, type ExportRef } from '#server/platform/access/authorized-export.ts';
import { deflatedFiles } from '#server/platform/zip/deflated-files.ts';
import { zipLayout } from '#server/platform/zip/zip-layout.ts';
import { exportFiles } from './export-files.ts';
import { planHeatmaps, planVideos } from './export-media.ts';
import type { ExportedSession } from './exported-rows.db.ts';
import {
  type ExportRow,
  failExport,
  finishExport,
  noteProgress,
  readExport,
} from './exports.db.ts';
import { keepPlan, type PlannedFile } from './plan.ts';
import { screenNames } from './screen-names.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'log' | 'db' | 'storage' | 'videoLayouts' | 'secrets' | 'prototypeHosts'>;

/** Thrown where an export is ended while it is made. */
class Ended extends Error {}

/** A killed server's job begins again from the start; what it stored is written over. */
export async function prepareExport(
  parts: Needs,
  { exportId }: { exportId: ExportId },
): Promise<void> {
  const ref = await authorizeExportJob(parts.db, exportId);
  const row = ref && (await readExport(parts.db, ref));
  if (!ref || row?.state !== 'preparing') return;
  try {
    await prepare(parts, ref, row);
  } catch (error) {
    await parts.storage.deleteAll(exportPrefix(exportId));
    if (error instanceof Ended) return;
    parts.log.error({ err: error, exportId }, 'an export could not be made');
    await failExport(parts.db, ref);
  }
}

async function prepare(parts: Needs, ref: Authorized<ExportRef>, row: ExportRow): Promise<void> {
  const { takes } = row.asked;
  const onBytes = progressOf(parts, ref);
  const { files, sessions, screenNumber } = await writeTables(parts, { ref, row, onBytes });
  if (takes.videos) {
    for await (const file of planVideos(parts, sessions, onBytes)) files.push(file);
  }
  if (takes.heatmaps) {
    const heatmaps = planHeatmaps(parts, sessions, { screenNumber, onBytes });
    for await (const file of heatmaps) files.push(file);
  }
  await keepPlan(parts.storage, ref.exportId, files);
  const { sizeBytes } = zipLayout(files, row.madeAt);
  const sessionIds = sessions.map(({ id }) => id);
  if (!(await finishExport(parts.db, ref, { sizeBytes, sessionIds }))) throw new Ended();
}

interface Preparing {
  ref: Authorized<ExportRef>;
  row: ExportRow;
  onBytes: (bytes: number) => Promise<void>;
}

/** All tables are read in one snapshot of the database, so they contain the same sessions. */
async function writeTables(parts: Needs, { ref, row, onBytes }: Preparing) {
  const files: PlannedFile[] = [];
  const sessions: ExportedSession[] = [];
  const screenNumber = await parts.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const of = await resultsOf(db, ref, row.asked.filter);
      const snapshot = { parts: { ...parts, db }, of, row, sessions };
      const packed = deflatedFiles(exportFiles(snapshot), ({ at, ...file }) =>
        files.push({ ...file, source: { from: 'files', at } }),
      );
      await parts.storage.put(exportFilesKey(ref.exportId), reportBytes(packed, onBytes));
      const names = await screenNames(snapshot.parts, of, sessions);
      return (screen: { sessionId: SessionId; screenId: string }) =>
        names.ofSession(screen)?.number;
    });
  // The text that explains the others is the first that one sees.
  files.unshift(...files.splice(-1));
  return { files, sessions, screenNumber };
}

async function* reportBytes(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    await onBytes(chunk.length);
    yield chunk;
  }
}

/** A page that waits looks once a second. */
const PROGRESS_MS = 500;

/** Writes down how far it is, and ends it when its person ended it. */
function progressOf(
  { db }: Pick<Parts, 'db'>,
  ref: Authorized<ExportRef>,
): (bytes: number) => Promise<void> {
  let done = 0;
  let reportedAt = performance.now();
  return async (bytes) => {
    done += bytes;
    if (performance.now() - reportedAt < PROGRESS_MS) return;
    reportedAt = performance.now();
    if (!(await noteProgress(db, ref, done))) throw new Ended();
  };
}
