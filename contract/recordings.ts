// A recording: the video of a session, and what its page shows.
import { z } from 'zod/mini';
import { revisionId, sessionId, testId, uniqueId } from './ids.ts';
import { namedScreen } from './named-screens.ts';
import { judgedRun, outcome, taskAnswers } from './outcomes.ts';
import { stillSheet } from './stills.ts';

/** `receiving` while its session runs, `ready` once it is over. Watchable in both. */
export const recordingState = z.enum(['receiving', 'ready']);
export type RecordingState = z.infer<typeof recordingState>;

export const recordingInfo = z.object({
  id: sessionId,
  userTimestamp: z.string(),
  /** Within its test, from 1: 'Participant 12'. */
  number: z.int(),
  participantName: z.string(),
  startedAt: z.iso.datetime(),
  /** Null until the first piece has arrived. */
  durationMs: z.nullable(z.number()),
  sizeBytes: z.number(),
  state: recordingState,
  /** The participant vanished before stopping. */
  endedEarly: z.boolean(),
  /** When anything of its participant was last heard: a piece, a message, a still, a sign of life. Null: it is over. */
  lastHeardAt: z.nullable(z.iso.datetime()),
  /**
   * Milliseconds from this answer until it counts as silent, unless its participant is heard before; 0: it is silent.
   * Null: it is over.
   */
  silentInMs: z.nullable(z.int()),
  /** All of them: those that hit something and those that missed, with a place or without. */
  clicks: z.int(),
  /** How many of the clicks hit nothing that reacts. */
  misclicks: z.int(),
  /** A picture of the shared screen; null when the client sent none. */
  posterUrl: z.nullable(z.string()),
  /** What its participant was asked: revision of the test. */
  revision: z.object({
    _id: revisionId,
    /** From 1; never changes. */
    number: z.int(),
    /** The test was edited after the session began: it may have been asked something else. */
    uncertain: z.boolean(),
  }),
});
export type RecordingInfo = z.infer<typeof recordingInfo>;

/** A recording as a list of a test's recordings shows it: with what its run came to. */
export const recordingRow = z.extend(recordingInfo, {
  /** What its run came to; `running` also until it is read. */
  outcome,
  /** From the prototype's first presentation to the goal; null: not reached, or no goal. */
  timeToGoalMs: z.nullable(z.number()),
  /** Browser and system: 'Firefox on Windows'; null: not known. */
  device: z.nullable(z.string()),
  /** The card after the task; null: not answered. */
  answers: z.nullable(taskAnswers),
});
export type RecordingRow = z.infer<typeof recordingRow>;

/** A click placed on its screen image; null coordinates when it could not be placed. */
export const placedClick = z.object({
  screenId: z.string(),
  /** Milliseconds since the recording's start. */
  atMs: z.number(),
  /** Whether it hit a hotspot; false: a misclick; null: the design tool did not tell. */
  handled: z.nullable(z.boolean()),
  x: z.nullable(z.number()),
  y: z.nullable(z.number()),
});
export type PlacedClick = z.infer<typeof placedClick>;

export const screenVisit = z.object({
  screenId: z.string(),
  fromMs: z.number(),
  toMs: z.nullable(z.number()),
});

/** One screen of a recording with its image, for painting heatmaps in the review page. */
export const recordedScreen = z.object({
  screenId: z.string(),
  imageUrl: z.string(),
  width: z.int(),
  height: z.int(),
  /** A browser took it: clicks lie on it only about where they were made. */
  approximate: z.boolean(),
});

/** Where a recording stands among those of its test, newest first; for stepping from one to the next. */
const recordingNeighbours = z.object({
  /** From 1, the newest. */
  position: z.int(),
  total: z.int(),
  newer: z.nullable(z.pick(recordingInfo, { userTimestamp: true, participantName: true })),
  older: z.nullable(z.pick(recordingInfo, { userTimestamp: true, participantName: true })),
});
export type RecordingNeighbours = z.infer<typeof recordingNeighbours>;

/** Answer of the recording page's address (`/api/tests/{uniqueId}/…/{userTimestamp}`). */
export const recordingDetail = z.extend(recordingRow, {
  test: z.object({
    _id: testId,
    uniqueId,
    name: z.string(),
    /** As this session's participant read it. */
    task: z.string(),
    /** The prototype of this session. */
    figmaUrl: z.string(),
    company: z.string(),
    /** The newest revision's number. */
    revision: z.int(),
  }),
  place: recordingNeighbours,
  videoUrl: z.string(),
  /** In order of time; those that are missing leave gaps, empty when the client sent none. */
  stills: z.array(stillSheet),
  clickList: z.array(placedClick),
  visits: z.array(screenVisit),
  screens: z.array(recordedScreen),
  /** Where new images of this prototype's screens would come from; null: its link has no screens. */
  imageSource: z.nullable(z.enum(['design_tool', 'browser', 'none'])),
  /**
   * What the embed told of the prototype: shown, asking for a sign-in or a password, or nothing at
   * all. Null: the link is no prototype's.
   */
  prototypeState: z.nullable(z.enum(['shown', 'sign_in', 'password', 'silent'])),
  /** Clicks that could not be placed, by reason. */
  unplaced: z.record(z.string(), z.int()),
  /** A better reading of this session is being made: clicks, visits and places are those of the one before. */
  readAgain: z.boolean(),
  judged: judgedRun,
  /** Names of the screens that were presented. */
  namedScreens: z.array(namedScreen),
});
export type RecordingDetail = z.infer<typeof recordingDetail>;
