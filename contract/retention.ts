// Retention of recordings: its setting, the next deletions, and the log of past ones.
import { z } from 'zod/mini';

/** Days after a session's end that a workspace may choose. */
export const RETENTION_DAYS = [30, 90, 180, 365, 730] as const;

/** Days until recordings are deleted, or null if only people delete them. */
export const retentionDays = z.nullable(z.literal(RETENTION_DAYS));
export type RetentionDays = z.infer<typeof retentionDays>;

/** Recordings that a rule deletes, with what goes with them. */
const due = z.object({
  /** When the first of them is deleted; none is before. */
  from: z.iso.datetime(),
  /** Recordings to delete within a week of that time. */
  recordings: z.int(),
  tests: z.int(),
  /** Clips of the recordings, and notes and clips that are evidence of written findings. */
  clips: z.int(),
  evidence: z.int(),
});

export const retention = z.object({
  days: retentionDays,
  /** The next deletion, or null if none happens within the next week. */
  next: z.nullable(due),
});
export type Retention = z.infer<typeof retention>;

/** Effect of a choice, before it is saved. */
export const retentionPreview = z.object({
  /** The next deletion, or null if there is nothing to delete yet. */
  next: z.nullable(due),
});
export type DueRecordings = z.infer<typeof due>;

/** Deletions of one test on one day. */
export const retentionEntry = z.object({
  /** Day in UTC. */
  day: z.iso.date(),
  /** Name of the test at that time. */
  testName: z.string(),
  recordings: z.int(),
  clips: z.int(),
});
export type RetentionEntry = z.infer<typeof retentionEntry>;
