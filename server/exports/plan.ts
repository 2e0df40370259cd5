// The plan of an export: every file of its archive with sizes and checksum, and where its bytes are. Kept in storage:
// any server gives the same archive, from any byte on.
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { type ExportId, sessionId } from '#contract/ids.ts';
import { exportPlanKey } from '#server/media/object-keys.ts';
import type { Storage } from '#server/storage/storage.ts';
import { ObjectMissing } from '#server/storage/storage.ts';

const source = z.discriminatedUnion('from', [
  /** Deflated, in the export's own object. */
  z.object({ from: z.literal('files'), at: z.int() }),
  /** The video as it is downloaded, in this layout. */
  z.object({ from: z.literal('video'), sessionId, layout: z.string() }),
  z.object({ from: z.literal('heatmap'), sessionId, screenId: z.string() }),
]);

const plannedFile = z.object({
  name: z.string(),
  method: z.enum(['stored', 'deflated']),
  crc32: z.int(),
  sizeBytes: z.int(),
  packedBytes: z.int(),
  source,
});
export type PlannedFile = z.infer<typeof plannedFile>;

const plan = z.array(plannedFile);

export async function keepPlan(
  storage: Storage,
  exportId: ExportId,
  files: readonly PlannedFile[],
): Promise<void> {
  await storage.put(exportPlanKey(exportId), Buffer.from(JSON.stringify(files)));
}

/** Returns null if the export is deleted. */
export async function readPlan(
  storage: Storage,
  exportId: ExportId,
): Promise<PlannedFile[] | null> {
  const key = exportPlanKey(exportId);
  try {
    const end = (await storage.size(key)) ?? 0;
    return plan.parse(JSON.parse(await text(await storage.read(key, { start: 0, end }))));
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}
