// The task of the sending process, and its results: many recordings at once, piece after piece.
import { z } from 'zod';

export const sendTask = z.object({
  origin: z.url(),
  /** Path of the video that all send (lane.ts). */
  video: z.string(),
  pieceBytes: z.int(),
  /** How many pieces each sends. */
  pieces: z.int(),
  /** From the start of one piece to the start of the next; 0: as soon as one is answered. */
  intervalMs: z.number(),
  /** `tus`: a PATCH for each piece at its offset; `put`: a file for each piece. */
  protocol: z.enum(['tus', 'put']),
  /** With `put`: the folder with the files, to put each on stable storage before it counts. */
  syncFolder: z.string().nullable(),
  /** Whether the outcome tells the SHA-256 of what was sent. */
  hashed: z.boolean(),
  lanes: z.array(z.object({ path: z.string(), headers: z.record(z.string(), z.string()) })),
});
export type SendTask = z.infer<typeof sendTask>;

export const sendOutcome = z.object({
  seconds: z.number(),
  bytes: z.int(),
  /** From a piece's first byte to its answer. */
  ackMs: z.array(z.number()),
  /** How long pieces waited for their turn because the one before was not answered. */
  lateMs: z.array(z.number()),
  /** Of all that each lane sent and had acknowledged; none when they were not asked for. */
  sha256: z.array(z.string()),
});
export type SendOutcome = z.infer<typeof sendOutcome>;
