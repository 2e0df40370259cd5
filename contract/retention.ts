// How long a workspace keeps recordings, what that deletes next, and what it has deleted.
import { z } from 'zod/mini';

/** Days after a session's end that a workspace may choose. */
export const RETENTION_DAYS = [30, 90, 180, 365, 730] as const;

/** Null: recordings are kept until a person deletes them. */
export const retentionDays = z.nullable(z.literal(RETENTION_DAYS));
export type RetentionDays = z.infer<typeof retentionDays>;

/** Recordings that a rule deletes, with what goes with them. */
const due = z.object({
  /** When the first of them is deleted; none is before. */
  from: z.iso.datetime(),
  /** Those that are due within a week of that. */
  recordings: z.int(),
  tests: z.int(),
  /** Clips of them, and notes and clips that stand as evidence of written findings. */
  clips: z.int(),
  evidence: z.int(),
});

export const retention = z.object({
  days: retentionDays,
  /** Null: nothing is deleted within the next week. */
  next: z.nullable(due),
});
export type Retention = z.infer<typeof retention>;

/** What a choice would do, before it is made. */
export const retentionPreview = z.object({
  /** Null: there is nothing to delete yet. */
  next: z.nullable(due),
});
export type DueRecordings = z.infer<typeof due>;

/** What was deleted of a test on a day. */
export const retentionEntry = z.object({
  /** In UTC. */
  day: z.iso.date(),
  /** As it was then. */
  testName: z.string(),
  recordings: z.int(),
  clips: z.int(),
});
export type RetentionEntry = z.infer<typeof retentionEntry>;
