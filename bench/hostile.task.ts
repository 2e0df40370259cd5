// What the honest and the hostile process of the hostile load get, and what they answer.
import { z } from 'zod';

export const honestTask = z.object({
  origin: z.url(),
  /** Path of the video that all send (lane.ts). */
  video: z.string(),
  pieceBytes: z.int(),
  seconds: z.number(),
  /** Events that each sends beside each piece. */
  eventsPerPiece: z.int(),
  sessions: z.array(z.object({ id: z.string(), uploadUrl: z.string(), token: z.string() })),
});
export type HonestTask = z.infer<typeof honestTask>;

export const honestOutcome = z.object({
  /** From a piece's first byte to the answer that has it stored, with every try between. */
  ackMs: z.array(z.number()),
  /** Tries of a piece that were refused or not answered. */
  failedTries: z.int(),
  /** Calls with events that were refused or not answered. */
  failedEvents: z.int(),
  /** For each session: how many bytes were acknowledged, and their SHA-256. */
  kept: z.array(z.object({ bytes: z.int(), sha256: z.string() })),
});
export type HonestOutcome = z.infer<typeof honestOutcome>;

export const floodTask = z.object({
  origin: z.url(),
  flood: z.string(),
  seconds: z.number(),
  test: z.object({ id: z.string(), uniqueId: z.string(), figmaUrl: z.string() }),
  /** Headers of a person who is signed in and means harm. */
  credentials: z.record(z.string(), z.string()),
});
export type FloodTask = z.infer<typeof floodTask>;

export const floodOutcome = z.object({
  /** Status → how many; 0: no answer, `open`: still on its way at the end. */
  answers: z.record(z.string(), z.int()),
});
