// The spool stores in the browser everything of a session that the server does not have yet.
import { z } from 'zod/mini';
import type { RawEvent } from '#contract/events.ts';
import { privateToken, sessionId, testId, uniqueId, uploadId } from '#contract/ids.ts';
import { sharedStep } from '#contract/link.api.ts';
import { taskAnswers } from '#contract/outcomes.ts';
import { consentItem, linkParameters, type StartedSession } from '#contract/sessions.ts';
import type { SharedTest } from '#contract/shared-test.ts';
import { stepAnswer } from '#contract/step-answers.ts';
import { stepNumber } from '#contract/step-number.ts';

/** started: nothing recorded yet; finishing: stopped, not yet answered by the server. */
export const spooledState = z.enum(['started', 'recording', 'finishing']);

/**
 * End of a recording. `stopped`: a press on stop or on "I'm done", or a limit; `sharing_ended`: the sharing of the
 * screen ended without a press; `stuck`: a press on "I'm stuck".
 */
export const recordingEnd = z.enum(['stopped', 'sharing_ended', 'stuck']);
export type RecordingEnd = z.infer<typeof recordingEnd>;

/** A stored session: everything needed to finish it after the tab was lost. */
export const spooledSession = z.object({
  sessionId,
  uniqueId,
  testId,
  /** The four below go into the call that finishes the session. */
  testName: z.string(),
  company: z.string(),
  participantName: z.string(),
  uploadId,
  /** Authorises the session's calls. */
  token: z.string(),
  /** tus address of the session's one upload, absolute or a path of the own origin. */
  uploadUrl: z.string(),
  /** The prototype's address and start, for heatmaps made after a crash. */
  figmaUrl: z.string(),
  startNodeId: z.nullable(z.string()),
  state: spooledState,
  /** End of the recording; stored since `finishing`. */
  end: z.optional(recordingEnd),
  /** Version 1.0 stored this instead of `end`. */
  sharingEnded: z.optional(z.boolean()),
  recordedMs: z.number(),
  /** Start of the next piece: bytes recorded so far. */
  spooledBytes: z.int(),
  /** The server has everything below; pieces wholly below have left the spool. */
  releasedBytes: z.int(),
  /** Tracks of the file; stored while another take can follow. */
  tracks: z.optional(z.array(z.object({ kind: z.string(), number: z.int() }))),
  /**
   * Facts with which another visit goes on, whatever the test asks by then; only for a test with several steps. What
   * another version stored differently is left out, and the recording is sent.
   */
  study: z.catch(
    z.optional(
      z.object({
        steps: z.array(sharedStep),
        privateToken,
        parameters: z.optional(linkParameters),
        /** Parts of the recording to which the participant agreed. */
        consentItems: z.optional(z.array(consentItem)),
      }),
    ),
    undefined,
  ),
  /** The test needs no video: messages alone are enough to finish the session. */
  videoOptional: z.optional(z.boolean()),
  createdAtMs: z.number(),
});
export type SpooledSession = z.infer<typeof spooledSession>;

/** Fields of a new session; the counters start at zero. */
export type NewSession = Omit<
  SpooledSession,
  'state' | 'end' | 'sharingEnded' | 'recordedMs' | 'tracks' | 'spooledBytes' | 'releasedBytes'
>;

const ofAnswers = z.extend(z.pick(spooledSession, { sessionId: true, token: true }), {
  /** Number of the step; 0 for the only task of a test. */
  step: z._default(z.int(), 0),
});

/**
 * Answers to one step with the fields that their call needs, because the session may have left the spool before: to the
 * card after a task, or to a question or a set. A null `answer` takes an earlier one back.
 */
export const spooledAnswers = z.union([
  z.extend(ofAnswers, { answers: taskAnswers }),
  z.extend(ofAnswers, { answer: z.nullable(stepAnswer) }),
]);
export type SpooledAnswers = z.infer<typeof spooledAnswers>;

/** State of a step's form, which the page reads after a reload. It leaves the spool with its session. */
export const spooledStep = z.object({
  step: stepNumber,
  /** Content of the step's form, sent or not, or null without any. */
  draft: z.unknown(),
  /** The participant's answer as conditions of later steps read it, or null if none was given. */
  given: z.nullable(z.object({ words: z.array(z.string()), number: z.nullable(z.number()) })),
  /** The questions of the card after a task are answered or skipped. */
  isClosed: z.boolean(),
});
export type SpooledStep = z.infer<typeof spooledStep>;

/**
 * Returns the stored form of a session that has just started.
 * @param startNodeId the prototype's first screen, or null if it reports none or is no prototype
 */
export function newSessionOf(
  session: StartedSession,
  test: Omit<SharedTest, 'task'>,
  startNodeId: string | null,
): NewSession {
  return {
    sessionId: session._id,
    uniqueId: test.uniqueId,
    testId: test._id,
    testName: test.name,
    company: test.company,
    participantName: session.participantName,
    uploadId: session.uploadId,
    token: session.token,
    uploadUrl: session.uploadUrl,
    figmaUrl: test.figmaUrl,
    startNodeId,
    createdAtMs: Date.now(),
  };
}

/** A stretch of the recording. `offset` is where it starts in the whole, in bytes. */
export interface Piece {
  offset: number;
  bytes: Uint8Array<ArrayBuffer>;
  /** Milliseconds recorded when it was made. */
  recordedMs: number;
  /** Tracks of the file, if another take can follow this piece. */
  tracks?: SpooledSession['tracks'];
}

/** Result of `read`: bytes from `offset`, at most `maxBytes`. */
export interface Stretch {
  offset: number;
  maxBytes: number;
}

export interface SpooledHeatmap {
  /** Node id with a colon. */
  screenId: string;
  png: Blob;
}

/**
 * Thrown when the browser's quota or the spool's own limit is used up. The piece was not stored.
 */
export class SpoolFullError extends Error {
  constructor(message = 'The browser has no space for more of the recording.') {
    super(message);
    this.name = 'SpoolFullError';
  }
}

/** The session is not in the spool: it was finished, or the browser's storage was cleared. */
export class NotSpooledError extends Error {
  readonly sessionId: string;
  constructor(sessionId: string) {
    super('This session is not in the spool.');
    this.name = 'NotSpooledError';
    this.sessionId = sessionId;
  }
}

/** Unsent bytes of a session: 20 minutes at 1080p came to 540 MB, so a recording without a network fits. */
export const SPOOL_MAX_BYTES = 600 * 1024 ** 2;

/** A resolved change is durable. Methods with a session reject when it is not there, except `remove`. */
export interface Spool {
  /** The spool survives the loss of the tab, because the browser gives storage. */
  readonly durable: boolean;
  /** Most bytes of a session that are not on the server. */
  readonly maxBytes: number;
  /** @param startBytes where the first piece starts: the server has what is before it. */
  begin: (session: NewSession, startBytes?: number) => Promise<void>;
  get: (sessionId: string) => Promise<SpooledSession | null>;
  /** Every session there is, oldest first. */
  list: () => Promise<SpooledSession[]>;
  /** Stores that nothing more is recorded. */
  finishing: (sessionId: string, end: RecordingEnd) => Promise<void>;
  /** Adds at the end. Rejects with SpoolFullError, or when the offset is not the end. */
  append: (sessionId: string, piece: Piece) => Promise<void>;
  /**
   * Bytes from an offset, at most `maxBytes`; empty at the end. Rejects below the released offset.
   */
  read: (sessionId: string, from: Stretch) => Promise<Uint8Array<ArrayBuffer>>;
  /** The server has everything below the offset: pieces wholly below leave. */
  release: (sessionId: string, offset: number) => Promise<void>;
  /** Keeps raw events; the same `seq` again replaces. */
  addEvents: (sessionId: string, events: readonly RawEvent[]) => Promise<void>;
  /** Returns the messages in the order of `seq`. */
  events: (sessionId: string) => Promise<RawEvent[]>;
  /** Stores the state of a step's form; the same step again replaces. */
  putStep: (sessionId: string, entry: SpooledStep) => Promise<void>;
  /** Returns the steps in the order of their numbers. */
  steps: (sessionId: string) => Promise<SpooledStep[]>;
  putHeatmap: (sessionId: string, heatmap: SpooledHeatmap) => Promise<void>;
  heatmaps: (sessionId: string) => Promise<SpooledHeatmap[]>;
  /** Deletes a session and everything stored for it but its answers. */
  remove: (sessionId: string) => Promise<void>;
  /** Keeps a session's answers to one step, whether the session is here or not; the last ones count. */
  keepAnswers: (answers: SpooledAnswers) => Promise<void>;
  /** Answers of all sessions that the server does not have yet. */
  answers: () => Promise<SpooledAnswers[]>;
  forgetAnswers: (answers: Pick<SpooledAnswers, 'sessionId' | 'step'>) => Promise<void>;
  close: () => void;
}

/** Returns the session that `begin` stores. */
export function newlySpooled(session: NewSession, startBytes = 0): SpooledSession {
  const counters = { recordedMs: 0, spooledBytes: startBytes, releasedBytes: startBytes };
  return { ...session, state: 'started', ...counters };
}

/** The session after a piece, or a refusal: pieces follow each other without gap or overlap. */
export function withPiece(session: SpooledSession, piece: Piece, maxBytes: number): SpooledSession {
  if (piece.offset !== session.spooledBytes) {
    throw new Error(`A piece at ${piece.offset} cannot follow byte ${session.spooledBytes}.`);
  }
  const spooledBytes = piece.offset + piece.bytes.length;
  if (spooledBytes - session.releasedBytes > maxBytes) throw new SpoolFullError();
  const { recordedMs, tracks } = piece;
  return { ...session, spooledBytes, recordedMs, tracks, state: 'recording' };
}

/** Guards `read`: what was released is not there. */
export function assertSpooled(session: SpooledSession, offset: number): void {
  if (offset >= session.releasedBytes) return;
  throw new Error(`Bytes below ${session.releasedBytes} were released; asked for ${offset}.`);
}

/** One stretch out of pieces in order: from `offset`, at most `maxBytes`. */
export function joinPieces(
  pieces: readonly Pick<Piece, 'offset' | 'bytes'>[],
  from: Stretch,
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const piece of pieces) {
    const skip = Math.max(0, from.offset - piece.offset);
    const part = piece.bytes.subarray(skip, skip + from.maxBytes - length);
    parts.push(part);
    length += part.length;
  }
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Returns the key of the answers to one step in a map. */
export function answersKey({
  sessionId,
  step,
}: Pick<SpooledAnswers, 'sessionId' | 'step'>): string {
  return `${sessionId} ${step}`;
}
