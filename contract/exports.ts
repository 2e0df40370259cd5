// An export: data of a test's sessions, as files in one ZIP archive that is stored for a day.
import { z } from 'zod/mini';
import { exportId } from './ids.ts';

/** Format of the tables: `semicolon` uses a decimal comma, as spreadsheets in many European languages expect. */
export const csvForm = z.enum(['comma', 'semicolon']);
export type CsvForm = z.infer<typeof csvForm>;

/** The form of the tables, and what goes along beside them. */
export const exportTakes = z.object({
  /** Separator of the CSV tables. */
  separator: z._default(csvForm, 'comma'),
  /** Names of participants and members; else 'Participant 12' and no members. */
  names: z.boolean(),
  /** Recordings as `videos/012_indirect.webm`. */
  videos: z.boolean(),
  /** Heatmaps of sessions as PNG. */
  heatmaps: z.boolean(),
  /** Includes the raw prototype messages, as `raw.jsonl`. */
  messages: z.boolean(),
});
export type ExportTakes = z.infer<typeof exportTakes>;

/**
 * `over`: a session of it was deleted or withdrawn, or a recording went on: nothing of it is given any more.
 * `failed`: it could not be made.
 */
export const exportState = z.enum(['preparing', 'ready', 'failed', 'over']);

export const exported = z.object({
  id: exportId,
  state: exportState,
  takes: exportTakes,
  madeAt: z.iso.datetime(),
  /** Deleted then. */
  keptUntil: z.iso.datetime(),
  /** Sessions in it; null until it is ready. */
  sessions: z.nullable(z.int()),
  /** Bytes gone through so far, of tables, videos and pictures. */
  preparedBytes: z.int(),
  /** Size of the archive, or null until it is ready. */
  sizeBytes: z.nullable(z.int()),
  fileName: z.string(),
  /** Tables and texts that can be had alone; none until it is ready. */
  files: z.array(z.object({ name: z.string(), sizeBytes: z.int() })),
});
export type Exported = z.infer<typeof exported>;

/** Contents that an export with this filter would have, and the person's last export of this test. */
export const exportOutlook = z.object({
  sessions: z.int(),
  videos: z.object({ count: z.int(), sizeBytes: z.int() }),
  heatmaps: z.object({ count: z.int(), sizeBytes: z.int() }),
  last: z.nullable(exported),
});
export type ExportOutlook = z.infer<typeof exportOutlook>;

/** A table or text of an export: `sessions.csv`. */
export const exportedFileName = z.string().check(z.regex(/^[A-Za-z]{1,20}\.(?:csv|jsonl|txt)$/));
