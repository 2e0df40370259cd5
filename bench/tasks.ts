// Messages to and from the measuring processes (child.ts).

import { z } from 'zod';
import { sessionId, uploadId } from '#contract/ids.ts';
import { createdTest } from './participants.ts';

export const sendTask = z.object({
  origin: z.url(),
  /** Path of the video that all send (lane.ts). */
  video: z.string(),
  pieceBytes: z.int(),
  /** Number of pieces that each lane sends. */
  pieces: z.int(),
  /** Interval between the starts of two pieces, or 0 to send the next piece after each answer. */
  intervalMs: z.number(),
  /** `tus`: a PATCH for each piece at its offset; `put`: a file for each piece. */
  protocol: z.enum(['tus', 'put']),
  /** Folder of the files that `put` writes to stable storage before a piece counts. */
  syncFolder: z.string().nullable(),
  /** The outcome includes the SHA-256 of the sent bytes. */
  hashed: z.boolean(),
  lanes: z.array(z.object({ path: z.string(), headers: z.record(z.string(), z.string()) })),
});
export type SendTask = z.infer<typeof sendTask>;

export const sendOutcome = z.object({
  seconds: z.number(),
  bytes: z.int(),
  /** Times from a piece's first byte to its answer. */
  ackMs: z.array(z.number()),
  /** Delays of pieces whose predecessor was not answered in time. */
  lateMs: z.array(z.number()),
  /** Hashes of all acknowledged bytes of each lane, or empty if they were not requested. */
  sha256: z.array(z.string()),
});
export type SendOutcome = z.infer<typeof sendOutcome>;

export const rangesTask = z.object({
  origin: z.url(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  fileBytes: z.int(),
  rangeBytes: z.int(),
  connections: z.int(),
  /** Started ranges are read to their end. */
  seconds: z.number(),
});
export type RangesTask = z.infer<typeof rangesTask>;

export const rangesOutcome = z.object({ bytes: z.int(), seconds: z.number() });

/**
 * stays: records to the end and finishes. returns: the tab is lost in the middle, the person opens the
 * link again later. vanishes: the tab is lost and the participant never comes back.
 */
export const fate = z.enum(['stays', 'returns', 'vanishes']);

export const soakTask = z.object({
  origin: z.url(),
  test: createdTest,
  /** Path of the video that all record (lane.ts). */
  video: z.string(),
  seed: z.int(),
  sessions: z.int(),
  atOnce: z.int(),
  /** A recording lasts between a quarter of this and this. */
  longestSeconds: z.number(),
});
export type SoakTask = z.infer<typeof soakTask>;

/** The outcome of one participant. Bytes count from the recording's start. */
export const ending = z.object({
  /** The session, or null if none could be started. */
  sessionId: z.nullable(sessionId),
  /** Number of the recorded lane of the video. */
  lane: z.int(),
  fate,
  recordedBytes: z.int(),
  /** Bytes in the browser's spool at the end of the recording or when the tab was lost. */
  spooledBytes: z.int(),
  acknowledgedBytes: z.int(),
  /** Last phase of the upload. The upload of a vanished participant never ends. */
  phase: z.string(),
});
export type Ending = z.infer<typeof ending>;

export const soakOutcome = z.object({ cuts: z.int(), endings: z.array(ending) });

export const honestTask = z.object({
  origin: z.url(),
  /** Path of the video that all send (lane.ts). */
  video: z.string(),
  pieceBytes: z.int(),
  seconds: z.number(),
  /** Events that each sends beside each piece. */
  eventsPerPiece: z.int(),
  /** Path of the upload call that finishes a session. */
  finishPath: z.string(),
  sessions: z.array(
    z.object({ id: z.string(), uploadId, uploadUrl: z.string(), token: z.string() }),
  ),
});
export type HonestTask = z.infer<typeof honestTask>;

export const honestOutcome = z.object({
  /** Times from a piece's first byte to the answer that confirms its storage, including retries. */
  ackMs: z.array(z.number()),
  /** Times from a sheet of stills to its answer. */
  stillMs: z.array(z.number()),
  /** Times from the call that finishes a session to its answer. */
  finishMs: z.array(z.number()),
  /** Tries of a piece that were refused or not answered. */
  failedTries: z.int(),
  /** Other calls that were refused or not answered. */
  failedCalls: z.int(),
  /** For each session: how many bytes were acknowledged, and their SHA-256. */
  kept: z.array(z.object({ bytes: z.int(), sha256: z.string() })),
});
export type HonestOutcome = z.infer<typeof honestOutcome>;

export const floodTask = z.object({
  origin: z.url(),
  flood: z.string(),
  test: z.object({ id: z.string(), uniqueId: z.string(), figmaUrl: z.string() }),
  /** Headers of a person who is signed in and means harm. */
  credentials: z.record(z.string(), z.string()),
  /** The texts that the flood's `prepare` returned. */
  prepared: z.array(z.string()),
});
export type FloodTask = z.infer<typeof floodTask>;

export const floodOutcome = z.object({
  /** Status → how many; 0: no answer, `open`: still on its way at the end. */
  answers: z.record(z.string(), z.int()),
});

export const bareServerTask = z.object({
  /** Connection settings of the database, as pg reads them. */
  connection: z.object({ connectionString: z.string(), max: z.int() }),
  /** The database statements of our server for one answer, in their order. */
  statements: z.array(z.object({ sql: z.string(), parameters: z.array(z.unknown()) })),
  /** JSON of our server's answer. */
  body: z.string(),
});
export type BareServerTask = z.infer<typeof bareServerTask>;
